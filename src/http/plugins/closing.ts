import type { Socket } from 'node:net'
import fp from 'fastify-plugin'

/**
 * Lets the server close soon: every answer is the last of its connection, and connections that have
 * not asked anything yet are cut.
 */
export default fp(
  async (app) => {
    let isClosing = false
    const silent = new Set<Socket>()
    app.server.on('connection', (socket) => {
      silent.add(socket)
      socket.once('close', () => silent.delete(socket))
    })
    app.server.on('request', (request) => silent.delete(request.socket))
    app.addHook('preClose', async () => {
      isClosing = true
      for (const socket of silent) socket.destroy()
    })
    app.addHook('onSend', (_request, reply, payload, done) => {
      if (isClosing) reply.header('connection', 'close')
      done(null, payload)
    })
  },
  { name: 'closing' },
)
