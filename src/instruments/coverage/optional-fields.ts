import type { TSchema } from '@sinclair/typebox'
import type { Operation, OperationName } from '../../contract/operation.ts'
import { DeclaredUpload } from '../../contract/resources/upload-shapes.ts'
import { LIMITS } from '../../kernel/limits.ts'

/** What was called: an operation, or else a supporting route. */
export interface CountedRoute {
  readonly name: OperationName
  readonly operation: Operation | undefined
}

/** A field of a request, with those inside it that are looked for. */
interface Field {
  readonly key: string
  /** Its name, as in `param.sortBy.field`; undefined for a required one. */
  readonly name: string | undefined
  readonly isList: boolean
  readonly inner: readonly Field[]
}

const USER_HEADER = 'x-open-api-user'

/** The optional fields of a request, in the order of its schema. */
export class OptionalFields {
  readonly names: readonly string[]
  readonly #fields: readonly Field[]
  readonly #hasUserHeader: boolean

  /** Every call on the server side may name its acting user in a header. */
  constructor(body: TSchema | undefined, hasUserHeader: boolean) {
    const names: string[] = []
    this.#fields = body ? fieldsOf(body, '', names) : []
    this.#hasUserHeader = hasUserHeader
    this.names = hasUserHeader ? [...names, USER_HEADER] : names
  }

  /** The names of the fields that a call has; null counts as absent. */
  in(body: unknown, headers: Readonly<Record<string, unknown>>): ReadonlySet<string> {
    const found = new Set<string>()
    if (this.#hasUserHeader && headers['x-open-api-user']) found.add(USER_HEADER)
    collect(this.#fields, body, found)
    return found
  }
}

const collect = (fields: readonly Field[], value: unknown, found: Set<string>): void => {
  if (typeof value !== 'object' || value === null) return
  for (const { key, name, isList, inner } of fields) {
    // A key of the schema, which no object inherits.
    const part = (value as Record<string, unknown>)[key]
    if (part === undefined || part === null) continue
    if (name !== undefined) found.add(name)
    for (const element of isList ? elementsOf(part) : [part]) collect(inner, element, found)
  }
}

const elementsOf = (part: unknown): readonly unknown[] =>
  Array.isArray(part) ? part.slice(0, LIMITS.coveredElements.max) : []

/** The fields of a schema that are optional or have optional ones inside; their names are added. */
const fieldsOf = (schema: TSchema, prefix: string, names: string[]): Field[] => {
  const properties: Readonly<Record<string, TSchema>> = schema.properties ?? {}
  const required: readonly string[] = schema.required ?? []
  return Object.entries(properties).flatMap(([key, part]) => {
    const path = `${prefix}${key}`
    const name = required.includes(key) ? undefined : path
    if (name !== undefined) names.push(name)
    const isList = part.type === 'array'
    const inner = fieldsOf(isList ? part.items : part, `${path}${isList ? '[]' : ''}.`, names)
    return name !== undefined || inner.length > 0 ? [{ key, name, isList, inner }] : []
  })
}

const NONE = new OptionalFields(undefined, false)
const OF_UPLOAD = new OptionalFields(DeclaredUpload, false)

const byOperation = new WeakMap<Operation, OptionalFields>()

/** The optional fields of an operation or a supporting route, found once. */
export const optionalFieldsOf = ({ name, operation }: CountedRoute): OptionalFields => {
  if (!operation) return name === 'begin-upload' ? OF_UPLOAD : NONE
  const known = byOperation.get(operation)
  if (known) return known
  const fields = new OptionalFields(bodyOf(operation), operation.surface === 'server-side')
  byOperation.set(operation, fields)
  return fields
}

/** The body without a `token` that the document's request does not have. */
const bodyOf = ({ body, hasBodyToken }: Operation): TSchema => {
  if (hasBodyToken) return body
  const { token: _, ...properties } = body.properties
  return { ...body, properties }
}
