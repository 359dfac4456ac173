import type { FastifyRequest } from 'fastify'
import { variantOf } from '../contract/assumptions/index.ts'
import type { BareCall, Call, CallFiles } from '../domain/call.ts'
import { resolveActor } from './actor.ts'

/** What a call needs beside its request. */
export interface CallSurroundings {
  /** Where addresses in the answer begin. */
  baseUrl: string
  signedAddressSeconds: number
  filesPath: string
  files: CallFiles
}

/** What services are told of a call, in the workspace and at the instant of now. */
export const makeBareCall = ({ context }: FastifyRequest, around: CallSurroundings): BareCall => {
  const { workspace } = context
  const nowMs = workspace.clock.now()
  const expiresAtMs = nowMs + around.signedAddressSeconds * 1_000
  return {
    store: workspace.world,
    files: around.files,
    nowMs,
    assume: (id) => {
      context.assumed.add(id)
      return variantOf(id, workspace.record.variants)
    },
    find: (code, field) => context.find(code, field),
    uuid: (counter) => workspace.uuid(counter),
    address: (path) => {
      workspace.addresses.add(expiresAtMs)
      return around.baseUrl + workspace.signFilePath(around.filesPath, path, expiresAtMs)
    },
  }
}

/** The same with who acts; `actingUser` is the user named by `x-open-api-user`, if one is. */
export const makeCall = (
  request: FastifyRequest,
  around: CallSurroundings,
  actingUser: string | undefined,
): Call => ({
  ...makeBareCall(request, around),
  actor: resolveActor(request.context, actingUser),
  failing: request.context.failing,
})
