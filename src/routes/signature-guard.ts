import type { FastifyRequest } from 'fastify'
import { refuse } from '../errors/refusals.ts'
import { formatInstant } from '../kernel/timestamps.ts'

/** Lets a request pass whose address its workspace has signed and whose time is not over (A-file-1); answers its path. */
export const requireSignature = ({ context, url }: FastifyRequest): string => {
  const { clock } = context.workspace
  const judged = context.workspace.verifyUrl(url)
  if (!judged.isSigned) throw refuse.unsignedAddress(judged.reason)
  if (judged.expiresAtMs <= clock.now())
    throw refuse.expiredAddress(formatInstant(judged.expiresAtMs))
  return judged.path
}
