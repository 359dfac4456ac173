import type { RouteOptions } from 'fastify'
import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route that was registered, in order. */
    readonly routeList: readonly RouteOptions[]
  }
}

/** Keeps a list of the routes, from which suggestions for wrong paths and the interface documents are made. */
export default fp(
  async (app) => {
    const routes: RouteOptions[] = []
    app.decorate('routeList', routes)
    app.addHook('onRoute', (route) => {
      routes.push(route)
    })
  },
  { name: 'route-list' },
)
