import type { FastifyRequest } from 'fastify'
import type { Surface } from '../contract/operation.ts'
import type { BareContext, CallFiles, ServiceContext, WaitingContext } from '../domain/call.ts'
import { originOf } from './server-origin.ts'

/** The context of a call of an operation: what services need, and the parameters. */
export interface EndpointContext<Param> extends ServiceContext {
  readonly param: Param
  /** The parameters as they were sent, with every null and unknown field; for what is kept as it came. */
  readonly sent: unknown
}

/** The context of a call of an operation before its transaction. */
export interface PreparingContext<Param> extends WaitingContext {
  readonly param: Param
}

/** What the context of a call needs beside its request. */
export interface ContextOptions {
  readonly surface: Surface
  readonly files: CallFiles
  /** The name in the request of a field that a rule names; the same without it. */
  readonly nameField?: (name: string) => string
}

/** The context of a call without an actor, in the workspace and at the present instant. */
export const makeBareContext = (
  request: FastifyRequest,
  { surface, files, nameField = sameName }: ContextOptions,
): BareContext => {
  const { state } = request
  const { workspace } = state
  const { lifetimes, filesPath } = request.server.settings
  const nowMs = workspace.clock.now()
  const expiresAtMs = nowMs + lifetimes.signedAddressSeconds * 1_000
  let baseUrl: string | undefined
  return {
    store: workspace.store,
    files,
    nowMs,
    variant: (id) => {
      state.assumptions.add(id)
      return state.variant(id)
    },
    warn: (code, field) => state.warn(code, field === undefined ? field : nameField(field)),
    outcome: (name) => state.outcome(name),
    uuid: (counter) => workspace.uuid(counter),
    signedUrl: (path) => {
      if (!state.isUntracked) workspace.issuedUrls.add(expiresAtMs)
      baseUrl ??= baseUrlOf(request, surface)
      return baseUrl + workspace.signUrl(filesPath, path, expiresAtMs)
    },
  }
}

/** What the context of an operation has beside that of every call. */
type OperationParts<Param> = Pick<EndpointContext<Param>, 'actor' | 'param' | 'sent'>

/** The context of a call of an operation. */
export const makeEndpointContext = <Param>(
  request: FastifyRequest,
  options: ContextOptions,
  { actor, param, sent }: OperationParts<Param>,
): EndpointContext<Param> => {
  const { failing } = request.state
  const { store, files, nowMs, variant, warn, outcome, uuid, signedUrl } = makeBareContext(
    request,
    options,
  )
  // Named one by one: a copy by spread or assign takes longer than a simple query.
  return {
    store,
    files,
    nowMs,
    variant,
    warn,
    outcome,
    uuid,
    signedUrl,
    actor,
    failing,
    param,
    sent,
  }
}

const sameName = (name: string): string => name

/** The base of URLs in an answer: the setting, else the host that the request names. */
const baseUrlOf = (request: FastifyRequest, surface: Surface): string => {
  const { portalUrl } = request.server.settings
  return (surface === 'portal' ? portalUrl : undefined) ?? originOf(request)
}
