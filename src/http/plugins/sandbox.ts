import fp from 'fastify-plugin'
import type { Config } from '../../config/config.ts'
import type { Sandbox } from '../../workspaces/sandbox.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** All workspaces of the server. */
    readonly sandbox: Sandbox
    /** The settings that the server was started with. */
    readonly settings: Config
  }
}

/** Decorates the application with what every route needs: the workspaces and the settings. */
export default fp<{ sandbox: Sandbox; settings: Config }>(
  async (app, { sandbox, settings }) => {
    app.decorate('sandbox', sandbox)
    app.decorate('settings', settings)
  },
  { name: 'sandbox' },
)
