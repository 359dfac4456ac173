import { validateHeaderName, validateHeaderValue } from 'node:http'
import type { FastifyReply } from 'fastify'

/** Removes headers that cannot be sent, so that the answer about that error does not fail on them again. */
export const dropUnsendableHeaders = (reply: FastifyReply): void => {
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (!isSendable(name, value)) reply.removeHeader(name)
}

const isSendable = (name: string, value: unknown): boolean => {
  try {
    validateHeaderName(name)
    for (const one of [value].flat()) validateHeaderValue(name, String(one))
    return value !== undefined
  } catch {
    return false
  }
}
