import type { FastifyRequest } from 'fastify'
import { variantOf } from '../contract/assumptions/index.ts'
import type { BareContext, CallFiles, ServiceContext } from '../domain/call.ts'
import { resolveActor } from './actor.ts'

/** What a call needs beside its request. */
export interface ServiceOptions {
  /** Where addresses in the answer begin. */
  baseUrl: string
  signedAddressSeconds: number
  filesPath: string
  files: CallFiles
  /** The name in the request of a field that a rule names; the same without it. */
  nameField?: (name: string) => string
}

/** What services are told of a call, in the workspace and at the instant of now. */
export const makeBareContext = (
  { state }: FastifyRequest,
  options: ServiceOptions,
): BareContext => {
  const { workspace } = state
  const nowMs = workspace.clock.now()
  const expiresAtMs = nowMs + options.signedAddressSeconds * 1_000
  return {
    store: workspace.store,
    files: options.files,
    nowMs,
    variant: (id) => {
      state.assumptions.add(id)
      return variantOf(id, workspace.record.variants)
    },
    warn: (code, field) =>
      state.warn(code, field === undefined ? undefined : (options.nameField?.(field) ?? field)),
    uuid: (counter) => workspace.uuid(counter),
    signedUrl: (path) => {
      workspace.issuedUrls.add(expiresAtMs)
      return options.baseUrl + workspace.signUrl(options.filesPath, path, expiresAtMs)
    },
  }
}

/** The same with who acts; `actingUser` is the user named by `x-open-api-user`, if one is. */
export const makeServiceContext = (
  request: FastifyRequest,
  options: ServiceOptions,
  actingUser: string | undefined,
): ServiceContext => ({
  ...makeBareContext(request, options),
  actor: resolveActor(request.state, actingUser),
  failing: request.state.failing,
})
