import type { FastifySchema } from 'fastify'
import type { RefusalName } from '../contract/errors/refusals.ts'
import type { Surface } from '../contract/operation.ts'
import type { MatchedRoute } from './request.ts'

/** Refusals that every call can get, even before a rule has seen it. Refusals from fault rules are not included. */
const OF_EVERY_CALL: readonly RefusalName[] = [
  'unknownWorkspace',
  'badRequest',
  'wrongFault',
  'storageFull',
  'damagedData',
  'noDescriptors',
  'tooManyConnections',
  'internal',
]

/** Refusals of a route that reads a JSON body, before the body meets its schema. */
export const OF_JSON_BODIES: readonly RefusalName[] = [
  'wrongContentType',
  'compressedBody',
  'emptyBody',
  'malformedJson',
  'notUnicode',
  'bodyTooLarge',
  'tooDeep',
  'tooManyValues',
  'busyBodies',
]

export const OF_ACCESS_TOKENS: readonly RefusalName[] = [
  'missingHeader',
  'unknownToken',
  'expiredToken',
]

export const OF_SIGNED_URLS: readonly RefusalName[] = ['unsignedUrl', 'expiredUrl']

/** Refusals of operations that not every user may call (A-auth-11). */
const OF_WRITES: readonly RefusalName[] = ['noPermission']

/** Refusals of all operations of a surface, beside those of every call and of JSON bodies. */
const OF_SURFACES: Readonly<Record<Surface, readonly RefusalName[]>> = {
  'server-side': [
    ...OF_ACCESS_TOKENS,
    'wrongTokenType',
    'tokenMismatch',
    'unknownActor',
    'inactiveActor',
  ],
  portal: [...OF_ACCESS_TOKENS, 'unknownAppKey', 'staleTimestamp', 'wrongSignature', 'usedNonce'],
}

/** The refusal that a keyword of a schema leads to, as `refusalFor` makes it. */
const BY_KEYWORD: ReadonlyMap<string, RefusalName> = new Map([
  ['required', 'missingField'],
  ['type', 'wrongType'],
  ['anyOf', 'wrongType'],
  ['pattern', 'wrongFormat'],
  ['maxItems', 'tooMany'],
  ['enum', 'notAllowed'],
  ['const', 'notAllowed'],
  ['minimum', 'outOfRange'],
  ['maximum', 'outOfRange'],
  ['minLength', 'outOfRange'],
  ['maxLength', 'outOfRange'],
  ['minItems', 'outOfRange'],
  ['maxProperties', 'outOfRange'],
  ['propertyNames', 'outOfRange'],
])

const schemaRefusals = (schema: unknown): RefusalName[] => {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const refusal = BY_KEYWORD.get(keyword)
    const isEmpty = Array.isArray(value) && value.length === 0
    const own = refusal && !isEmpty ? [refusal] : []
    // The names of properties are no keywords.
    if (keyword === 'properties') return [...own, ...Object.values(value).flatMap(schemaRefusals)]
    return NESTED.has(keyword) ? [...own, ...[value].flat().flatMap(schemaRefusals)] : own
  })
}

const NESTED: ReadonlySet<string> = new Set(['items', 'anyOf', 'additionalProperties'])

export const possibleRefusals = (
  { operation, refuses = [] }: MatchedRoute,
  { body, querystring, params }: FastifySchema = {},
): RefusalName[] => {
  const ofRule = operation ? (operation.refuses as readonly RefusalName[]) : refuses
  const ofSchemas = [body, querystring, params].flatMap(schemaRefusals)
  const ofAccess = operation?.access === 'write' ? OF_WRITES : []
  const ofSurface = operation ? [...OF_SURFACES[operation.surface], ...OF_JSON_BODIES] : []
  return [...new Set([...ofRule, ...ofAccess, ...ofSchemas, ...ofSurface, ...OF_EVERY_CALL])]
}
