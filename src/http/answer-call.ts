import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { JsonPieces, JsonText } from '../contract/json-text.ts'
import { variantOf } from '../contract/ledger/index.ts'
import type { Operation } from '../contract/operation.ts'
import { resolveActor } from './actor.ts'
import type { CallContext } from './context.ts'
import type { Endpoint, EndpointCall } from './define-endpoint.ts'
import { successBody } from './envelope.ts'
import { findMisfit } from './validation.ts'

/** What the http layer needs of the application's settings. */
export interface HttpSettings {
  /** Base of addresses in answers, per surface; without it the Host of the request counts. */
  publicUrl: string | undefined
  portalUrl: string | undefined
  signedAddressSeconds: number
  /** Where tokens are asked for and refreshed, for refusals to name. */
  tokenPath: string
  refreshPath: string
  /** Codes of refusals to answer instead of ours. */
  codes: ReadonlyMap<string, string>
  /** Check every reply against its schema, and fail when it does not fit. */
  checkReplies: boolean
}

/** Runs an endpoint inside the one transaction of its call and answers the body of the success. */
export const answerCall = (
  endpoint: Endpoint,
  request: FastifyRequest,
  settings: HttpSettings,
): string | Readable => {
  const { context } = request
  const { workspace } = context
  const result = workspace.world.transaction(() => {
    const answered = endpoint.handle(makeCall(endpoint, request, settings))
    if (settings.checkReplies) checkReply(endpoint, answered)
    return answered
  })
  return answerWith(context, result, shapeOf(endpoint, context))
}

/** The body of a success in the words of the workspace; from here on the call counts as answered. */
export const answerWith = (
  context: CallContext,
  payload: unknown,
  shape: Operation['shape'],
): string | Readable => {
  const { workspace, assumed } = context
  const message = variantOf('A-reply-1', workspace.record.variants)
  if (message !== 'success') assumed.add('A-reply-1')
  context.code = '0'
  return successBody(payload, { shape, message, traceId: () => workspace.nextTraceId() })
}

const makeCall = (
  endpoint: Endpoint,
  request: FastifyRequest,
  settings: HttpSettings,
): EndpointCall<never> => {
  const { context } = request
  const { workspace } = context
  const nowMs = workspace.clock.now()
  const base = baseUrl(endpoint, request, settings)
  const expiresAtMs = nowMs + settings.signedAddressSeconds * 1_000
  return {
    store: workspace.world,
    actor: resolveActor(context, actingUser(endpoint, request)),
    nowMs,
    param: paramOf(endpoint, request.body) as never,
    sent: paramOf(endpoint, context.sentBody),
    assume: (id) => {
      context.assumed.add(id)
      return variantOf(id, workspace.record.variants)
    },
    find: (code, field) => context.find(code, field),
    uuid: (counter) => workspace.uuid(counter),
    address: (path) => base + workspace.signFilePath(path, expiresAtMs),
  }
}

/** E20's empty object stands alone or in the envelope (A-20-1). */
const shapeOf = (endpoint: Endpoint, { workspace, assumed }: CallContext): Endpoint['shape'] => {
  if (endpoint.shape !== 'empty') return endpoint.shape
  assumed.add('A-20-1')
  return variantOf('A-20-1', workspace.record.variants) === 'bare' ? 'empty' : 'plain'
}

const actingUser = (endpoint: Endpoint, request: FastifyRequest): string | undefined => {
  const header = request.headers['x-open-api-user']
  return endpoint.surface === 'server-side' && typeof header === 'string' ? header : undefined
}

const paramOf = (endpoint: Endpoint, body: unknown): unknown =>
  endpoint.surface === 'portal' ? body : (body as { param: unknown }).param

const baseUrl = (endpoint: Endpoint, request: FastifyRequest, settings: HttpSettings): string => {
  const configured = endpoint.surface === 'portal' ? settings.portalUrl : settings.publicUrl
  return configured ?? settings.publicUrl ?? `http://${request.host || 'localhost'}`
}

const plainValue = (result: unknown): unknown => {
  if (result instanceof JsonText) return JSON.parse(result.text)
  return result instanceof JsonPieces ? JSON.parse([...result].join('')) : result
}

const checkReply = (endpoint: Endpoint, result: unknown): void => {
  const value = plainValue(result)
  const misfit = findMisfit(endpoint.result, value)
  if (misfit)
    throw new Error(
      `${endpoint.id} answers what it should not: ${misfit.instancePath} ${misfit.message}`,
    )
}
