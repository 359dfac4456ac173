import { findActor, findAppOwner } from '../../domain/users/actor.ts'
import { quote } from '../../errors/quote.ts'
import { Refusal } from '../../errors/refusal.ts'
import { refuse } from '../../errors/refusals.ts'
import { isDamage } from '../../errors/storage-errors.ts'
import { readHeader } from '../../faults/asked-fault.ts'
import { type ActingFault, effectName, endingOf } from '../../faults/fault.ts'
import type { FaultPhase } from '../../faults/fault-schema.ts'
import { foldCase } from '../../kernel/text.ts'
import { namedUser } from '../actor.ts'
import type { Call } from '../call.ts'

/** The header that asks for a fault, and that names the faults that have acted. */
const FAULT_HEADER = 'x-sandbox-fault'

/** Takes the fault that a call requests by its header. */
export const askByHeader = (call: Call): void => {
  const text = call.headers[FAULT_HEADER]
  if (text === undefined) return
  const asked = readHeader(String(text))
  if (typeof asked === 'string')
    throw refuse.wrongFault(`Header ${FAULT_HEADER}: ${quote(text)}`, asked)
  call.askedFault = asked
}

/** Whether any fault could act on a call; false for most. */
export const canMeetFaults = (call: Call): boolean =>
  (call.askedFault !== undefined || !call.workspace.faults.isEmpty) && call.operation !== null

/** The faults that act on a call at a phase, recorded and named in the answer. */
export const faultsAt = (call: Call, phase: FaultPhase): readonly ActingFault[] => {
  const asked = call.askedFault?.phase === phase ? [call.askedFault] : []
  // The fault that the call asks for comes first; when it ends the call, no rule acts.
  const isEnded = asked.some(({ effect }) => endingOf(effect))
  const acting = isEnded ? asked : [...asked, ...rulesAt(call, phase)]
  for (const { source, effect } of acting) note(call, `${source} ${phase} ${effectName(effect)}`)
  return acting
}

export const note = (call: Call, text: string): void => {
  call.fault = call.fault === undefined ? text : `${call.fault}, ${text}`
  call.reply.header(FAULT_HEADER, call.fault)
}

const rulesAt = (call: Call, phase: FaultPhase): ActingFault[] => {
  const hasOutcome = phase === 'after' || phase === 'during'
  return call.workspace.faults.apply({
    phase,
    operation: call.operation ?? '',
    isOfDocument: call.route.operation !== undefined,
    ...(hasOutcome && { code: call.code ?? '0' }),
    body: call.body,
    isActor: (email) => isActor(call, email),
  })
}

/** Whether the user with an e-mail address acts in a call; without a named user the application's owner does. */
const isActor = ({ request, route, workspace }: Call, email: string): boolean => {
  const named = namedUser(request, route.operation?.surface)
  if (named) return foldCase(named) === foldCase(email)
  try {
    const { store } = workspace
    const owner = findAppOwner(store)
    return owner !== undefined && owner.id === findActor(store, email)?.id
  } catch (error) {
    // A workspace that is deleted or unreadable has no acting user; its call is refused elsewhere.
    if (error instanceof Refusal || isDamage(error)) return false
    throw error
  }
}
