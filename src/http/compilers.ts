import type { TSchema } from '@sinclair/typebox'
import type {
  FastifySchemaCompiler,
  FastifySerializerCompiler,
  FastifyServerOptions,
} from 'fastify'
import { refusalFor } from '../validation/describe-error.ts'
import { findError, findErrorInText } from '../validation/validator.ts'

/**
 * The `schemaController` of an application that sets its own compilers: with it Fastify does not load its default ones,
 * which are left out of the bundle.
 */
export const NO_DEFAULT_COMPILERS: NonNullable<FastifyServerOptions['schemaController']> = {
  compilersFactory: {
    buildValidator: () => (): never => {
      throw new Error('the validator compiler is not set')
    },
    buildSerializer: () => () => JSON.stringify,
  },
}

/**
 * The serializer compiler of the application. Response schemas describe answers and never change one: a serializer
 * made of a schema would drop keys that the schema does not have.
 */
export const plainSerializer: FastifySerializerCompiler<unknown> = () => (value) =>
  JSON.stringify(value)

export const lazyValidator: FastifySchemaCompiler<unknown> = ({ schema, httpPart }) => {
  const find = httpPart === 'body' ? findError : findErrorInText
  return (value) => {
    const error = find(schema as TSchema, value)
    return error ? { error: refusalFor(error) } : { value }
  }
}
