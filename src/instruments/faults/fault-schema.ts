import { type Static, Type } from '@sinclair/typebox'
import { OPERATION_NAMES } from '../../contract/operation-names.ts'
import { BOUNDED_BY_BODY, Id, MapOf, OneOf, TextUpTo } from '../../contract/resources/primitives.ts'
import {
  Amount,
  Choice,
  Described,
  Flag,
  Named,
  Part,
  Shape,
  Text,
  WantedAmount,
  WantedCount,
} from '../../contract/shapes.ts'
import { MAX_INTEGER } from '../../kernel/ids.ts'
import { LIMITS } from '../../kernel/limits.ts'

export const FAULT_PHASES = ['arrival', 'before', 'after', 'during'] as const

export const FaultPhase = Named(
  'FaultPhase',
  'When the fault happens: on arrival, before the operation, after its commit, or while the response body is being sent. Default: during for truncate and malformed, after if the rule matches a code, else before',
  OneOf(FAULT_PHASES),
)
export type FaultPhase = Static<typeof FaultPhase>

const CountFrom1 = Type.Integer({ minimum: 1, maximum: MAX_INTEGER })

const FaultMatch = Shape('FaultMatch', 'The calls that a fault rule applies to', {
  operation: Described(
    { type: 'string', minLength: 1, maxLength: LIMITS.text.max },
    Choice(
      ['*', ...OPERATION_NAMES],
      'Number of an operation, name of a supporting route, or `*` for every operation',
    ),
  ),
  code: Type.Optional(
    TextUpTo(LIMITS.text, {
      pattern: '^(?:[0-9]{1,20}|[A-Z][A-Za-z]{1,60})$',
      description:
        'Code of the response: `0` or an error code; for object storage, a code such as NoSuchUpload',
    }),
  ),
  actor: Type.Optional(
    TextUpTo(LIMITS.text, { minLength: 1, description: 'E-mail address of the acting user' }),
  ),
  nth: Type.Optional(
    WantedCount('Number of the first matching call that the rule applies to, from 1'),
  ),
  body: Type.Optional(
    MapOf(Type.Unknown(BOUNDED_BY_BODY), LIMITS.freeKeys, {
      description:
        "Part of the body: keys and values that it must have. A key that starts with `/` is a JSON Pointer into the body, such as `{ '/param/assetIds/0': 100001 }`",
    }),
  ),
})

export const FaultEffect = Shape(
  'FaultEffect',
  'The effect of a fault: a delay, one other effect, or a delay followed by one other effect',
  {
    delayMs: Type.Optional(WantedAmount('Delay, ms', LIMITS.delayMs.max)),
    code: Type.Optional(
      TextUpTo(LIMITS.text, {
        description:
          'Error code, returned in the response shape of the operation; for object storage, a code such as RequestTimeTooSkewed',
      }),
    ),
    status: Type.Optional(
      Type.Integer({ minimum: 201, maximum: 599, description: 'HTTP status of the response' }),
    ),
    reset: Type.Optional(Flag('Resets the connection')),
    truncate: Type.Optional(Flag('Truncates the response')),
    malformed: Type.Optional(Flag('Makes the response invalid JSON')),
    wrongChecksum: Type.Optional(
      Flag('Returns a wrong x-oss-hash-crc64ecma (storage-put, storage-part and others)'),
    ),
    failed: Type.Optional(
      Type.Union(
        [
          Type.Array(Id, { minItems: 1, maxItems: LIMITS.failedAtoms.max }),
          CountFrom1,
          Type.Literal('all'),
        ],
        { description: 'Atoms that E21 does not ingest: these ids, the first n, or `all`' },
      ),
    ),
  },
)
export type FaultEffect = Static<typeof FaultEffect>

const rule = {
  effect: FaultEffect,
  probability: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'Probability that it applies to a matching call; default 1',
    }),
  ),
}

export const FaultRule = Shape('FaultRule', 'A new fault rule', {
  match: FaultMatch,
  phase: Type.Optional(FaultPhase),
  ...rule,
  times: Type.Optional(
    Type.Union([CountFrom1, Type.Literal('always')], {
      description: 'Number of calls that it applies to, or `always`; default 1',
    }),
  ),
})
export type FaultRule = Static<typeof FaultRule>

export type PhasedRule = FaultRule & { phase: FaultPhase }

export const Fault = Shape('Fault', 'A fault rule with its id and usage', {
  id: Text('Id, such as `f-1`'),
  match: FaultMatch,
  phase: FaultPhase,
  ...rule,
  times: Type.Union([Amount(), Type.Literal('always')], {
    description: 'Number of calls that it applies to, or `always`',
  }),
  seen: Amount('Number of calls that matched'),
  used: Amount('Number of calls that it was applied to'),
})
export type Fault = Static<typeof Fault>

export const FaultList = Part('The fault rules', {
  faults: Type.Array(Fault, {
    description: 'The fault rules in the order in which they were added',
  }),
  unused: Amount('Number of rules in the workspace that were never used'),
})

const UnusedFault = Shape('UnusedFault', 'A fault rule that was never used', {
  workspace: Text('Name of its workspace'),
  id: Text('Id, such as `f-1`'),
  rule: Text('Effect and calls, such as `{"reset":true} for {"operation":"E9"}`'),
})
export type UnusedFault = Static<typeof UnusedFault>

export const UnusedFaultsReport = Shape(
  'UnusedFaultsReport',
  'Fault rules of the whole server that were never used, including rules removed by a reset or with their workspace',
  {
    count: Amount('Number of rules'),
    rules: Type.Array(UnusedFault, { description: 'The first of these rules, removed ones first' }),
  },
)
export type UnusedFaultsReport = Static<typeof UnusedFaultsReport>
