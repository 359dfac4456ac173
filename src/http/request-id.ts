import type { IncomingMessage } from 'node:http'
import type { onRequestHookHandler } from 'fastify'
import { LIMITS } from '../kernel/limits.ts'
import { PROCESS_TAG } from '../kernel/processes.ts'

export const REQUEST_ID = 'x-request-id'

const ALLOWED = new RegExp(`^[\\w.-]{1,${LIMITS.requestIdCharacters.max}}$`)

let last = 0

/** The id that a caller or a proxy gave the request, else one of ours, which no other process gives. */
export const requestIdFor = ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
  const given = headers[REQUEST_ID]
  return typeof given === 'string' && ALLOWED.test(given) ? given : newRequestId()
}

export const newRequestId = (): string => {
  last += 1
  return `req-${PROCESS_TAG}-${last}`
}

/** An `onRequest` hook: answers the id of the request. */
export const sendRequestId: onRequestHookHandler = (request, reply, done) => {
  reply.header(REQUEST_ID, request.id)
  done()
}
