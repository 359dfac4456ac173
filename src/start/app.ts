import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import { StartError } from '../contract/errors/caller-error.ts'
import type { Surface } from '../contract/operation.ts'
import { controlPlane } from '../control/control-plane.ts'
import { CATALOGUE, ENDPOINTS } from '../endpoints/index.ts'
import { refusalBody } from '../http/answer.ts'
import { readNoBodies } from '../http/bodies/json-body.ts'
import type { Endpoint } from '../http/define-endpoint.ts'
import { answerProblem, answerRefusal, describeSocketProblem } from '../http/errors.ts'
import { createServerApp, type ListenerOptions } from '../http/http-server.ts'
import { addFaultsOfRoutes, addFirstSteps, addLastSteps, surface } from '../http/pipeline.ts'
import calls from '../http/plugins/calls.ts'
import connections from '../http/plugins/connections.ts'
import decorators from '../http/plugins/decorators.ts'
import faults from '../http/plugins/faults.ts'
import loopMonitor from '../http/plugins/loop-monitor.ts'
import replyCheck from '../http/plugins/reply-check.ts'
import { CONTROL_BASE, isControlPath } from '../http/request.ts'
import { takeWorkspacePrefix } from '../http/start-call.ts'
import { LIMITS } from '../kernel/limits.ts'
import { consoleRoutes } from '../routes/console.ts'
import { downloadRoutes } from '../routes/downloads.ts'
import { frontPageRoutes } from '../routes/front-page.ts'
import { grantRoute } from '../routes/grant.ts'
import { health } from '../routes/health.ts'
import { metricsRoute } from '../routes/metrics/metrics-routes.ts'
import { answerNotFound } from '../routes/not-found.ts'
import { openapiRoutes } from '../routes/openapi.ts'
import { tokenRoutes } from '../routes/tokens.ts'
import { uploadBytes } from '../routes/upload-bytes.ts'
import { uploadRoutes } from '../routes/uploads.ts'
import { viewerRoutes } from '../routes/viewer/viewer-routes.ts'

const PAGE_PATHS = new Set(CATALOGUE.filter(({ fromPages }) => fromPages).map(({ path }) => path))

/** The router measures parameters before all escapes are resolved, in UTF-16 units: at most three for a character. */
const LONGEST_PARAM = 3 * LIMITS.snapshotName.max

/** Builds the application, which does not listen yet. It is the same in production and in tests. */
export const buildApp = async (options: ListenerOptions): Promise<FastifyInstance> => {
  const app = createApp(options)
  await registerPlugins(app, options)
  return app
}

/** The application without a plugin: how it treats connections, URLs and schemas. */
export const createApp = (options: ListenerOptions): FastifyInstance => {
  const { config } = options
  const answer = answerRefusal()
  const app = createServerApp({
    ...options,
    rewriteUrl: takeWorkspacePrefix,
    maxParamLength: LONGEST_PARAM,
    answerError: (error, request, reply) => {
      if (isControlPath(request.url)) answerProblem(error, request, reply)
      else answer(error, request, reply)
    },
    describeRefusal: (refusal, status, requestId, url) => {
      if (url && isControlPath(url)) return describeSocketProblem(refusal, status, requestId, url)
      const { code, message } = refusal
      return {
        type: 'application/json; charset=utf-8',
        body: refusalBody(config.codes.get(code) ?? code, message),
      }
    },
  })
  app.setErrorHandler(answer)
  readNoBodies(app)
  return app
}

/** Registers everything that the application consists of: plugins for all routes, then the routes of each surface. */
export const registerPlugins = async (
  app: FastifyInstance,
  { sandbox, config }: ListenerOptions,
): Promise<void> => {
  app.setNotFoundHandler(answerNotFound(operationPaths(config)))
  app.register(decorators, { sandbox, settings: config })
  app.register(replyCheck)
  app.register(connections)
  app.register(calls)
  app.register(loopMonitor)
  app.register(faults)
  // What these plugins keep, the steps of each request use.
  addFirstSteps(app, PAGE_PATHS)
  addLastSteps(app, config)
  addFaultsOfRoutes(app)
  await registerRoutes(app)
}

/** Registers the routes of each surface; they need the list of routes and the decorators. */
export const registerRoutes = async (app: FastifyInstance): Promise<void> => {
  app.register(frontPageRoutes)
  app.register(health)
  app.register(metricsRoute)
  app.register(openapiRoutes)
  app.register(viewerRoutes, { method: ['GET', 'HEAD'] })
  app.register(consoleRoutes)
  for (const name of ['server-side', 'portal'] as const)
    app.register(surface, { surface: name, endpoints: endpointsOf(name) })
  app.register(tokenRoutes)
  app.register(grantRoute)
  app.register(uploadRoutes)
  app.register(uploadBytes)
  app.register(downloadRoutes)
  app.register(controlPlane, { prefix: CONTROL_BASE, operations: CATALOGUE })
  // To await each plugin by itself would cost a start more.
  await app.after()
}

const endpointsOf = (surface: Surface): readonly Endpoint[] =>
  ENDPOINTS.filter(({ operation }) => operation.surface === surface)

/** The paths of all operations, and of the tokens and grants, which settings place. */
const operationPaths = ({ tokenPath, refreshPath, grantPath }: Config): ReadonlySet<string> => {
  const paths = new Set(CATALOGUE.map(({ path }) => path))
  for (const path of [tokenPath, refreshPath, grantPath]) {
    if (paths.has(path)) throw new StartError(`${path} is already the path of an operation`)
    paths.add(path)
  }
  return paths
}
