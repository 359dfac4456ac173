import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { isStreamed } from '../bodies/count-bodies.ts'
import { tellToContinue } from '../bodies/streamed-body.ts'

/** Bounds the JSON bodies of all routes, each by its own limit or else by the setting. */
export default fp(
  async (app) => {
    const { maxBodyBytes } = app.settings
    // After the guards, so that a client that waits for 100 Continue sends only a body that will be read.
    app.addHook('preParsing', (request, reply, payload, done) => {
      if (isWanted(request)) tellToContinue(request, reply)
      done(null, payload)
    })
    app.addHook('onRoute', (route) => {
      route.bodyLimit = route.config?.body?.maxBytes ?? maxBodyBytes
    })
  },
  { name: 'bodies', dependencies: ['sandbox'] },
)

/** Whether the route reads a body of this size; routes of files tell their clients to continue themselves. */
const isWanted = (request: FastifyRequest): boolean => {
  const { headers, is404, routeOptions } = request
  if (is404 || routeOptions.config.takesFile) return false
  const isShort = Number(headers['content-length'] ?? 0) <= routeOptions.bodyLimit
  return isShort || isStreamed(request)
}
