import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Config } from './config/config.ts'
import { controlPlane } from './control/control-plane.ts'
import { CATALOGUE } from './endpoints/index.ts'
import { StartError } from './errors/start-error.ts'
import type { HttpSettings } from './http/answer-call.ts'
import { answerProblem } from './http/answer-problem.ts'
import { answerRefusal } from './http/answer-refusal.ts'
import { readNoBodies } from './http/bodies/json-body.ts'
import { answerClientError } from './http/client-error.ts'
import { CONTROL_BASE, isControlPath } from './http/control-path.ts'
import { JournaledResponse } from './http/journal/journaled-response.ts'
import { recordStray } from './http/journal/record-call.ts'
import bodies from './http/plugins/bodies.ts'
import closing from './http/plugins/closing.ts'
import connectionLimit from './http/plugins/connection-limit.ts'
import documentCors from './http/plugins/cors.ts'
import faults from './http/plugins/faults.ts'
import findWorkspace, { takeWorkspacePrefix } from './http/plugins/find-workspace.ts'
import sandboxHeaders from './http/plugins/headers.ts'
import callLog from './http/plugins/log.ts'
import loopMonitor from './http/plugins/loop-monitor.ts'
import routeList from './http/plugins/route-list.ts'
import decorators from './http/plugins/sandbox.ts'
import { portal } from './http/surfaces/portal.ts'
import { serverSide } from './http/surfaces/server-side.ts'
import { lazyValidator } from './http/validator-compiler.ts'
import { LIMITS } from './limits.ts'
import { downloadRoutes } from './routes/downloads.ts'
import { health } from './routes/health.ts'
import { answerNotFound } from './routes/not-found.ts'
import { tokenRoutes } from './routes/tokens.ts'
import { uploadBytes } from './routes/upload-bytes.ts'
import { uploadRoutes } from './routes/uploads.ts'
import type { Sandbox } from './workspaces/sandbox.ts'

/** What the application is made of. */
export interface AppOptions {
  sandbox: Sandbox
  config: Config
  logger?: FastifyBaseLogger
}

/** The router counts before all escapes are resolved, and in halves of surrogate pairs: at most three for a character. */
const LONGEST_PARAM = 3 * LIMITS.snapshotName.max

/** Puts the application together; it listens nowhere yet. The same in production and in tests. */
export const buildApp = async (options: AppOptions): Promise<FastifyInstance> => {
  const { sandbox, config, logger } = options
  const settings = settingsOf(config)
  const { tokenPath, refreshPath } = config
  const answer = answerRefusal(settings)
  const app: FastifyInstance = Fastify({
    ...(logger && { loggerInstance: logger }),
    // All plugins are ours or wait for nothing: a timer for each costs a start more than it guards.
    pluginTimeout: 0,
    logController: new LogController({ disableRequestLogging: true }),
    return503OnClosing: false,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: LONGEST_PARAM },
    requestTimeout: LIMITS.bodyMs.max,
    rewriteUrl: takeWorkspacePrefix,
    frameworkErrors: (error, request, reply) => {
      if (isControlPath(request.url)) return answerProblem(error, request, reply)
      recordStray(request, reply, sandbox.default)
      answer(error, request, reply)
    },
    clientErrorHandler: answerClientError(settings.codes),
    http: { requireHostHeader: false, ServerResponse: JournaledResponse },
  })
  readNoBodies(app)
  takeExpectations(app, config.filesPath)
  // A logger of its own for every request costs more than a simple query and says nothing more.
  app.setChildLoggerFactory((shared) => shared)
  app.setValidatorCompiler(lazyValidator)
  app.setErrorHandler(answer)
  const operationPaths = new Set(CATALOGUE.map(({ path }) => path))
  for (const path of [tokenPath, refreshPath]) {
    if (operationPaths.has(path))
      throw new StartError(`${path} is the path of an operation already`)
    operationPaths.add(path)
  }
  app.setNotFoundHandler(answerNotFound(operationPaths, answer))

  await app.register(routeList)
  await app.register(decorators, { sandbox, settings: config })
  await registerPlugins(app, sandbox, config)

  const onSurface = (wanted: string) => CATALOGUE.filter(({ surface }) => surface === wanted)
  await app.register(health)
  await app.register(serverSide, { sandbox, settings, endpoints: onSurface('server-side') })
  await app.register(portal, { sandbox, settings, endpoints: onSurface('portal') })
  await app.register(tokenRoutes, { sandbox, settings, tokenPath, refreshPath })
  await app.register(uploadRoutes, { sandbox, settings })
  await app.register(uploadBytes, { sandbox, settings })
  await app.register(downloadRoutes, { sandbox, settings })
  await app.register(controlPlane, { prefix: CONTROL_BASE, operations: CATALOGUE })
  return app
}

const registerPlugins = async (
  app: FastifyInstance,
  sandbox: Sandbox,
  { filesPath, profile, maxBodyBytes, maxConnections, codes }: Config,
): Promise<void> => {
  await app.register(connectionLimit, { max: maxConnections, codes })
  await app.register(documentCors)
  await app.register(bodies, {
    maxBytes: maxBodyBytes,
    account: sandbox.memory.pendingBodies,
  })
  await app.register(findWorkspace, { sandbox, filesPath })
  await app.register(sandboxHeaders)
  await app.register(callLog)
  await app.register(closing)
  await app.register(loopMonitor)
  await app.register(faults, { sandbox, takesAsked: profile !== 'staging' })
}

const takeExpectations = ({ server }: FastifyInstance, filesPath: string): void => {
  // Expectations that nobody knows are no reason to leave the envelope.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  // Who asks before sending bytes of a file is told to when they are wanted; every other at once.
  server.on('checkContinue', (request, response) => {
    if (!isAboutFiles(request.url ?? '', filesPath)) response.writeContinue()
    server.emit('request', request, response)
  })
}

const isAboutFiles = (url: string, filesPath: string): boolean =>
  url.replace(/^\/w\/[^/]*/, '').startsWith(`${filesPath}/`)

const settingsOf = ({
  publicUrl,
  portalUrl,
  lifetimes,
  codes,
  checkReplies,
  tokenPath,
  refreshPath,
  filesPath,
}: Config): HttpSettings => ({
  publicUrl,
  portalUrl,
  signedAddressSeconds: lifetimes.signedAddressSeconds,
  uploadSeconds: lifetimes.uploadSeconds,
  filesPath,
  tokenPath,
  refreshPath,
  codes,
  checkReplies,
})
