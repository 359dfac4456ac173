import { PLACEHOLDERS } from '../../contract/placeholders.ts'
import { tokensOf } from '../../kernel/json-pointer.ts'
import {
  isObject,
  type Json,
  type JsonObject,
  objectsIn,
  operationsOf,
  resolved,
  valueAt,
} from './openapi-parts.ts'

/** A header with this value gets its real one when a request is sent: it differs for each. */
export const SET_WHEN_SENT = 'set when sent'

/** Headers of a credential, and the fixture with their value. */
const HEADERS: ReadonlyMap<string, string> = new Map([
  ['access-token', 'app.accessToken'],
  ['x-app-key', 'portalApp.appKey'],
  ['x-open-api-user', 'users.owner.email'],
])

/** Headers that sign one request. */
const SIGNING_HEADERS = ['s-sign', 's-timestamp', 's-nonce']

/** A document with the values of a workspace. */
export interface FilledDocument {
  readonly document: JsonObject
  /** Values by the names of the security schemes that they belong to. */
  readonly credentials: Readonly<Record<string, string>>
  /** Fixtures that the workspace does not have; the values of the document stay in their places. */
  readonly missing: readonly string[]
}

/** Puts credentials and fixtures into the requests of a document; without any, only its server is set. */
export const fillDocument = (
  published: JsonObject,
  fixtures: JsonObject | undefined,
  base: string,
): FilledDocument => {
  const document = structuredClone(published)
  document.servers = [{ url: base === '' ? '/' : base }]
  const missing = new Set<string>()
  const fixtureAt: FixtureReader = (path) => {
    const found = valueAt(fixtures, path.split('.')) as Json | undefined
    if (found === undefined && fixtures) missing.add(path)
    return found ?? undefined
  }
  for (const operation of operationsOf(document)) fillOperation(document, operation, fixtureAt)
  const credentials = credentialsFor(document, fixtureAt)
  return { document, credentials, missing: [...missing].sort() }
}

type FixtureReader = (path: string) => Json | undefined

const fillOperation = (
  document: JsonObject,
  operation: JsonObject,
  fixtureAt: FixtureReader,
): void => {
  delete operation.servers
  for (const part of objectsIn(operation.parameters))
    fillParameter(resolved(document, part), fixtureAt)
  const body = isObject(operation.requestBody) ? resolved(document, operation.requestBody) : {}
  for (const content of objectsIn(body.content))
    for (const part of objectsIn(content.examples)) fillExample(resolved(document, part), fixtureAt)
}

const fillParameter = (parameter: JsonObject, fixtureAt: FixtureReader): void => {
  for (const example of objectsIn(parameter.examples)) {
    const { 'x-fixture': path } = example
    const value = typeof path === 'string' ? fixtureAt(path) : undefined
    if (value !== undefined) example.value = value
  }
  if (parameter.in === 'header') fillHeader(parameter, fixtureAt)
}

const fillHeader = (parameter: JsonObject, fixtureAt: FixtureReader): void => {
  const name = String(parameter.name).toLowerCase()
  // It is right for other bytes only.
  if (name === 'content-md5') delete parameter.example
  const path = HEADERS.get(name)
  const value = path === undefined ? undefined : fixtureAt(path)
  if (value !== undefined) parameter.example = value
}

const fillExample = (example: JsonObject, fixtureAt: FixtureReader): void => {
  if (example.value === undefined) return
  const { 'x-fixtures': paths } = example
  if (isObject(paths))
    for (const [pointer, path] of Object.entries(paths))
      replaceAt(example, ['value', ...tokensOf(pointer)], fixtureAt(String(path)))
  example.value = withoutPlaceholders(example.value, fixtureAt)
}

/** Replaces an existing value; nothing is added. */
const replaceAt = (holder: Json, tokens: readonly string[], value: Json | undefined): void => {
  const last = tokens.at(-1) ?? ''
  const parent = valueAt(holder, tokens.slice(0, -1))
  if (value === undefined || typeof parent !== 'object' || parent === null) return
  if (Object.hasOwn(parent, last)) (parent as JsonObject)[last] = value
}

const withoutPlaceholders = (value: Json, fixtureAt: FixtureReader): Json => {
  if (typeof value === 'string') {
    const path = PLACEHOLDERS.get(value)
    return (path === undefined ? undefined : fixtureAt(path)) ?? value
  }
  if (Array.isArray(value)) return value.map((item) => withoutPlaceholders(item, fixtureAt))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, withoutPlaceholders(part, fixtureAt)]),
  )
}

const credentialsFor = (
  { components }: JsonObject,
  fixtureAt: FixtureReader,
): Record<string, string> => {
  const schemes = valueAt(components, ['securitySchemes'])
  const entries = Object.entries(isObject(schemes) ? schemes : {}).flatMap(([name, scheme]) => {
    const value = isObject(scheme) ? credentialFor(scheme, fixtureAt) : undefined
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(entries)
}

const credentialFor = (scheme: JsonObject, fixtureAt: FixtureReader): string | undefined => {
  if (scheme.type !== 'apiKey' || scheme.in !== 'header') return undefined
  const header = String(scheme.name).toLowerCase()
  if (header === 'token-type') return 'bearer'
  if (SIGNING_HEADERS.includes(header)) return SET_WHEN_SENT
  const path = HEADERS.get(header)
  const value = path === undefined ? undefined : fixtureAt(path)
  return typeof value === 'string' ? value : undefined
}
