import type { RouteOptions } from 'fastify'
import { readConfig } from '#src/config/config.ts'
import decorators from '#src/http/plugins/decorators.ts'
import { CONTROL_BASE } from '#src/http/request.ts'
import { createApp, registerRoutes } from '#src/start/app.ts'
import type { Sandbox } from '#src/workspaces/sandbox.ts'

/** The routes of a server, as they are registered; none of them is called, so no sandbox is opened. */
export const serverRoutes = async (): Promise<readonly RouteOptions[]> => {
  const config = readConfig([], {})
  const sandbox = {} as Sandbox
  const app = createApp({ sandbox, config })
  await app.register(decorators, { sandbox, settings: config })
  await registerRoutes(app)
  return app.routeList
}

/** The routes of the control plane. */
export const controlRoutes = async (): Promise<readonly RouteOptions[]> =>
  (await serverRoutes()).filter(({ url }) => `${url}/`.startsWith(`${CONTROL_BASE}/`))
