import type {
  FastifyInstance,
  onRequestHookHandler,
  onSendHookHandler,
  preHandlerHookHandler,
} from 'fastify'
import fp from 'fastify-plugin'
import { Refusal, type RefusalKind } from '../../contract/errors/refusal.ts'
import { REFUSALS, refuse } from '../../contract/errors/refusals.ts'
import type { FaultEffect, FaultPhase } from '../../instruments/faults/fault-schema.ts'
import type { Call } from '../call.ts'
import { askByField, askByHeader, canMeetFaults, faultsAt } from '../faults/met-faults.ts'
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
  { name: 'faults', dependencies: ['find-workspace'] },
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
  return spoilBytes(call, payload as Payload, acting)
}

/** Applies the faults of a phase to a call that has sent no byte of an answer yet: waits, cuts the connection, or refuses. */
const act = async (call: Call, phase: FaultPhase): Promise<void> => {
  const { raw, server } = call.request
  const acting = faultsAt(call, phase)
  const pause = pauseOf(call, acting)
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
  if (!kind)
    return new Refusal(code, `A fault of the sandbox refuses this call with the code ${code}`)
  const sentence = `A fault of the sandbox refuses this call: ${kind.when}`
  return new Refusal(code, kind.usualMessage ?? sentence, kind.http)
}
