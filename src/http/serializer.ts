import type { TSchema } from '@sinclair/typebox'
import type { FastifySerializerCompiler } from 'fastify'

/**
 * The serializer compiler of the application. Response schemas describe answers and never change one: a serializer
 * made of a schema would drop keys that the schema does not have.
 */
export const plainSerializer: FastifySerializerCompiler<TSchema> = () => (value) =>
  JSON.stringify(value)
