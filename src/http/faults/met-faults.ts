import { quote } from '../../contract/errors/quote.ts'
import { Refusal } from '../../contract/errors/refusal.ts'
import { refuse } from '../../contract/errors/refusals.ts'
import { isDamage } from '../../contract/errors/storage-errors.ts'
import { findActor, findAppOwner } from '../../domain/users/actor.ts'
import {
  type AskedFault,
  FIELD_PREFIX,
  findInBody,
  readHeader,
} from '../../instruments/faults/asked-fault.ts'
import {
  type ActedFault,
  type ActingFault,
  describeFaults,
  endingOf,
} from '../../instruments/faults/fault.ts'
import type { FaultPhase } from '../../instruments/faults/fault-schema.ts'
import { foldCase } from '../../kernel/text.ts'
import { namedUser } from '../actor.ts'
import type { Call } from '../call.ts'

const FAULT_HEADER = 'x-sandbox-fault'

export const askByHeader = (call: Call): void => {
  const text = call.headers[FAULT_HEADER]
  if (text !== undefined)
    ask(call, readHeader(String(text)), `Header ${FAULT_HEADER}: ${quote(text)}`)
}

/** Takes the fault that a field requests; the body is searched as it came first, which is cheaper. */
export const askByField = (call: Call): void => {
  if (call.body.bytes?.includes(FIELD_PREFIX))
    ask(call, findInBody(call.body.sent), `A field with ${FIELD_PREFIX}`)
}

const ask = (call: Call, asked: AskedFault | string | undefined, place: string): void => {
  if (typeof asked === 'string') throw refuse.wrongFault(place, asked)
  if (asked) call.askedFaults.push(asked)
}

/** True if any fault could act on a call; false for most. */
export const canMeetFaults = (call: Call): boolean =>
  (call.askedFaults.length > 0 || !call.workspace.faults.isEmpty) && call.operation !== null

/** The faults that act on a call at a phase, recorded and named in the answer. */
export const faultsAt = (call: Call, phase: FaultPhase): readonly ActedFault[] => {
  // Faults that the call asks for come first; when one of them ends it, no rule acts.
  const asked = call.askedFaults.filter((one) => one.phase === phase)
  const isEnded = asked.some(({ effect }) => endingOf(effect))
  const acting = isEnded ? asked : [...asked, ...rulesAt(call, phase)]
  if (acting.length === 0) return []
  const acted = acting.map(({ source, effect }) => ({ source, effect, phase }))
  call.faults = [...call.faults, ...acted]
  nameFaults(call)
  for (const _ of acted) call.request.server.sandbox.tally.addFault(phase)
  return acted
}

/** Names the faults that have acted in the answer. */
export const nameFaults = ({ reply, faults }: Call): void => {
  reply.header(FAULT_HEADER, describeFaults(faults))
}

const rulesAt = (call: Call, phase: FaultPhase): ActingFault[] => {
  const hasOutcome = phase === 'after' || phase === 'during'
  return call.workspace.faults.apply({
    phase,
    operation: call.operation ?? '',
    isOfDocument: call.route.operation !== undefined,
    ...(hasOutcome && { code: call.code ?? '0' }),
    body: call.body.value,
    isActor: (email) => isActor(call, email),
  })
}

/** True if the user with an e-mail address is the acting user of a call; by default that is the application's owner. */
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
