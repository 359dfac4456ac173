import type { TSchema } from '@sinclair/typebox'
import type { FastifySchema } from 'fastify'
import {
  OF_EVERY_CALL,
  OF_JSON_BODIES,
  OF_SURFACES,
  OF_WRITES,
} from '../errors/possible-refusals.ts'
import type { RefusalName } from '../errors/refusals.ts'
import { schemaRefusals } from '../validation/schema-refusals.ts'
import type { MatchedRoute } from './matched-route.ts'

/** Every refusal that a route can answer: those of its rule, its schema, its surface and every call. */
export const possibleRefusals = (
  { operation, refuses = [] }: MatchedRoute,
  { body, querystring, params }: FastifySchema = {},
): RefusalName[] => {
  const ofRule = operation ? (operation.refuses as readonly RefusalName[]) : refuses
  const ofSchemas = [body, querystring, params].flatMap((schema) =>
    schema ? [...schemaRefusals(schema as TSchema)] : [],
  )
  const ofAccess = operation?.access === 'write' ? OF_WRITES : []
  const ofSurface = operation ? [...OF_SURFACES[operation.surface], ...OF_JSON_BODIES] : []
  return [...new Set([...ofRule, ...ofAccess, ...ofSchemas, ...ofSurface, ...OF_EVERY_CALL])]
}
