import fp from 'fastify-plugin'
import { QuietCollection } from '../bodies/collect-garbage.ts'
import { PendingBodies, type Reservation } from '../bodies/pending-bodies.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The bodies of the calls that are under way. */
    pendingBodies: PendingBodies
  }
  interface FastifyRequest {
    /** The room that the body takes; undefined for a small one. */
    reservation: Reservation | undefined
  }
}

/** Bounds the JSON bodies of all routes, each by its own limit or else by the setting, and all of them together. */
export default fp(
  async (app) => {
    const { maxBodyBytes } = app.settings
    const garbage = new QuietCollection()
    const pending = new PendingBodies(() => garbage.schedule(), app.sandbox.memory.pendingBodies)
    app.decorate('pendingBodies', pending)
    app.addHook('onClose', async () => {
      garbage.close()
      pending.close()
    })
    app.decorateRequest('reservation', undefined)
    app.addHook('onRoute', (route) => {
      route.bodyLimit = route.config?.body?.maxBytes ?? maxBodyBytes
    })
  },
  { name: 'bodies', dependencies: ['sandbox'] },
)
