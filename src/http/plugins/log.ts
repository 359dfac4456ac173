import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { describeCall, levelOfCall, loggedCall } from '../journal/logged-call.ts'
import { matchedRoute } from '../matched-route.ts'
import { whenOver } from '../when-over.ts'

declare module 'fastify' {
  interface FastifyBaseLogger {
    /** Whether a line of a level would be written; asked before a line is made. */
    isLevelEnabled?(level: string): boolean
  }
}

/**
 * Logs every call in one line, when its answer is out or its connection has ended: at the level of its worst finding, else at
 * `info`, and at `debug` what a console, a monitor or a browser calls. Without a log no hook runs.
 */
export default fp(
  async (app) => {
    if (!app.log.isLevelEnabled?.('error')) return
    app.addHook('onRequest', (request, reply, done) => {
      logWhenOver(request, reply)
      done()
    })
    app.addHook('onSend', (request, _reply, payload, done) => {
      // A large body is released when the answer is out.
      if (request.countedBody && request.log.isLevelEnabled?.('info'))
        request.state.description = describeCall(request)
      done(null, payload)
    })
  },
  { name: 'call-log', dependencies: ['bodies'] },
)

/** Logs a call when it is over. */
export const logWhenOver = (request: FastifyRequest, reply: FastifyReply): void => {
  // Node knows the address of an ended connection only when it was read before.
  void request.socket.remoteAddress
  whenOver(request.raw, reply.raw, () => {
    const level = levelOfCall(request, reply)
    if (!request.log.isLevelEnabled?.(level)) return
    const { operation } = matchedRoute(request)
    const text = operation ? `${operation.id} ${operation.summary}` : 'call'
    request.log[level](loggedCall(request, reply), text)
  })
}
