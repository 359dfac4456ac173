import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { TSchema } from '@sinclair/typebox'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { findError } from '../validation/validator.ts'

/** Makes an answer that does not fit the response schema of its route a defect; what fits goes out unchanged. */
export const checkReplies = (app: FastifyInstance): void => {
  app.addHook('onSend', async (request, reply, payload) => {
    const schema = schemaOf(reply)
    if (!schema) return payload
    const json = payload instanceof Readable ? await text(payload) : String(payload)
    const wrong = findError(schema, JSON.parse(json))
    if (!wrong) return json
    const { url } = request.routeOptions
    throw new Error(
      `The answer of ${request.method} ${url} does not fit its schema: ${wrong.instancePath} ${wrong.message}`,
    )
  })
}

/** The schema of an answer in JSON that the route defines. */
const schemaOf = ({ request, statusCode }: FastifyReply): TSchema | undefined => {
  const responses = request.routeOptions.schema?.response as Record<number, TSchema> | undefined
  const schema = responses?.[statusCode]
  return schema === undefined || schema.type === 'null' || 'content' in schema ? undefined : schema
}
