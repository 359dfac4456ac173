import type { TSchema } from '@sinclair/typebox'
import type { FastifyRequest, FastifySchema } from 'fastify'
import {
  OF_EVERY_CALL,
  OF_JSON_BODIES,
  OF_SURFACES,
  OF_WRITES,
} from '../errors/possible-refusals.ts'
import type { Refusal } from '../errors/refusal.ts'
import { REFUSALS, type RefusalName } from '../errors/refusals.ts'
import { schemaRefusals } from '../validation/schema-refusals.ts'
import { type MatchedRoute, matchedRoute, nameOf } from './matched-route.ts'

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

/** Whether a route of the interface may answer a refusal; one that a fault asks for is always possible. */
export const isPossible = (request: FastifyRequest, { code }: Refusal): boolean => {
  const route = matchedRoute(request)
  if (nameOf(route) === undefined || request.call?.isRefusedByFault) return true
  const possible = possibleRefusals(route, request.routeOptions.schema)
  return possible.some((name) => REFUSALS[name].code === code)
}
