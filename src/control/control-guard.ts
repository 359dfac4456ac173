import type { FastifyInstance } from 'fastify'
import { controlRefusal } from '../http/control-access.ts'
import { matchedRoute } from '../http/matched-route.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a route of the control plane has the same bytes for everyone, and so needs no admin key. */
    isKeyless?: boolean
  }
}

/** Closes the control plane to callers without the admin key or, where none is set, to pages of other sites. */
export const guardControlPlane = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, _reply, done) => {
    done(controlRefusal(request, matchedRoute(request)))
  })
}
