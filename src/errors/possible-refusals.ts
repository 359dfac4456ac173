import type { RefusalName } from './refusals.ts'

/** Refusals that every call can get, also one that no rule has seen yet. Those that a fault asks for are none of them. */
export const OF_EVERY_CALL = [
  'unknownWorkspace',
  'badRequest',
  'wrongFault',
  'storageFull',
  'damagedData',
  'noDescriptors',
  'tooManyConnections',
  'internal',
] as const satisfies readonly RefusalName[]

/** Refusals of a route that reads a JSON body, before the body meets its schema. */
export const OF_JSON_BODIES = [
  'wrongContentType',
  'emptyBody',
  'malformedJson',
  'notUnicode',
  'bodyTooLarge',
  'tooDeep',
  'tooManyValues',
  'busyBodies',
] as const satisfies readonly RefusalName[]

export const OF_ACCESS_TOKENS = [
  'missingHeader',
  'unknownToken',
  'expiredToken',
] as const satisfies readonly RefusalName[]

export const OF_SIGNED_URLS = [
  'unsignedUrl',
  'expiredUrl',
] as const satisfies readonly RefusalName[]

/** Refusals of operations that not every user may call (A-auth-11). */
export const OF_WRITES = ['noPermission'] as const satisfies readonly RefusalName[]

/** Refusals of all operations of a surface, beside those of every call and of JSON bodies. */
export const OF_SURFACES = {
  'server-side': [
    ...OF_ACCESS_TOKENS,
    'wrongTokenType',
    'tokenMismatch',
    'unknownActor',
    'inactiveActor',
  ],
  portal: [...OF_ACCESS_TOKENS, 'unknownAppKey', 'staleTimestamp', 'wrongSignature', 'usedNonce'],
} as const satisfies Readonly<Record<string, readonly RefusalName[]>>
