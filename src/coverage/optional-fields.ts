import type { TSchema } from '@sinclair/typebox'
import type { Operation, OperationName } from '../contract/operation.ts'
import { DeclaredUpload } from '../contract/supporting/declared-upload.ts'
import { LIMITS } from '../limits.ts'

/** A field of a request, with those inside it that are looked for. */
interface Field {
  readonly key: string
  /** Its place among the optional fields; -1 for a required one. */
  readonly index: number
  readonly isList: boolean
  readonly inner: readonly Field[]
}

/** The optional fields of a request, in the order of its schema; a nested one is named as in `param.sortBy.field`. */
export class OptionalFields {
  readonly names: readonly string[]
  readonly #fields: readonly Field[]
  readonly #headerIndex: number
  /** By field the number of the last call that had it, so that a field of many elements counts once. */
  readonly #lastCalls: number[]
  #call = 0

  /** Every call on the server side may name its acting user in a header. */
  constructor(body: TSchema | undefined, hasUserHeader: boolean) {
    const names: string[] = []
    this.#fields = body ? fieldsOf(body, '', names) : []
    this.#headerIndex = hasUserHeader ? names.push('x-open-api-user') - 1 : -1
    this.names = names
    this.#lastCalls = names.map(() => 0)
  }

  /** Counts the fields that a call has; null counts as absent. */
  count(counts: number[], body: unknown, headers: Readonly<Record<string, unknown>>): void {
    this.#call += 1
    if (this.#headerIndex >= 0 && headers['x-open-api-user']) this.#add(counts, this.#headerIndex)
    if (this.#fields.length > 0) this.#walk(counts, this.#fields, body)
  }

  #walk(counts: number[], fields: readonly Field[], value: unknown): void {
    if (typeof value !== 'object' || value === null) return
    for (const field of fields) {
      // A key of the schema, which no object inherits.
      const found = (value as Record<string, unknown>)[field.key]
      if (found === undefined || found === null) continue
      if (field.index >= 0) this.#add(counts, field.index)
      if (field.inner.length === 0) continue
      if (field.isList) this.#walkList(counts, field.inner, found)
      else this.#walk(counts, field.inner, found)
    }
  }

  #walkList(counts: number[], fields: readonly Field[], list: unknown): void {
    if (!Array.isArray(list)) return
    const end = Math.min(list.length, LIMITS.coveredElements.max)
    for (let index = 0; index < end; index += 1) this.#walk(counts, fields, list[index])
  }

  #add(counts: number[], index: number): void {
    if (this.#lastCalls[index] === this.#call) return
    this.#lastCalls[index] = this.#call
    counts[index] = (counts[index] ?? 0) + 1
  }
}

/** The fields of a schema that are optional or have optional ones inside; their names are added. */
const fieldsOf = (schema: TSchema, prefix: string, names: string[]): Field[] => {
  const properties: Readonly<Record<string, TSchema>> = schema.properties ?? {}
  const required: readonly string[] = schema.required ?? []
  return Object.entries(properties).flatMap(([key, part]) => {
    const name = `${prefix}${key}`
    const index = required.includes(key) ? -1 : names.push(name) - 1
    const isList = part.type === 'array'
    const inner = fieldsOf(isList ? part.items : part, `${name}${isList ? '[]' : ''}.`, names)
    return index >= 0 || inner.length > 0 ? [{ key, index, isList, inner }] : []
  })
}

const NONE = new OptionalFields(undefined, false)

const BY_ROUTE: ReadonlyMap<OperationName, OptionalFields> = new Map([
  ['begin-upload', new OptionalFields(DeclaredUpload, false)],
])

const byOperation = new WeakMap<Operation, OptionalFields>()

/** The optional fields of an operation or a supporting route, found once. */
export const optionalFieldsOf = (
  name: OperationName,
  operation: Operation | undefined,
): OptionalFields => {
  if (!operation) return BY_ROUTE.get(name) ?? NONE
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
