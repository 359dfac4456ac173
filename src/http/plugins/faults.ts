import type {
  DoneFuncWithErrOrRes,
  FastifyReply,
  FastifyRequest,
  HookHandlerDoneFunction,
} from 'fastify'
import fp from 'fastify-plugin'
import { actOnCall } from '../faults/act-on-call.ts'
import { askByField, askByHeader, faultsAt } from '../faults/met-faults.ts'
import { Pauses } from '../faults/pauses.ts'
import { goNoFurther, type Payload, spoilBytes } from '../faults/spoil-bytes.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The calls that faults delay. */
    pauses: Pauses
  }
}

/**
 * Makes calls fail as the rules of a workspace and the calls themselves ask, in four phases: on arrival,
 * before the guard; before the operation; after its commit; during the bytes of the answer.
 */
export default fp(
  async (app) => {
    const takesAsked = app.settings.profile !== 'staging'
    const pauses = new Pauses()
    app.decorate('pauses', pauses)
    app.addHook('onRequest', ({ call }, _reply, done) => {
      if (call.operation === null) return done()
      if (takesAsked) askByHeader(call)
      return settle(actOnCall(call, 'arrival'), done)
    })
    app.addHook('onSend', ({ call }, _reply, payload, done) => {
      if (!call?.operation || call.isRefusedByFault) return done(null, payload)
      const acted = actOnCall(call, 'after')
      if (acted instanceof Promise)
        return acted.then((goesOn) => (goesOn ? payload : goNoFurther()))
      if (acted) done(null, payload)
      return undefined
    })
    const actBefore = (
      { call }: FastifyRequest,
      _reply: FastifyReply,
      done: HookHandlerDoneFunction,
    ) => {
      if (takesAsked && !call.isUntracked) askByField(call)
      return settle(actOnCall(call, 'before'), done)
    }
    // Hooks of a route itself run last: after every guard, and when all headers are there.
    app.addHook('onRoute', (route) => {
      if (!route.config?.operation && !route.config?.supportingRoute) return
      route.preHandler = [route.preHandler ?? [], actBefore].flat()
      route.onSend = [route.onSend ?? [], duringBytes].flat()
    })
    app.addHook('preClose', async () => pauses.endAll())
  },
  { name: 'faults', dependencies: ['find-workspace'] },
)

/** Goes on when faults have acted, at once where none waits; does not go on with a call that is over. */
const settle = (
  acted: boolean | Promise<boolean>,
  done: HookHandlerDoneFunction,
): Promise<unknown> | undefined => {
  // Fastify awaits the promise and handles its rejection; an error thrown after a callback would be lost.
  if (acted instanceof Promise) return acted
  done()
  return undefined
}

const duringBytes = (
  { call, raw }: FastifyRequest,
  _reply: FastifyReply,
  payload: unknown,
  done: DoneFuncWithErrOrRes,
): Promise<Payload> | undefined => {
  // A caller that has gone gets no bytes, and its answer may be that of a fault already.
  const acting = raw.socket.destroyed ? [] : faultsAt(call, 'during')
  if (acting.length > 0) return spoilBytes(call, payload as Payload, acting)
  done(null, payload)
  return undefined
}
