import type {
  DoneFuncWithErrOrRes,
  FastifyReply,
  FastifyRequest,
  HookHandlerDoneFunction,
  RouteOptions,
} from 'fastify'
import fp from 'fastify-plugin'
import { actOnBytes, discard, goNoFurther } from '../faults/act-on-bytes.ts'
import { actOnCall } from '../faults/act-on-call.ts'
import { askByField, askByHeader } from '../faults/ask-for-fault.ts'
import { faultsAt, type MetFaults, nameOf } from '../faults/met-faults.ts'
import { Pauses } from '../faults/pauses.ts'
import type { Payload } from '../faults/spoil-bytes.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The calls that faults delay. */
    pauses: Pauses
  }
  interface FastifyRequest {
    /** Undefined while no fault concerns the call. */
    faults: MetFaults | undefined
  }
}

/**
 * Makes calls fail as the rules of a workspace and the calls themselves ask, in four phases: on arrival,
 * before the guard; before the operation; after its commit; during the bytes of the answer.
 */
export default fp(
  async (app) => {
    // Whether calls can ask for faults themselves, by header or field.
    const takesAsked = app.settings.profile !== 'staging'
    const pauses = new Pauses()
    app.decorate('pauses', pauses)
    app.decorateRequest('faults', undefined)
    app.addHook('onRequest', (request, reply, done) => {
      if (nameOf(request) === undefined) return done()
      if (takesAsked) askByHeader(request)
      return settle(actOnCall(request, reply, 'arrival'), done)
    })
    app.addHook('onSend', (request, reply, payload, done) => {
      if (nameOf(request) === undefined || request.faults?.isRefused) return done(null, payload)
      return afterCommit(request, reply, payload as Payload, done)
    })
    // Hooks of a route itself run last: after every guard, and when all headers are there.
    app.addHook('onRoute', (route) => {
      const { config } = route
      if (!config?.operation && !config?.supportingRoute) return
      addHooks(route, takesAsked)
    })
    app.addHook('preClose', async () => pauses.endAll())
  },
  { name: 'faults', dependencies: ['find-workspace'] },
)

const addHooks = (route: RouteOptions, takesAsked: boolean): void => {
  route.preHandler = [
    route.preHandler ?? [],
    (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => {
      if (takesAsked && !request.state.isUntracked) askByField(request)
      return settle(actOnCall(request, reply, 'before'), done)
    },
  ].flat()
  route.onSend = [route.onSend ?? [], duringBytes].flat()
}

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

const afterCommit = (
  request: FastifyRequest,
  reply: FastifyReply,
  payload: Payload,
  done: DoneFuncWithErrOrRes,
): Promise<Payload> | undefined => {
  const acted = orDiscard(payload, () => actOnCall(request, reply, 'after'))
  if (acted instanceof Promise) return goOnWith(payload, acted)
  if (acted) done(null, payload)
  else discard(payload)
  return undefined
}

const goOnWith = async (payload: Payload, acting: Promise<boolean>): Promise<Payload> => {
  const goesOn = await acting.catch((error: unknown) => {
    discard(payload)
    throw error
  })
  if (goesOn) return payload
  discard(payload)
  return goNoFurther()
}

const orDiscard = <T>(payload: Payload, act: () => T): T => {
  try {
    return act()
  } catch (error) {
    discard(payload)
    throw error
  }
}

const duringBytes = (
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: DoneFuncWithErrOrRes,
): Promise<Payload> | undefined => {
  // A caller that has gone gets no bytes, and its answer may be that of a fault already.
  const acting = request.raw.socket.destroyed ? [] : faultsAt(request, reply, 'during')
  if (acting.length > 0) return actOnBytes(request, reply, payload as Payload, acting)
  done(null, payload)
  return undefined
}
