import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SupportingRouteName } from '../../contract/supporting-routes.ts'
import type { AskedFault } from '../../faults/asked-fault.ts'
import { type ActingFault, effectName, endingOf } from '../../faults/fault.ts'
import type { FaultPhase } from '../../faults/fault-schema.ts'
import { matchedRoute } from '../matched-route.ts'
import { isActor } from './is-actor.ts'

/** The header that asks for a fault, and that tells which faults have acted. */
export const FAULT_HEADER = 'x-sandbox-fault'

/** What faults have to do with one call. */
export interface MetFaults {
  /** What the call asks for itself. */
  readonly asked: AskedFault[]
  /** What has acted. */
  readonly notes: string[]
  /** Whether a fault has refused the call, so that nothing comes after its commit any more. */
  isRefused: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined while no fault has to do with the call. */
    faults: MetFaults | undefined
  }
  interface FastifyContextConfig {
    /** The supporting route that a route answers; fault rules name it. */
    supportingRoute?: SupportingRouteName
  }
}

/** What rules call the operation of a request; undefined where faults do not act. */
export const nameOf = (request: FastifyRequest): string | undefined => {
  const { operation, supportingRoute } = matchedRoute(request)
  return operation?.id ?? supportingRoute
}

/** Routes that ask for no credential ahead of the body: what a call asks for there waits for its body. */
const judgesBody = (request: FastifyRequest): boolean => {
  const { supportingRoute } = matchedRoute(request)
  return supportingRoute === 'get-token' || supportingRoute === 'refresh-token'
}

/** Remembers what a call asks for itself. */
export const ask = (request: FastifyRequest, asked: AskedFault): void => {
  const isEarly = asked.phase === 'arrival' && judgesBody(request)
  metOf(request).asked.push(isEarly ? { ...asked, phase: 'before' } : asked)
}

/** Remembers that a fault refuses the call. */
export const countAsRefused = (request: FastifyRequest): void => {
  metOf(request).isRefused = true
}

/** What acts on a call at a phase, remembered and told in the answer; empty for nearly every call. */
export const faultsAt = (
  request: FastifyRequest,
  reply: FastifyReply,
  phase: FaultPhase,
): readonly ActingFault[] => {
  const { faults: met, state } = request
  if (!met && state.workspace.faults.isEmpty) return []
  const acting = allFaultsAt(request, phase)
  for (const { source, effect } of acting)
    metOf(request).notes.push(`${source} ${phase} ${effectName(effect)}`)
  showNotes(request, reply)
  return acting
}

/** Says in the answer that a call is not delayed, because too many are. */
export const noteNoDelay = (request: FastifyRequest, reply: FastifyReply): void => {
  metOf(request).notes.push('not delayed: too many calls are')
  showNotes(request, reply)
}

const showNotes = ({ faults, state }: FastifyRequest, reply: FastifyReply): void => {
  if (!faults || faults.notes.length === 0) return
  state.fault = faults.notes.join(', ')
  reply.header(FAULT_HEADER, state.fault)
}

/** What the call asks for comes first; when that ends it, no rule acts. */
const allFaultsAt = (request: FastifyRequest, phase: FaultPhase): ActingFault[] => {
  const asked = askedBy(request)
    .filter((one) => one.phase === phase)
    .map(({ source, effect }) => ({ source, effect, delayMs: effect.delayMs ?? 0 }))
  if (asked.some(({ effect }) => endingOf(effect))) return asked
  return [...asked, ...rulesAt(request, phase)]
}

/** Where the body tells who calls, one that names nobody asks for nothing. */
const askedBy = (request: FastifyRequest): readonly AskedFault[] => {
  if (judgesBody(request) && !request.state.isAttributed) return []
  return request.faults?.asked ?? []
}

const rulesAt = (request: FastifyRequest, phase: FaultPhase): ActingFault[] => {
  const { state } = request
  const { faults } = state.workspace
  if (faults.isEmpty) return []
  const hasOutcome = phase === 'after' || phase === 'during'
  return faults.meet({
    phase,
    operation: nameOf(request) ?? '',
    isOfDocument: matchedRoute(request).operation !== undefined,
    ...(hasOutcome && { code: state.code ?? '0' }),
    body: state.sentBody ?? request.body,
    isActor: (email) => isActor(request, email),
  })
}

const metOf = (request: FastifyRequest): MetFaults => {
  request.faults ??= { asked: [], notes: [], isRefused: false }
  return request.faults
}
