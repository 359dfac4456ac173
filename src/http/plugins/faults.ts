import type {
  DoneFuncWithErrOrRes,
  FastifyReply,
  FastifyRequest,
  HookHandlerDoneFunction,
  RouteOptions,
} from 'fastify'
import fp from 'fastify-plugin'
import type { Sandbox } from '../../workspaces/sandbox.ts'
import { actOnBytes, discard, goNoFurther } from '../faults/act-on-bytes.ts'
import { actOnCall, type FaultDependencies } from '../faults/act-on-call.ts'
import { askByField, askByHeader } from '../faults/ask-for-fault.ts'
import { faultsAt, nameOf } from '../faults/met-faults.ts'
import { Pauses } from '../faults/pauses.ts'
import type { Payload } from '../faults/spoil-bytes.ts'

interface FaultOptions {
  sandbox: Sandbox
  /** Whether calls can ask for faults themselves, by header or field. */
  takesAsked: boolean
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The calls that faults delay. */
    pauses: Pauses
  }
}

/**
 * Lets go wrong what a workspace's rules and the calls themselves ask for, in four phases: on arrival,
 * ahead of the guard; before the operation; after its commit; during the bytes of the answer.
 */
export default fp<FaultOptions>(
  async (app, { sandbox, takesAsked }) => {
    const options = { sandbox, pauses: new Pauses() }
    app.decorate('pauses', options.pauses)
    app.decorateRequest('faults', undefined)
    app.addHook('onRequest', (request, reply, done) => {
      if (nameOf(request) === undefined) return done()
      if (takesAsked) askByHeader(request)
      return settle(actOnCall(request, reply, 'arrival', options), done)
    })
    app.addHook('onSend', (request, reply, payload, done) => {
      if (nameOf(request) === undefined || request.faults?.isRefused) return done(null, payload)
      return afterCommit(request, reply, payload as Payload, options, done)
    })
    // Hooks of a route itself run last: after every guard, and when all headers are there.
    app.addHook('onRoute', (route) => {
      const { config } = route
      if (!config?.operation && !config?.supportingRoute) return
      addHooks(route, takesAsked, options)
    })
    app.addHook('preClose', async () => options.pauses.endAll())
  },
  { name: 'faults', dependencies: ['find-workspace'] },
)

const addHooks = (route: RouteOptions, takesAsked: boolean, options: FaultDependencies): void => {
  route.preHandler = [
    route.preHandler ?? [],
    (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => {
      if (takesAsked) askByField(request)
      return settle(actOnCall(request, reply, 'before', options), done)
    },
  ].flat()
  route.onSend = [
    route.onSend ?? [],
    (request: FastifyRequest, reply: FastifyReply, payload: unknown, done: DoneFuncWithErrOrRes) =>
      duringBytes(request, reply, payload as Payload, options, done),
  ].flat()
}

/** Goes on when faults have acted, at once where none waits; a call that is over meanwhile is left as it is. */
const settle = (
  acted: boolean | Promise<boolean>,
  done: HookHandlerDoneFunction,
): Promise<unknown> | undefined => {
  // Fastify waits for the promise, and catches what is thrown behind it; a callback would throw into nothing.
  if (acted instanceof Promise) return acted
  done()
  return undefined
}

const afterCommit = (
  request: FastifyRequest,
  reply: FastifyReply,
  payload: Payload,
  options: FaultDependencies,
  done: DoneFuncWithErrOrRes,
): Promise<Payload> | undefined => {
  const acted = orDiscard(payload, () => actOnCall(request, reply, 'after', options))
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
  payload: Payload,
  { pauses }: FaultDependencies,
  done: DoneFuncWithErrOrRes,
): Promise<Payload> | undefined => {
  const acting = faultsAt(request, reply, 'during')
  if (acting.length > 0) return actOnBytes(request, reply, payload, acting, pauses)
  done(null, payload)
  return undefined
}
