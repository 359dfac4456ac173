import type { Socket } from 'node:net'
import fp from 'fastify-plugin'
import { countAnswers, wheneverIdle } from '../when-over.ts'

/**
 * Lets the server close soon: the last pending answer ends its connection, and connections that wait
 * for no answer are cut, also those with a part of a request. Fastify's `forceCloseConnections: 'idle'` takes
 * a connection that has sent nothing yet for a busy one, and browsers open such connections ahead.
 */
export default fp(
  async (app) => {
    let isClosing = false
    const open = new Set<Socket>()
    // An answer that had begun before the server closes has not said that it is the last.
    const endWhenIdle = (socket: Socket): void => wheneverIdle(socket, () => socket.destroySoon())
    app.server.on('connection', (socket) => {
      open.add(socket)
      socket.once('close', () => open.delete(socket))
      if (isClosing) endWhenIdle(socket)
    })
    app.addHook('preClose', async () => {
      isClosing = true
      for (const socket of open)
        if (countAnswers(socket) === 0) socket.destroy()
        else endWhenIdle(socket)
    })
    app.addHook('onSend', (request, reply, payload, done) => {
      // Node ends the connection behind this header, also where further calls are unanswered.
      const isLast = countAnswers(request.raw.socket) <= 1
      if (isClosing && isLast) reply.header('connection', 'close')
      done(null, payload)
    })
  },
  { name: 'closing' },
)
