import type { FastifyInstance, FastifyPluginAsync, RouteShorthandOptionsWithHandler } from 'fastify'
import type { Surface } from '../contract/operation.ts'
import { answerOperation, type OperationHandler } from './answer.ts'
import { readJsonBodies } from './bodies/json-body.ts'
import { answerRefusal } from './errors.ts'
import { addSandboxHeaders, answerPages, warnOfMisspelledHeaders } from './headers.ts'
import { closeLastAnswer } from './plugins/connections.ts'
import { faultsAfter, faultsBefore, faultsDuring, faultsOnArrival } from './plugins/faults.ts'
import { checkReply } from './plugins/reply-check.ts'
import { sendRequestId } from './request.ts'
import { ownStream, startCall } from './start-call.ts'
import { requireAppKey, requireSignature, SIGNED_HEADERS } from './surfaces/portal.ts'
import {
  requireAccessToken,
  requireHeaders,
  requireSameBodyToken,
  requireTokenType,
  warnOfOtherBase,
  warnOfPage,
} from './surfaces/server-side.ts'
import {
  EXPECTED_BODY,
  lazyValidator,
  normaliseBodyOf,
  plainSerializer,
  warnOfLifecycle,
} from './validation.ts'

/*
 * The steps of a request to an operation, in the order in which they run:
 *
 *   onRequest      addFirstSteps, the last of them faults of the phase `arrival`; then the guard of the surface
 *   preParsing     the bounds of the body, then its parser (readJsonBodies)
 *   preValidation  the signature of the portal, then operationRoute
 *   validation     the schema of the operation
 *   preHandler     the token in the body, then faults of the phase `before`
 *   handler        acting user, transaction, domain function and envelope (answer.ts)
 *   onSend         addLastSteps, the last of them faults of the phase `after`; then faults of the phase `during`
 *
 * Before them, connection.ts lets one request of a connection begin at a time. observers/observe-call.ts sees each byte go out behind them.
 * Whatever a step throws goes to answerRefusal (errors.ts), whose answer passes the last steps.
 */

/** The first steps of every request, before its route has a say. */
export const addFirstSteps = (app: FastifyInstance, pagePaths: ReadonlySet<string>): void => {
  // Answers the id of the request, which all its log lines have.
  app.addHook('onRequest', sendRequestId)
  // Lets pages of other origins call, and answers a preflight (CORS).
  app.addHook('onRequest', answerPages(pagePaths))
  // Finds the workspace, and starts the call: journal, metrics and log follow it from here.
  app.addHook('onRequest', startCall())
  // A finding for a header that looks like an optional one.
  app.addHook('onRequest', warnOfMisspelledHeaders)
  // Faults of the phase `arrival`: delay, refuse or reset.
  app.addHook('onRequest', faultsOnArrival)
}

/** The guard of the server side (document, "Authentication" 1 to 4). */
const guardServerSide = (app: FastifyInstance): void => {
  // Two findings: a page that calls what only servers call, and a call to the host of the portal.
  app.addHook('onRequest', warnOfPage)
  app.addHook('onRequest', warnOfOtherBase('publicUrl', 'portalUrl'))
  // All required headers are there; then the value of each is judged.
  app.addHook('onRequest', requireHeaders(['Token-type']))
  app.addHook('onRequest', requireTokenType)
  app.addHook('onRequest', requireAccessToken)
  // The token in the body, where it has one, is that of the header.
  app.addHook('preHandler', requireSameBodyToken)
}

/** The guard of the portal (document, "Authentication" 5). */
const guardPortal = (app: FastifyInstance): void => {
  app.addHook('onRequest', warnOfOtherBase('portalUrl', 'publicUrl'))
  app.addHook('onRequest', requireHeaders(SIGNED_HEADERS))
  app.addHook('onRequest', requireAppKey)
  app.addHook('onRequest', requireAccessToken)
  // Timestamp, signature and nonce, when the bytes of the body are there and nothing has changed them.
  app.addHook('preValidation', requireSignature)
}

const GUARDS = { 'server-side': guardServerSide, portal: guardPortal }

interface SurfaceOptions {
  readonly surface: Surface
  readonly endpoints: readonly FastifyPluginAsync[]
}

/** A surface of the document: its guard, its bodies and its errors for each of its endpoints. */
export const surface: FastifyPluginAsync<SurfaceOptions> = async (
  app,
  { surface: name, endpoints },
) => {
  GUARDS[name](app)
  // Counts and bounds the bytes of the body, and parses them as JSON.
  readJsonBodies(app, EXPECTED_BODY[name])
  // Makes the envelope of whatever a step throws.
  app.setErrorHandler(answerRefusal())
  for (const endpoint of endpoints) app.register(endpoint)
}

/** The steps of the route of one operation. */
export const operationRoute = <Param, Prepared>(
  handler: OperationHandler<Param, Prepared>,
): RouteShorthandOptionsWithHandler => {
  const { body, answer, lifecycle, summary, surface: name } = handler.operation
  return {
    schema: { summary, body, response: { 200: answer } },
    preValidation: [
      // A finding for an operation that the document does not recommend.
      ...(lifecycle === 'not recommended' ? [warnOfLifecycle] : []),
      // Takes null in optional fields for absent, and reports unknown fields.
      normaliseBodyOf(body, EXPECTED_BODY[name]),
    ],
    // Validates the body. The compilers of a bare Fastify refuse the keywords by which documents say how a field is known.
    validatorCompiler: lazyValidator,
    serializerCompiler: plainSerializer,
    // Acting user, transaction, domain function and envelope.
    handler: answerOperation(handler),
  }
}

/** The last steps of every request, on the way out. */
export const addLastSteps = (app: FastifyInstance, { checkReplies = false } = {}): void => {
  // Checks the answer by the published documents; successes of operations were checked within their transaction.
  if (checkReplies) app.addHook('onSend', checkReply)
  // Closes the connection behind its last answer.
  app.addHook('onSend', closeLastAnswer)
  // A stream ends with its call.
  app.addHook('onSend', ownStream)
  // Compares the call with those before it, and adds the `x-sandbox-*` headers.
  app.addHook('onSend', addSandboxHeaders)
  // Faults of the phase `after`: the operation is done, and no byte is sent.
  app.addHook('onSend', faultsAfter)
}

/** Faults of the phases `before` and `during`, as steps of each route that can have them. */
export const addFaultsOfRoutes = (app: FastifyInstance): void => {
  // Steps of a route itself run behind all others: after every guard, and when all headers are there.
  app.addHook('onRoute', (route) => {
    if (!route.config?.operation && !route.config?.supportingRoute) return
    route.preHandler = [route.preHandler ?? [], faultsBefore].flat()
    route.onSend = [route.onSend ?? [], faultsDuring].flat()
  })
}
