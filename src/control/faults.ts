import { Type } from '@sinclair/typebox'
import { defineControl } from '../http/define-control.ts'
import { Exactly, OneOf } from '../resources/primitives.ts'
import { addFault, findFault, listFaults, removeFault } from '../sandbox/acts/faults.ts'
import { type Distribution, FAULT_PHASES } from '../sandbox/faults/fault.ts'

const closed = { additionalProperties: false }
const Whole = Type.Integer()
const Flag = Type.Optional(Type.Boolean())

const MatchBody = Type.Object(
  {
    operation: Type.String({ minLength: 1 }),
    code: Type.Optional(Type.String()),
    actor: Type.Optional(Type.String({ minLength: 1 })),
    nth: Type.Optional(Type.Integer({ minimum: 1 })),
    body: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  closed,
)

const DistributionBody = Type.Unsafe<Distribution>(
  Type.Object(
    {
      kind: OneOf(['uniform', 'exponential', 'normal']),
      minMs: Type.Optional(Whole),
      meanMs: Type.Optional(Whole),
      deviationMs: Type.Optional(Whole),
      maxMs: Whole,
    },
    closed,
  ),
)

const EffectBody = Type.Object(
  {
    code: Type.Optional(Type.String()),
    delayMs: Type.Optional(Whole),
    distribution: Type.Optional(DistributionBody),
    reset: Flag,
    truncate: Flag,
    malformed: Flag,
    status: Type.Optional(Whole),
    failed: Type.Optional(
      Type.Unsafe<number[] | number | 'all'>({ type: ['array', 'integer', 'string'] }),
    ),
  },
  closed,
)

const Wanted = {
  match: MatchBody,
  phase: OneOf(FAULT_PHASES),
  effect: EffectBody,
  times: Type.Optional(Type.Unsafe<number | 'always'>({ type: ['integer', 'string'] })),
  probability: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
}

/** A rule as it is answered. */
const Rule = Exactly({ id: Type.String(), ...Wanted, seen: Whole, used: Whole })

const IdParams = Type.Object({ id: Type.String() })

/** What goes wrong in the workspace on purpose. */
export const faultRoutes = [
  defineControl({
    method: 'POST',
    path: '/faults',
    summary: 'Let calls of the workspace go wrong by a rule',
    status: 201,
    body: Type.Object(Wanted, closed),
    result: Rule,
    handle: ({ workspace, body, operations }) => addFault(workspace, body, operations),
  }),
  defineControl({
    method: 'GET',
    path: '/faults',
    summary: 'List the fault rules of the workspace with their use, or those never used',
    query: Type.Object({ unused: Type.Boolean({ default: false }) }),
    result: Exactly({ faults: Type.Array(Rule), unused: Whole }),
    handle: ({ workspace, query }) => listFaults(workspace, query.unused),
  }),
  defineControl({
    method: 'DELETE',
    path: '/faults',
    summary: 'Remove every fault rule, and rewind their ids and chances',
    status: 204,
    handle: ({ workspace }) => {
      workspace.faults.clear()
      return undefined
    },
  }),
  defineControl({
    method: 'GET',
    path: '/faults/:id',
    summary: 'Show a fault rule with its use',
    params: IdParams,
    result: Rule,
    handle: ({ workspace, params }) => findFault(workspace, params.id),
  }),
  defineControl({
    method: 'DELETE',
    path: '/faults/:id',
    summary: 'Remove a fault rule',
    status: 204,
    params: IdParams,
    handle: ({ workspace, params }) => {
      removeFault(workspace, params.id)
      return undefined
    },
  }),
]
