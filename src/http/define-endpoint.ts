import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Static, TSchema } from '@sinclair/typebox'
import { AnswerEnvelope, RequestEnvelope } from '../contract/envelope.ts'
import type { RefusalName } from '../contract/errors/refusals.ts'
import type { OperationExample } from '../contract/example.ts'
import type { JsonPieces } from '../contract/json-pieces.ts'
import type { Operation, OutcomeName } from '../contract/operation.ts'
import type { OperationHandler } from './answer.ts'
import type { EndpointContext } from './call-context.ts'
import { operationRoute } from './pipeline.ts'
import type { BodyLimit } from './request.ts'

/**
 * The route plugin of one operation, which carries its description. It needs `app.sandbox` and `app.settings`, and
 * `request.call` where it is called.
 */
export type Endpoint = FastifyPluginAsyncTypebox & { readonly operation: Operation }

type Special =
  | 'surface'
  | 'shape'
  | 'hasBodyToken'
  | 'hasUserHeader'
  | 'fromPages'
  | 'lifecycle'
  | 'outcomes'
  | 'onlyWith'
  | 'assumes'
  | 'variation'

interface Definition<P extends TSchema, R extends TSchema, Prepared>
  extends Omit<Operation, Special | 'body' | 'answer' | 'refuses'>,
    Partial<Pick<Operation, Special>>,
    Pick<OperationHandler<Static<P>, Prepared>, 'prepare' | 'waits'> {
  path: `/${string}`
  param: P
  result: R
  refuses?: readonly RefusalName[]
  /** The bounds of its body, where they are not the usual ones. */
  bodyLimit?: BodyLimit
  examples: readonly OperationExample<'success' | OutcomeName | RefusalName>[]
  handle: (
    call: EndpointContext<Static<P>>,
    prepared: Prepared | undefined,
  ) => Static<R> | JsonPieces
}

export const defineEndpoint = <P extends TSchema, R extends TSchema, Prepared = undefined>({
  surface = 'server-side',
  shape = 'plain',
  hasBodyToken = surface === 'server-side',
  hasUserHeader = false,
  fromPages = surface === 'portal',
  assumes = [],
  lifecycle = 'current',
  refuses = [],
  outcomes = {},
  onlyWith = {},
  variation = {},
  bodyLimit,
  prepare,
  waits,
  handle,
  ...described
}: Definition<P, R, Prepared>): Endpoint => {
  const body =
    surface === 'portal' ? described.param : RequestEnvelope(described.param, hasBodyToken)
  const answer = AnswerEnvelope(shape, described.result)
  const headers = { hasBodyToken, hasUserHeader }
  const known = {
    surface,
    shape,
    fromPages,
    assumes,
    lifecycle,
    refuses,
    outcomes,
    onlyWith,
    variation,
  }
  const operation = { ...described, ...known, ...headers, body, answer }
  const route = routeOf<Static<P>, Prepared>({ operation, prepare, waits, handle }, bodyLimit)
  // The name under which Fastify lists the plugin, and the one without which it searches all loaded modules for the plugin.
  const name = `${operation.id} ${operation.summary}`
  Object.defineProperty(route, 'name', { value: name })
  return Object.assign(route, { operation, [Symbol.for('fastify.display-name')]: name })
}

const routeOf =
  <Param, Prepared>(
    handler: OperationHandler<Param, Prepared>,
    bodyLimit: BodyLimit | undefined,
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { operation } = handler
    const config = { operation, ...(bodyLimit && { body: bodyLimit }) }
    app.post(operation.path, { config, ...operationRoute(handler) })
  }
