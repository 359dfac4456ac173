import cors from '@fastify/cors'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { SANDBOX_HEADERS } from './sandbox-headers.ts'

/** The control plane is never for pages of other origins. */
const CLOSED = /^\/_sandbox(\/|$)/

/** Answers preflights of browsers on the document's surfaces: E3, E6, E11 and E19 are called from pages. */
export default fp(
  async (app) => {
    await app.register(cors, {
      delegator: (request, done) => {
        if (CLOSED.test(pathOf(request.url))) done(null, { origin: false })
        else
          done(null, {
            origin: true,
            methods: ['POST', 'PUT', 'GET', 'HEAD', 'DELETE'],
            exposedHeaders: [...SANDBOX_HEADERS],
            maxAge: 600,
            preflight: isPreflight(request.headers),
          })
      },
    })
  },
  { name: 'document-cors' },
)

/** The path as the router sees it, with its escapes resolved. */
const pathOf = (url: string): string => {
  const path = url.split('?')[0] ?? ''
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** Another OPTIONS is no question of a browser and is answered like any method. */
const isPreflight = (headers: FastifyRequest['headers']): boolean =>
  headers.origin !== undefined && headers['access-control-request-method'] !== undefined
