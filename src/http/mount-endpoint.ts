import { type TSchema, Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import type { Operation } from '../contract/operation.ts'
import { TextOrNull } from '../contract/resources/primitives.ts'
import type { Files } from '../files/files.ts'
import { answerCall, type HttpSettings } from './answer-call.ts'
import type { Endpoint } from './define-endpoint.ts'
import { normaliseBody } from './normalise.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation that a route answers; guards, logs and errors read it here. */
    operation?: Operation
  }
}

/** What a body should be, for who sent none. */
export const EXPECTED_BODY: Readonly<Record<Operation['surface'], string>> = {
  'server-side': 'param',
  portal: 'the parameters',
}

const bodies = new WeakMap<Operation, TSchema>()

/** The schema of the whole request body: `{ token?, param }` on the server side, the parameters on the portal. */
export const bodySchemaOf = (operation: Operation): TSchema => {
  const known = bodies.get(operation)
  if (known) return known
  const schema =
    operation.surface === 'portal'
      ? operation.param
      : Type.Object({ token: Type.Optional(TextOrNull), param: operation.param })
  bodies.set(operation, schema)
  return schema
}

/** Adds the route of an endpoint to its surface. */
export const mountEndpoint = (
  app: FastifyInstance,
  endpoint: Endpoint,
  settings: HttpSettings,
  files: Files,
): void => {
  const body = bodySchemaOf(endpoint)
  app.post(endpoint.path, {
    config: { operation: endpoint, ...(endpoint.body && { body: endpoint.body }) },
    schema: { body },
    preValidation: (request, _reply, done) => {
      normaliseBody(request, body, EXPECTED_BODY[endpoint.surface])
      done()
    },
    handler: (request, reply) => {
      reply.type('application/json; charset=utf-8')
      const answer = answerCall(endpoint, request, settings, files)
      return answer instanceof Promise ? answer : reply.send(answer)
    },
  })
}
