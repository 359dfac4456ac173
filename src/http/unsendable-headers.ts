import { validateHeaderName, validateHeaderValue } from 'node:http'
import type { FastifyReply } from 'fastify'

/** Takes headers off an answer that cannot be sent, so that an error about them does not meet them again. */
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
