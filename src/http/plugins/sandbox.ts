import type { RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import type { Config } from '../../config/config.ts'
import type { Sandbox } from '../../workspaces/sandbox.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** All workspaces of the server. */
    readonly sandbox: Sandbox
    /** The settings that the server was started with. */
    readonly settings: Config
    /** Every route that was registered, in order: suggestions for wrong paths and the documents are made of them. */
    readonly routeList: readonly RouteOptions[]
  }
}

/** Decorates the application with what every route needs, and bounds the JSON body of each route. */
export default fp<{ sandbox: Sandbox; settings: Config }>(
  async (app, { sandbox, settings }) => {
    app.decorate('sandbox', sandbox)
    app.decorate('settings', settings)
    const routes: RouteOptions[] = []
    app.decorate('routeList', routes)
    app.addHook('onRoute', (route) => {
      route.bodyLimit = route.config?.body?.maxBytes ?? settings.maxBodyBytes
      routes.push(route)
    })
  },
  { name: 'sandbox' },
)
