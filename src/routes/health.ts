import type { FastifyPluginAsync } from 'fastify'

/** Probes: `/livez` while the process runs, `/readyz` while it takes calls. */
export const health: FastifyPluginAsync = async (app) => {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.get('/livez', { exposeHeadRoute: true }, () => ({ status: 'alive' }))
  app.get('/readyz', { exposeHeadRoute: true }, (_request, reply) =>
    isClosing ? reply.status(503).send({ status: 'closing' }) : reply.send({ status: 'ready' }),
  )
}
