import type { RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import type { Config } from '../../config/config.ts'
import type { Sandbox } from '../../workspaces/sandbox.ts'

declare module 'fastify' {
  interface FastifyInstance {
    readonly sandbox: Sandbox
    readonly settings: Config
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
