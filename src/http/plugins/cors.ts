import cors from '@fastify/cors'
import fp from 'fastify-plugin'
import { SANDBOX_HEADERS } from './sandbox-headers.ts'

/** The control plane is never for pages of other origins. */
const CLOSED = /^\/_sandbox(\/|\?|$)/

/** Answers preflights of browsers on the document's surfaces: E3, E6, E11 and E19 are called from pages. */
export default fp(
  async (app) => {
    await app.register(cors, {
      delegator: (request, done) => {
        if (CLOSED.test(request.url)) done(null, { origin: false })
        else
          done(null, {
            origin: true,
            methods: ['POST', 'PUT', 'GET', 'HEAD', 'DELETE'],
            exposedHeaders: [...SANDBOX_HEADERS],
            maxAge: 600,
          })
      },
    })
  },
  { name: 'document-cors' },
)
