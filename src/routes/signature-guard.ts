import type { FastifyRequest } from 'fastify'
import { refuse } from '../errors/refusals.ts'
import { formatInstant } from '../kernel/timestamps.ts'

/** Lets a request pass whose address its workspace has signed and whose time is not over (A-file-1); answers its path. */
export const requireSignature = ({ state, url }: FastifyRequest): string => {
  const { clock } = state.workspace
  const judged = state.workspace.verifyUrl(url)
  if (!judged.isSigned) throw refuse.unsignedUrl(judged.reason)
  if (judged.expiresAtMs <= clock.now()) throw refuse.expiredUrl(formatInstant(judged.expiresAtMs))
  return judged.path
}
