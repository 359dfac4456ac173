import { Type } from '@sinclair/typebox'
import { OPERATION_NAMES, type OperationName } from '../../contract/operation-names.ts'
import { BOUNDED_BY_BODY, MapOf, OneOf, TextUpTo } from '../../contract/resources/primitives.ts'
import { FAULT_PHASES, type Distribution as Spread } from '../../faults/fault.ts'
import { MAX_INTEGER } from '../../kernel/ids.ts'
import { LIMITS } from '../../limits.ts'
import { Described, IntegerField, Shape, Text } from '../schema-types.ts'

/** Judged by `judge-fault.ts`, whose sentences say more than a schema can. */
const Free = (description: string) =>
  Type.Integer({ minimum: -MAX_INTEGER, maximum: MAX_INTEGER, description })
const Flag = (description: string) => Type.Optional(Type.Boolean({ description }))

const FaultMatch = Shape('FaultMatch', {
  operation: Described<OperationName | '*'>(
    { type: 'string', minLength: 1, maxLength: LIMITS.text.max },
    {
      type: 'string',
      enum: ['*', ...OPERATION_NAMES],
      description: 'The number of an operation, the name of one beside the document, or *',
    },
  ),
  code: Type.Optional(
    TextUpTo(LIMITS.text, { description: 'The outcome: 0, or the code of a refusal' }),
  ),
  actor: Type.Optional(
    TextUpTo(LIMITS.text, {
      minLength: 1,
      description: 'The e-mail address of the acting user',
    }),
  ),
  nth: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_INTEGER,
      description: 'The first matching call that it acts on, from 1',
    }),
  ),
  body: Type.Optional(
    MapOf(Type.Unknown(BOUNDED_BY_BODY), LIMITS.freeKeys, {
      description: 'A part of the body; keys that begin with / are JSON Pointers',
    }),
  ),
})

/** Numbers are judged after the kind, so that another kind is refused for what it is. */
const Distribution = Described<Spread>(
  Type.Object(
    { kind: OneOf(['uniform']) },
    {
      additionalProperties: Free('A number of the kind'),
      maxProperties: LIMITS.freeKeys.max,
    },
  ),
  Type.Object(
    {
      kind: OneOf(['uniform']),
      minMs: Type.Integer({ minimum: 0, description: 'Shortest delay, ms' }),
      maxMs: Type.Integer({ minimum: 0, description: 'Longest delay, ms' }),
    },
    { additionalProperties: false },
  ),
)

const FaultEffect = Shape('FaultEffect', {
  code: Type.Optional(
    TextUpTo(LIMITS.text, { description: 'The code of the refusal that is answered' }),
  ),
  delayMs: Type.Optional(Free('How long the answer waits, ms')),
  distribution: Type.Optional(Distribution),
  reset: Flag('The connection is reset'),
  truncate: Flag('The answer ends before its end'),
  malformed: Flag('The answer is no JSON'),
  status: Type.Optional(Free('The HTTP status that is answered')),
  failed: Type.Optional(
    Described<readonly number[] | number | 'all'>(
      {
        type: ['array', 'integer', 'string'],
        items: BOUNDED_BY_BODY,
        maxItems: LIMITS.failedAtoms.max,
        maxLength: LIMITS.text.max,
        minimum: -MAX_INTEGER,
        maximum: MAX_INTEGER,
      },
      {
        anyOf: [
          { type: 'array', items: { type: 'integer' }, minItems: 1 },
          { type: 'integer', minimum: 1 },
          { const: 'all' },
        ],
        description: 'The atoms that E21 does not take: these, the first so many, or "all"',
      },
    ),
  ),
})

/** A rule as it is wanted. */
export const wantedFault = {
  match: FaultMatch,
  phase: OneOf(FAULT_PHASES),
  effect: FaultEffect,
  times: Type.Optional(
    Described<number | 'always'>(
      {
        type: ['integer', 'string'],
        maxLength: LIMITS.text.max,
        minimum: -MAX_INTEGER,
        maximum: MAX_INTEGER,
      },
      {
        anyOf: [{ type: 'integer', minimum: 1 }, { const: 'always' }],
        description: 'How often it acts, or "always"; once without it',
      },
    ),
  ),
  probability: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'How likely it acts on a call that matches; always without it',
    }),
  ),
}

/** A rule as it is kept. */
export const FaultRule = Shape('FaultRule', {
  id: Text(),
  ...wantedFault,
  times: Type.Union([IntegerField('How often it acts'), Type.Literal('always')]),
  seen: IntegerField('How many calls have matched'),
  used: IntegerField('How often it has acted'),
})
