import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import { refuse } from '../errors/refusals.ts'
import { formatInstant } from '../kernel/timestamps.ts'

/** The path of a request with a URL that its workspace has signed and that has not expired (A-file-1). */
export const signedPathOf = ({ call, url }: FastifyRequest): string => {
  const { clock } = call.workspace
  const judged = call.workspace.verifyUrl(url)
  if (!judged.isSigned) throw refuse.unsignedUrl(judged.reason)
  if (judged.expiresAtMs <= clock.now()) throw refuse.expiredUrl(formatInstant(judged.expiresAtMs))
  return judged.path
}

/** An `onRequest` hook: a request needs a signed URL that has not expired. */
export const requireSignedUrl: onRequestHookHandler = (request, _reply, done) => {
  signedPathOf(request)
  done()
}
