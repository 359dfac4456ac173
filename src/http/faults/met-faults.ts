import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AskedFault } from '../../faults/asked-fault.ts'
import { type ActingFault, effectName, endingOf } from '../../faults/fault.ts'
import type { FaultPhase } from '../../faults/fault-schema.ts'
import { matchedRoute } from '../matched-route.ts'
import { isActor } from './is-actor.ts'

/** The header that asks for a fault, and that names the faults that have acted. */
export const FAULT_HEADER = 'x-sandbox-fault'

/** The faults of one call. */
export interface MetFaults {
  /** Faults that the call asks for itself. */
  readonly asked: AskedFault[]
  /** Faults that have acted. */
  readonly notes: string[]
  /** Whether a fault has refused the call, so that the phase after its commit is skipped. */
  isRefused: boolean
}

/** The name of the operation of a request in fault rules; undefined where faults do not act. */
export const nameOf = (request: FastifyRequest): string | undefined => {
  if (request.state?.isUntracked) return undefined
  const { operation, supportingRoute } = matchedRoute(request)
  return operation?.id ?? supportingRoute
}

/** Whether the credential is in the body: a fault that such a call asks for waits for its body. */
const judgesBody = (request: FastifyRequest): boolean => {
  const { supportingRoute } = matchedRoute(request)
  return supportingRoute === 'get-token' || supportingRoute === 'refresh-token'
}

/** Records a fault that a call asks for itself. */
export const ask = (request: FastifyRequest, asked: AskedFault): void => {
  const isEarly = asked.phase === 'arrival' && judgesBody(request)
  metOf(request).asked.push(isEarly ? { ...asked, phase: 'before' } : asked)
}

/** Records that a fault refuses the call. */
export const countAsRefused = (request: FastifyRequest): void => {
  metOf(request).isRefused = true
}

/** The faults that act on a call at a phase, recorded and named in the answer; empty for most calls. */
export const faultsAt = (
  request: FastifyRequest,
  reply: FastifyReply,
  phase: FaultPhase,
): readonly ActingFault[] => {
  const { faults: met, state } = request
  if (state.isUntracked) return []
  if (!met && state.workspace.faults.isEmpty) return []
  const acting = allFaultsAt(request, phase)
  for (const { source, effect } of acting)
    metOf(request).notes.push(`${source} ${phase} ${effectName(effect)}`)
  showNotes(request, reply)
  return acting
}

/** Notes in the answer that a call is not delayed, because too many are. */
export const noteNoDelay = (request: FastifyRequest, reply: FastifyReply): void => {
  metOf(request).notes.push('not delayed: too many calls are')
  showNotes(request, reply)
}

const showNotes = ({ faults, state }: FastifyRequest, reply: FastifyReply): void => {
  if (!faults || faults.notes.length === 0) return
  state.fault = faults.notes.join(', ')
  reply.header(FAULT_HEADER, state.fault)
}

/** Faults that the call asks for come first; when one of them ends it, no rule acts. */
const allFaultsAt = (request: FastifyRequest, phase: FaultPhase): ActingFault[] => {
  const asked = askedBy(request)
    .filter((one) => one.phase === phase)
    .map(({ source, effect }) => ({ source, effect, delayMs: effect.delayMs ?? 0 }))
  if (asked.some(({ effect }) => endingOf(effect))) return asked
  return [...asked, ...rulesAt(request, phase)]
}

/** Where the credential is in the body, a call whose credential is unknown gets none of the faults it asks for. */
const askedBy = (request: FastifyRequest): readonly AskedFault[] => {
  if (judgesBody(request) && !request.state.isAttributed) return []
  return request.faults?.asked ?? []
}

const rulesAt = (request: FastifyRequest, phase: FaultPhase): ActingFault[] => {
  const { state } = request
  const { faults } = state.workspace
  if (faults.isEmpty) return []
  const hasOutcome = phase === 'after' || phase === 'during'
  return faults.apply({
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
