import type {
  FastifyInstance,
  onRequestHookHandler,
  onSendHookHandler,
  preHandlerHookHandler,
} from 'fastify'
import fp from 'fastify-plugin'
import { quote } from '../../contract/errors/quote.ts'
import { Refusal, type RefusalKind } from '../../contract/errors/refusal.ts'
import { REFUSALS, refuse } from '../../contract/errors/refusals.ts'
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
import type { FaultEffect, FaultPhase } from '../../instruments/faults/fault-schema.ts'
import { foldCase } from '../../kernel/text.ts'
import type { Call } from '../call.ts'
import { namedUser } from '../call-context.ts'
import { Pauses, pauseOf } from '../faults/pauses.ts'
import { cut, goNoFurther, type Payload, spoilBytes } from '../faults/spoil-bytes.ts'

declare module 'fastify' {
  interface FastifyInstance {
    pauses: Pauses
  }
}

/**
 * Keeps the delays of calls. The hooks below make calls fail as the rules of a workspace and the calls themselves ask, in four
 * phases. A call that meets no fault waits for no promise.
 */
export default fp(
  async (app) => {
    const pauses = new Pauses()
    app.decorate('pauses', pauses)
    app.addHook('preClose', async () => pauses.endAll())
  },
  { name: 'faults', dependencies: ['calls'] },
)

/** Staging takes no faults that calls ask for. */
const takesAsked = ({ settings }: FastifyInstance): boolean => settings.profile !== 'staging'

export const faultsOnArrival: onRequestHookHandler = ({ call, server }, _reply, done) => {
  if (takesAsked(server) && call.operation !== null) askByHeader(call)
  return canMeetFaults(call) ? act(call, 'arrival') : done()
}

export const faultsBefore: preHandlerHookHandler = ({ call, server }, _reply, done) => {
  if (takesAsked(server) && !call.isUntracked) askByField(call)
  return canMeetFaults(call) ? act(call, 'before') : done()
}

export const faultsAfter: onSendHookHandler = ({ call }, _reply, payload, done) => {
  if (!call || call.isRefusedByFault || !canMeetFaults(call)) return done(null, payload)
  return act(call, 'after').then(() => payload)
}

export const faultsDuring: onSendHookHandler = ({ call, raw }, _reply, payload, done) => {
  // A caller that has gone gets no bytes, and its answer may be that of a fault already.
  const acting = raw.socket.destroyed || !canMeetFaults(call) ? [] : faultsAt(call, 'during')
  if (acting.length === 0) return done(null, payload)
  const pause = pauseOf(call, acting)
  nameFaults(call)
  return spoilBytes(call, payload as Payload, acting, pause)
}

/** Applies the faults of a phase to a call that has sent no byte of an answer yet: waits, cuts the connection, or refuses. */
const act = async (call: Call, phase: FaultPhase): Promise<void> => {
  const { raw, server } = call.request
  const acting = faultsAt(call, phase)
  const pause = pauseOf(call, acting)
  if (acting.length > 0) nameFaults(call)
  if (pause) {
    call.body.releaseBytes()
    await pause()
    const { id } = call.workspace
    // Before the operation, a caller that has gone leaves nothing behind.
    if (phase !== 'after' && raw.socket.destroyed) return goNoFurther(call)
    if (phase !== 'after' && server.sandbox.find(id) !== call.workspace)
      throw refuse.unknownWorkspace(id)
  }
  for (const { effect } of acting) {
    if (effect.wrongChecksum) call.reply.header(CRC64, '1')
    if (effect.reset) {
      cut(call, true)
      return goNoFurther(call)
    }
    const refusal = refusalOf(effect)
    if (!refusal) continue
    call.isRefusedByFault = true
    throw refusal
  }
}

const CRC64 = 'x-oss-hash-crc64ecma'

/** The refusal that an effect answers, with its usual sentence where that needs nothing of the call. */
const refusalOf = ({ code, status }: FaultEffect): Refusal | undefined => {
  if (code === undefined) {
    if (status === undefined) return undefined
    const { code: own, message } = refuse.faultStatus(status)
    return new Refusal(own, message, { status })
  }
  const kinds: readonly RefusalKind[] = Object.values(REFUSALS)
  const kind = kinds.find((known) => known.code === code)
  if (!kind) return new Refusal(code, `An injected fault refuses this call with the code ${code}`)
  const sentence = `An injected fault returns this error: ${kind.when}`
  return new Refusal(code, kind.usualMessage ?? sentence, kind.http)
}

const FAULT_HEADER = 'x-sandbox-fault'

const askByHeader = (call: Call): void => {
  const text = call.headers[FAULT_HEADER]
  if (text !== undefined)
    ask(call, readHeader(String(text)), `Header ${FAULT_HEADER}: ${quote(text)}`)
}

/** Takes the fault that a field requests; the body is searched as it came first, which is cheaper. */
const askByField = (call: Call): void => {
  if (call.body.bytes?.includes(FIELD_PREFIX))
    ask(call, findInBody(call.body.sent), `A field with ${FIELD_PREFIX}`)
}

const ask = (call: Call, asked: AskedFault | string | undefined, place: string): void => {
  if (typeof asked === 'string') throw refuse.wrongFault(place, asked)
  if (asked) call.askedFaults.push(asked)
}

/** Whether any fault could act on a call; false for most. */
const canMeetFaults = (call: Call): boolean =>
  (call.askedFaults.length > 0 || !call.workspace.faults.isEmpty) && call.operation !== null

/** The faults that act on a call at a phase, recorded and named in the answer. */
const faultsAt = (call: Call, phase: FaultPhase): readonly ActedFault[] => {
  // Faults that the call asks for come first; when one of them ends it, no rule acts.
  const asked = call.askedFaults.filter((one) => one.phase === phase)
  const isEnded = asked.some(({ effect }) => endingOf(effect))
  const acting = isEnded ? asked : [...asked, ...rulesAt(call, phase)]
  if (acting.length === 0) return []
  const acted = acting.map(({ source, effect }) => ({ source, effect, phase }))
  call.faults = [...call.faults, ...acted]
  for (const _ of acted) call.request.server.sandbox.tally.addFault(phase)
  return acted
}

/** Names the faults that have acted in the answer. */
const nameFaults = ({ reply, faults }: Call): void => {
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
