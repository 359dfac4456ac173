import type { TSchema } from '@sinclair/typebox'
import type { FastifySchemaCompiler } from 'fastify'
import { refusalFor } from '../validation/describe-error.ts'
import { findError, findErrorInText } from '../validation/validator.ts'

/** The validator compiler of the application; compiles nothing before it is needed. */
export const lazyValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const find = httpPart === 'body' ? findError : findErrorInText
  return (value) => {
    const error = find(schema, value)
    return error ? { error: refusalFor(error) } : { value }
  }
}
