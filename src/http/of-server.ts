import type { FastifyRequest } from 'fastify'
import { isControlPath } from './control-path.ts'
import { matchedRoute } from './matched-route.ts'

const OF_SERVER =
  /^\/(?:$|_sandbox|livez|readyz|metrics|openapi(?:\.\w+)?|llms\.txt|docs|console|favicon\.ico|robots\.txt|\.well-known)(?=\/|$)/

/** Whether a call is to the server itself, or one that browsers try at any server. */
export const isOfServer = (request: FastifyRequest): boolean => {
  const { url } = matchedRoute(request)
  if (url !== undefined) return OF_SERVER.test(url)
  const path = request.url.split('?', 1)[0] ?? ''
  // A client whose base URL lacks a path sends its calls to the root.
  return (path !== '/' && OF_SERVER.test(path)) || isControlPath(path)
}
