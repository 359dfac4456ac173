import fp from 'fastify-plugin'
import { refuse } from '../../kernel/errors.ts'
import { answerOnSocket } from '../client-error.ts'

interface ConnectionLimit {
  max: number
  /** Codes to answer instead of ours. */
  codes: ReadonlyMap<string, string>
}

/** Answers a connection above the maximum with 503 and closes it: each costs memory for as long as its caller likes. */
export default fp<ConnectionLimit>(
  async (app, { max, codes }) => {
    let open = 0
    app.server.on('connection', (socket) => {
      open += 1
      socket.once('close', () => {
        open -= 1
      })
      if (open > max)
        answerOnSocket(socket, '503 Service Unavailable', refuse.tooManyConnections(max), codes)
    })
    // What arrives on a connection that has had its last answer is not acted on.
    app.addHook('onRequest', (request, reply, done) => {
      if (request.raw.socket.writableEnded) reply.hijack()
      else done()
    })
  },
  { name: 'connection-limit' },
)
