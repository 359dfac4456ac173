import fp from 'fastify-plugin'

/** While the server closes, every answer is the last of its connection: nobody is kept waiting. */
export default fp(
  async (app) => {
    let isClosing = false
    app.addHook('preClose', async () => {
      isClosing = true
    })
    app.addHook('onSend', (_request, reply, payload, done) => {
      if (isClosing) reply.header('connection', 'close')
      done(null, payload)
    })
  },
  { name: 'closing' },
)
