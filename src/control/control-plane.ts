import type { FastifyPluginAsync } from 'fastify'
import type { Operation } from '../contract/operation.ts'
import { notFound } from '../errors/problem.ts'
import { plainSerializer } from '../http/compilers.ts'
import { controlRefusal } from '../http/control-access.ts'
import { answerProblem } from '../http/errors.ts'
import { matchedRoute } from '../http/matched-route.ts'
import { viewerRoutes } from '../viewer/viewer-routes.ts'
import approvals from './approvals/route.ts'
import assumptions from './assumptions/route.ts'
import clock from './clock/route.ts'
import { readControlBodies } from './control-bodies.ts'
import coverage from './coverage/route.ts'
import expectations from './expectations/route.ts'
import faults from './faults/route.ts'
import findings from './findings/route.ts'
import fixtures from './fixtures/route.ts'
import journal from './journal/route.ts'
import library from './library/route.ts'
import openapi from './openapi/route.ts'
import portals from './portals/route.ts'
import records from './records/route.ts'
import reset from './reset/route.ts'
import seed from './seed/route.ts'
import server from './server/route.ts'
import snapshots from './snapshots/route.ts'
import states from './states/route.ts'
import { completeSchema, findTargetWorkspace } from './target-workspace.ts'
import transfer from './transfer/route.ts'
import variants from './variants/route.ts'
import variation from './variation/route.ts'
import workspaces from './workspaces/route.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The operations of the document, which journal and faults know by their numbers. */
    readonly operations: readonly Operation[]
  }
  interface FastifyContextConfig {
    /** Whether a route of the control plane has the same bytes for everyone, and so needs no admin key. */
    isKeyless?: boolean
  }
}

/** The features whose requests have JSON bodies, in the order of the interface document. */
const FEATURES = [
  workspaces,
  reset,
  snapshots,
  clock,
  assumptions,
  variants,
  variation,
  faults,
  journal,
  expectations,
  coverage,
  findings,
  fixtures,
  library,
  records,
  approvals,
  portals,
  seed,
  states,
  server,
  openapi,
]

/** The control plane, registered under `/_sandbox`: closed to pages of other origins and to other hosts. */
export const controlPlane: FastifyPluginAsync<{ operations: readonly Operation[] }> = async (
  app,
  { operations },
) => {
  app.decorate('operations', operations)
  app.setErrorHandler(answerProblem)
  app.setSerializerCompiler(plainSerializer)
  app.addHook('onRoute', completeSchema)
  app.addHook('onRequest', (request, _reply, done) => {
    done(controlRefusal(request, matchedRoute(request)))
  })
  findTargetWorkspace(app)
  addHeaders(app)
  app.register(async (json) => {
    readControlBodies(json)
    for (const feature of FEATURES) json.register(feature)
  })
  app.register(transfer)
  app.register(viewerRoutes, {
    missing: (path) => notFound(`There is nothing at ${path}`),
    method: ['GET'],
  })
}

const addHeaders = (app: Parameters<typeof controlPlane>[0]): void => {
  app.addHook('onSend', (request, reply, payload, done) => {
    reply.headers({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
    reply.header('server-timing', `total;dur=${request.call.elapsedMs.toFixed(3)}`)
    done(null, payload)
  })
}
