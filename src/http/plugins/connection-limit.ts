import type { Socket } from 'node:net'
import fp from 'fastify-plugin'
import { refuse } from '../../errors/refusals.ts'
import { LIMITS } from '../../limits.ts'
import { answerOnSocket } from '../client-error.ts'
import { countAnswers } from '../when-over.ts'

/** Answers a connection above the maximum with 503 and closes it: each costs memory for as long as it is open. */
export default fp(
  async (app) => {
    const { maxConnections: max, codes } = app.settings
    /** When each was opened, the oldest first. */
    const open = new Map<Socket, number>()
    app.server.on('connection', (socket) => {
      open.set(socket, performance.now())
      socket.once('close', () => open.delete(socket))
      if (open.size > max && !cutIdle(open))
        answerOnSocket(socket, '503 Service Unavailable', refuse.tooManyConnections(max), codes)
    })
    // A request on a connection that has had its last answer is ignored.
    app.addHook('onRequest', (request, reply, done) => {
      if (request.raw.socket.writableEnded) reply.hijack()
      else done()
    })
  },
  { name: 'connection-limit', dependencies: ['sandbox'] },
)

/** Makes room for a new connection: cuts the oldest idle one; false where every connection is in use. */
const cutIdle = (open: ReadonlyMap<Socket, number>): boolean => {
  const nowMs = performance.now()
  for (const [socket, openedMs] of open) {
    if (nowMs - openedMs < LIMITS.idleConnectionMs.max) return false
    if (countAnswers(socket) > 0) continue
    socket.destroy()
    return true
  }
  return false
}
