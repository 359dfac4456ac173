import type { FastifyInstance, FastifyRequest } from 'fastify'
import { badRequest } from '../contract/errors/problem.ts'
import { countBodies, parseBody } from '../http/bodies/json-body.ts'

const JSON_TYPE = /^application\/([\w.-]+\+)?json[\t ]*(;|$)/i

const wrongType = ({ headers }: FastifyRequest): Error | undefined => {
  const type = headers['content-type'] ?? ''
  return JSON_TYPE.test(type)
    ? undefined
    : badRequest(`Content-Type must be application/json, got "${type}"`)
}

/** Reads bodies as JSON; without a body, a route gets an empty object, which its schema judges. */
export const readControlBodies = (app: FastifyInstance): void => {
  countBodies(app, wrongType)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    const refusal = wrongType(request)
    if (refusal) return done(refusal)
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
