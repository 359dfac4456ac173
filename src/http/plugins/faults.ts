import type {
  DoneFuncWithErrOrRes,
  FastifyReply,
  FastifyRequest,
  HookHandlerDoneFunction,
  RouteOptions,
} from 'fastify'
import fp from 'fastify-plugin'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { actOnBytes, discard } from '../faults/act-on-bytes.ts'
import { actOnCall, type FaultSurroundings } from '../faults/act-on-call.ts'
import { askByField, askByHeader } from '../faults/ask-for-fault.ts'
import { faultsAt, nameOf } from '../faults/met-faults.ts'
import { Pauses } from '../faults/pauses.ts'
import type { Payload } from '../faults/spoil-bytes.ts'

interface FaultOptions {
  sandbox: Sandbox
  /** Whether calls can ask for faults themselves, by header or field. */
  takesAsked: boolean
}

/**
 * Lets go wrong what a workspace's rules and the calls themselves ask for, in four phases: on arrival,
 * ahead of the guard; before the operation; after its commit; during the bytes of the answer.
 */
export default fp<FaultOptions>(
  async (app, { sandbox, takesAsked }) => {
    const around = { sandbox, pauses: new Pauses() }
    app.decorateRequest('faults', undefined)
    app.addHook('onRequest', (request, reply, done) => {
      if (nameOf(request) === undefined) return done()
      if (takesAsked) askByHeader(request)
      settle(() => actOnCall(request, reply, 'arrival', around), done)
    })
    app.addHook('onSend', (request, reply, payload, done) => {
      if (nameOf(request) === undefined || request.faults?.isRefused) return done(null, payload)
      afterCommit(request, reply, payload as Payload, around, done)
    })
    // Hooks of a route itself run last: after every guard, and when all headers are there.
    app.addHook('onRoute', (route) => {
      const { config } = route
      if (!config?.operation && !config?.companion) return
      addHooks(route, takesAsked, around)
    })
    app.addHook('preClose', async () => around.pauses.endAll())
  },
  { name: 'faults', dependencies: ['find-workspace'] },
)

const addHooks = (route: RouteOptions, takesAsked: boolean, around: FaultSurroundings): void => {
  route.preHandler = [
    route.preHandler ?? [],
    (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => {
      if (takesAsked) askByField(request)
      settle(() => actOnCall(request, reply, 'before', around), done)
    },
  ].flat()
  route.onSend = [
    route.onSend ?? [],
    (request: FastifyRequest, reply: FastifyReply, payload: unknown, done: DoneFuncWithErrOrRes) =>
      duringBytes(request, reply, payload as Payload, around, done),
  ].flat()
}

/** Goes on when faults have acted; a call that is over meanwhile is left as it is. */
const settle = (act: () => boolean | Promise<boolean>, done: HookHandlerDoneFunction): void => {
  const acted = act()
  if (acted instanceof Promise) acted.then(() => done(), done)
  else done()
}

const afterCommit = (
  request: FastifyRequest,
  reply: FastifyReply,
  payload: Payload,
  around: FaultSurroundings,
  done: DoneFuncWithErrOrRes,
): void => {
  const goOn = (goesOn: boolean) => (goesOn ? done(null, payload) : discard(payload))
  const fail = (error: Error) => {
    discard(payload)
    done(error)
  }
  try {
    const acted = actOnCall(request, reply, 'after', around)
    if (acted instanceof Promise) acted.then(goOn).catch(fail)
    else goOn(acted)
  } catch (error) {
    fail(error as Error)
  }
}

const duringBytes = (
  request: FastifyRequest,
  reply: FastifyReply,
  payload: Payload,
  { pauses }: FaultSurroundings,
  done: DoneFuncWithErrOrRes,
): void => {
  const acting = faultsAt(request, reply, 'during')
  if (acting.length === 0) {
    done(null, payload)
    return
  }
  actOnBytes(request, reply, payload, acting, pauses).then(
    (changed) => changed && done(null, changed.payload),
    done,
  )
}
