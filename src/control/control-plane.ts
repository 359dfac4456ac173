import type { FastifyPluginAsync } from 'fastify'
import type { Operation } from '../contract/operation.ts'
import { controlRefusal } from '../http/control-access.ts'
import { answerProblem } from '../http/errors.ts'
import { matchedRoute } from '../http/request.ts'
import { plainSerializer } from '../http/validation.ts'
import { viewerRoutes } from '../routes/viewer/viewer-routes.ts'
import approvals from './approvals.ts'
import assumptions from './assumptions.ts'
import audit, { auditChanges } from './audit.ts'
import check from './check.ts'
import clock from './clock.ts'
import { readControlBodies } from './control-bodies.ts'
import coverage from './coverage.ts'
import credentials from './credentials.ts'
import expectations from './expectations.ts'
import faults from './faults.ts'
import findings from './findings.ts'
import fixtures from './fixtures.ts'
import journal from './journal.ts'
import keys from './keys.ts'
import library from './library.ts'
import openapi from './openapi.ts'
import portals from './portals.ts'
import records from './records.ts'
import reset from './reset.ts'
import seed from './seed.ts'
import server from './server.ts'
import snapshots from './snapshots.ts'
import states from './states.ts'
import { completeSchema, findTargetWorkspace } from './target-workspace.ts'
import transfer from './transfer.ts'
import variants from './variants.ts'
import variation from './variation.ts'
import workspaces from './workspaces.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The operations of the document, which journal and faults know by their numbers. */
    readonly operations: readonly Operation[]
  }
  interface FastifyContextConfig {
    /** True if a route of the control plane returns the same bytes to everyone, and so needs no admin key. */
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
  credentials,
  library,
  records,
  approvals,
  portals,
  seed,
  states,
  keys,
  audit,
  check,
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
  auditChanges(app)
  app.addHook('onSend', (request, reply, payload, done) => {
    reply.headers({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'server-timing': `total;dur=${request.call.elapsedMs.toFixed(3)}`,
    })
    done(null, payload)
  })
  app.register(async (json) => {
    readControlBodies(json)
    for (const feature of FEATURES) json.register(feature)
  })
  app.register(transfer)
  app.register(viewerRoutes, { method: ['GET'] })
}
