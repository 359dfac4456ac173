import type { TSchema } from '@sinclair/typebox'
import type {
  FastifySchemaCompiler,
  FastifySerializerCompiler,
  FastifyServerOptions,
} from 'fastify'
import { refusalFor, refusalForAll } from '../contract/validation/describe-error.ts'
import { findErrorInText, findErrors } from '../contract/validation/validator.ts'

/**
 * The `schemaController` of an application that sets its own compilers: with it Fastify does not load its default ones,
 * which a start does not need.
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

const MAX_ERRORS = 20

/** Values of the largest body whose errors are all looked for. */
const MAX_VALUES = 1_000

export const lazyValidator: FastifySchemaCompiler<unknown> = ({ schema, httpPart }) => {
  const judged = schema as TSchema
  if (httpPart === 'body')
    return (value) => {
      const errors = findErrors(judged, value, MAX_ERRORS, MAX_VALUES)
      return errors.length > 0 ? { error: refusalForAll(errors, value) } : { value }
    }
  return (value) => {
    const error = findErrorInText(judged, value)
    return error ? { error: refusalFor(error) } : { value }
  }
}
