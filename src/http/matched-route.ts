import type { FastifyContextConfig, FastifyRequest } from 'fastify'

/** What a route says of itself; `url` is its path with the names of its parameters, absent where no route matched. */
type MatchedRoute = FastifyContextConfig & { readonly url?: string }

declare module 'fastify' {
  interface FastifyRequest {
    matchedRoute: MatchedRoute | undefined
  }
}

const NONE: MatchedRoute = {}

/** The route of a request. Fastify makes its `routeOptions` anew at every look, and each call has a dozen. */
export const matchedRoute = (request: FastifyRequest): MatchedRoute => {
  request.matchedRoute ??= request.routeOptions.config ?? NONE
  return request.matchedRoute
}
