import fp from 'fastify-plugin'
import { PendingBodies } from '../bodies/pending-bodies.ts'

/** Bounds the JSON bodies of all routes, each by its own limit or else by the setting, and all of them together. */
export default fp<{ maxBytes: number }>(
  async (app, { maxBytes }) => {
    app.decorate('pendingBodies', new PendingBodies())
    app.decorateRequest('reservation', undefined)
    app.addHook('onRoute', (route) => {
      route.bodyLimit = route.config?.body?.maxBytes ?? maxBytes
    })
  },
  { name: 'bodies' },
)
