import type { FastifyInstance } from 'fastify'
import { badRequest } from '../errors/problem.ts'
import { countBodies, parseBody } from '../http/bodies/json-body.ts'

const JSON_TYPE = /^application\/([\w.-]+\+)?json[\t ]*(;|$)/i

/** Reads bodies as JSON; without a body, a route gets an empty object, which its schema judges. */
export const readControlBodies = (app: FastifyInstance): void => {
  countBodies(app)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (request, body, done) => {
    const type = request.headers['content-type'] ?? ''
    if (body.length === 0) return done(null, undefined)
    if (!JSON_TYPE.test(type))
      return done(badRequest(`Content-Type must be application/json, got "${type}"`))
    try {
      done(null, parseBody(request, body, 'an object'))
    } catch (error) {
      done(error as Error)
    }
  })
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.routeOptions.schema?.body && request.body === undefined) request.body = {}
    done()
  })
}
