import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { variantOf } from '../contract/assumptions/index.ts'
import { JsonPieces, JsonText } from '../contract/json-text.ts'
import type { Operation } from '../contract/operation.ts'
import type { CallFiles } from '../domain/call.ts'
import { type Files, NO_FILES } from '../files/files.ts'
import { findError } from '../validation/validator.ts'
import type { Endpoint, EndpointCall } from './define-endpoint.ts'
import { successBody } from './envelope.ts'
import { startStretch } from './loop-stretches.ts'
import { errorInBody, nameInBody, paramIn } from './param-in-body.ts'
import type { RequestState } from './request-state.ts'
import { makeBareContext, makeServiceContext, type ServiceOptions } from './service-context.ts'

/** What the http layer needs of the application's settings. */
export interface HttpSettings {
  /** Base of addresses in answers, per surface; without it the Host of the request counts. */
  publicUrl: string | undefined
  portalUrl: string | undefined
  signedAddressSeconds: number
  /** Below it lie uploads and downloads. */
  filesPath: string
  uploadSeconds: number
  /** Where tokens are asked for and refreshed, for refusals to name. */
  tokenPath: string
  refreshPath: string
  /** Codes of refusals to answer instead of ours. */
  codes: ReadonlyMap<string, string>
  /** Check every reply against its schema, and fail when it does not fit. */
  checkReplies: boolean
}

/** Answers the body of an endpoint's success; one that has to wait for files is awaited first. */
export const answerCall = (
  endpoint: Endpoint,
  request: FastifyRequest,
  settings: HttpSettings,
  files: Files,
): string | Readable | Promise<string | Readable> => {
  const { prepare } = endpoint
  if (!prepare) return answerPrepared(endpoint, request, settings, NO_FILES, undefined)
  const { state } = request
  // Made only where something waits: a signal costs more than many a query.
  const waiting = {
    workspace: state.workspace.id,
    get signal() {
      return state.signal
    },
  }
  const work = async (callFiles: CallFiles) => {
    const call = makeBareContext(request, optionsOf(endpoint, request, settings, callFiles))
    const param = paramIn(request.body, endpoint.surface) as never
    const ready = await prepare({
      ...call,
      param,
      get signal() {
        return state.signal
      },
    }).catch((error: unknown) => {
      throw errorInBody(error, endpoint.surface)
    })
    startStretch(request.state.lifetime)
    return answerPrepared(endpoint, request, settings, callFiles, ready)
  }
  return files.whileHeld(work, waiting)
}

/** Runs an endpoint inside the one transaction of its call. */
const answerPrepared = (
  endpoint: Endpoint,
  request: FastifyRequest,
  settings: HttpSettings,
  files: CallFiles,
  ready: unknown,
): string | Readable => {
  const { state } = request
  // Another database may have taken the place of the one that was there when the call arrived.
  const database = state.workspace.open()
  state.lifetime.keepOpen(database)
  const result = database.store.transaction(() => {
    const call = endpointCall(endpoint, request, settings, files)
    const answered = handle(endpoint, call, ready)
    if (settings.checkReplies) checkReply(endpoint, answered)
    return answered
  })
  return answerWith(state, result, shapeOf(endpoint, state))
}

const handle = (endpoint: Endpoint, call: EndpointCall<never>, ready: unknown): unknown => {
  try {
    return endpoint.handle(call, ready as never)
  } catch (error) {
    throw errorInBody(error, endpoint.surface)
  }
}

/** The body of a success in the words of the workspace; from here on the call counts as answered. */
export const answerWith = (
  state: RequestState,
  payload: unknown,
  shape: Operation['shape'],
): string | Readable => {
  const { workspace, assumptions, nonce } = state
  if (nonce !== undefined) workspace.nonces.add(nonce)
  const message = variantOf('A-reply-1', workspace.record.variants)
  if (message !== 'success') assumptions.add('A-reply-1')
  state.code = '0'
  const working = () => startStretch(state.lifetime)
  return successBody(payload, { shape, message, traceId: () => workspace.nextTraceId(), working })
}

const endpointCall = (
  endpoint: Endpoint,
  request: FastifyRequest,
  settings: HttpSettings,
  files: CallFiles,
): EndpointCall<never> => ({
  ...makeServiceContext(
    request,
    optionsOf(endpoint, request, settings, files),
    endpoint.surface === 'server-side' ? actingUserOf(request) : undefined,
  ),
  param: paramIn(request.body, endpoint.surface) as never,
  sent: paramIn(request.state.sentBody, endpoint.surface),
})

const optionsOf = (
  { surface }: Endpoint,
  request: FastifyRequest,
  settings: HttpSettings,
  files: CallFiles,
): ServiceOptions => ({
  ...serviceOptionsOf(request, settings, surface, files),
  nameField: (name) => nameInBody(name, surface),
})

/** What a call on a surface needs beside its request, as the settings have it. */
export const serviceOptionsOf = (
  request: FastifyRequest,
  settings: HttpSettings,
  surface: Operation['surface'],
  files: CallFiles,
): ServiceOptions => ({
  baseUrl: baseUrlOf(request, settings, surface),
  signedAddressSeconds: settings.signedAddressSeconds,
  filesPath: settings.filesPath,
  files,
})

/** E20's empty object stands alone or in the envelope (A-20-1). */
const shapeOf = (
  endpoint: Endpoint,
  { workspace, assumptions }: RequestState,
): Endpoint['shape'] => {
  if (endpoint.shape !== 'empty') return endpoint.shape
  assumptions.add('A-20-1')
  return variantOf('A-20-1', workspace.record.variants) === 'bare' ? 'empty' : 'plain'
}

const actingUserOf = ({ headers }: FastifyRequest): string | undefined => {
  const header = headers['x-open-api-user']
  return typeof header === 'string' ? header : undefined
}

/** Where the addresses in an answer begin: where settings say, else where the request went. */
const baseUrlOf = (
  request: FastifyRequest,
  settings: HttpSettings,
  surface: Operation['surface'],
): string => {
  const configured = surface === 'portal' ? settings.portalUrl : settings.publicUrl
  return configured ?? settings.publicUrl ?? `http://${request.host || 'localhost'}`
}

const plainValue = (result: unknown): unknown => {
  if (result instanceof JsonText) return JSON.parse(result.text)
  return result instanceof JsonPieces ? JSON.parse([...result].join('')) : result
}

const checkReply = (endpoint: Endpoint, result: unknown): void => {
  const value = plainValue(result)
  const wrong = findError(endpoint.result, value)
  if (wrong)
    throw new Error(
      `${endpoint.id} answers what it should not: ${wrong.instancePath} ${wrong.message}`,
    )
}
