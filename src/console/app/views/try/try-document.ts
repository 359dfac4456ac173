import type { Fixtures } from '#src/client/generated/control.ts'
import { fillDocument } from '#src/viewer/page/fill-document.ts'
import {
  isObject,
  type Json,
  type JsonObject,
  objectsIn,
  operationsOf,
  resolved,
  valueAt,
} from '#src/viewer/page/openapi-parts.ts'
import { readDocument } from '../../api/document.ts'
import { readFixtures } from '../../api/fixtures.ts'
import type { OperationId } from '../../api/operations.ts'

/** A schema of the document with its references resolved on the way. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly Json[]
  readonly const?: Json
  readonly minimum?: number
  readonly maximum?: number
}

/** A request that the document shows, with the ids of the workspace. */
export interface Example {
  readonly name: string
  readonly summary: string
  readonly param: Json
  /** The acting user that it needs, where it is not the owner. */
  readonly as?: string
}

/** An operation as the view shows it. */
export interface TriedOperation {
  readonly id: OperationId
  readonly description: string
  readonly lifecycle: string
  readonly param: Schema
  readonly examples: readonly Example[]
  /** The whole answer of a success. */
  readonly answer: Schema
  readonly refusals: readonly { readonly name: string; readonly code: string }[]
}

/** What the view needs of the server: operations in the order of their numbers, and the users of the fixtures. */
export interface TryData {
  readonly operations: readonly TriedOperation[]
  readonly users: readonly string[]
}

/** Reads the OpenAPI document, filled with the fixtures of the workspace. */
export const readTryData = async (): Promise<TryData> => {
  const [published, fixtures] = await Promise.all([readDocument(), readFixtures()])
  const { document } = fillDocument(published, fixtures as unknown as JsonObject, '')
  const operations = operationsOf(document)
    .filter((operation) => typeof operation['x-operation'] === 'string')
    .map((operation) => triedOperation(document, operation))
    .sort((a, b) => Number(a.id.slice(1)) - Number(b.id.slice(1)))
  return { operations, users: usersOf(fixtures) }
}

const triedOperation = (document: JsonObject, operation: JsonObject): TriedOperation => {
  const content = valueAt(operation, ['requestBody', 'content', 'application/json'])
  const body = valueAt(content, ['schema']) as Schema
  const hasEnvelope = body.properties?.param !== undefined
  const answer = valueAt(operation, ['responses', '200', 'content', 'application/json', 'schema'])
  const success = valueAt(answer, ['anyOf', '0']) ?? answer
  return {
    id: operation['x-operation'] as OperationId,
    description: String(operation.description ?? ''),
    lifecycle: String(operation['x-lifecycle'] ?? 'current'),
    param: inlined(document, body.properties?.param ?? body),
    examples: examplesOf(document, content, hasEnvelope),
    answer: inlined(document, (success ?? {}) as Schema),
    refusals: objectsIn(operation['x-refusals']).map(({ name, code }) => ({
      name: String(name),
      code: String(code),
    })),
  }
}

/** Deeper shapes than the document has. */
const MAX_DEPTH = 12

/** A schema with what it refers to in the places of the references. */
const inlined = (document: JsonObject, schema: Schema, depth = 0): Schema => {
  if (depth > MAX_DEPTH) return {}
  const found = resolved(document, schema as unknown as JsonObject) as unknown as Schema
  const inner = (part: Schema): Schema => inlined(document, part, depth + 1)
  const { properties, items, anyOf } = found
  return {
    ...found,
    ...(items && { items: inner(items) }),
    ...(anyOf && { anyOf: anyOf.map(inner) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, part]) => [name, inner(part)]),
      ),
    }),
  }
}

const examplesOf = (document: JsonObject, content: unknown, hasEnvelope: boolean): Example[] => {
  const examples = valueAt(content, ['examples'])
  return Object.entries(isObject(examples) ? examples : {}).flatMap(([name, part]) => {
    const example = isObject(part) ? resolved(document, part) : {}
    const value = hasEnvelope ? valueAt(example.value, ['param']) : example.value
    if (value === undefined) return []
    const as = valueAt(example, ['x-headers', 'x-open-api-user'])
    return [
      {
        name,
        summary: String(example.summary ?? name),
        param: value as Json,
        ...(typeof as === 'string' && { as }),
      },
    ]
  })
}

const usersOf = ({ users }: Partial<Fixtures>): string[] =>
  Object.values<{ email?: string }>(users ?? {}).flatMap(({ email }) => email ?? [])
