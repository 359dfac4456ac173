import type { JSONSchema } from 'json-schema-to-typescript'
import { FIELD, type FieldMarks } from '#src/contract/known-field.ts'
import { OPERATION_NAMES } from '#src/contract/operation-names.ts'
import { DESCRIBED } from '#src/contract/shapes.ts'

/** Types to print, by their names. */
export type Definitions = Record<string, JSONSchema>

/** Names of schemas whose types are declared elsewhere. */
export type KnownTypes = ReadonlyMap<object, string>

/** The given schemas as types by their names, and all that they name; `known` ones are only referred to. */
export const definitionsOf = (
  schemas: Readonly<Record<string, object>>,
  known: KnownTypes = new Map(),
): Definitions => {
  const definitions: Definitions = {}
  for (const [name, schema] of Object.entries(schemas)) define(name, schema, { definitions, known })
  return definitions
}

interface Printing {
  readonly definitions: Definitions
  readonly known: KnownTypes
}

const define = (name: string, schema: Schema, printing: Printing): void => {
  const { definitions } = printing
  if (name in definitions) return
  // Reserves the place, so that a shape stands before those that it names.
  definitions[name] = {}
  definitions[name] = withReferences(schema, printing)
}

/** The keywords that the shapes use. */
interface Schema {
  readonly [DESCRIBED]?: Schema
  readonly [FIELD]?: FieldMarks
  readonly title?: string
  readonly tsType?: string
  readonly description?: string
  readonly type?: unknown
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
}

/** What stands for a schema inside another one: a reference by its name, or the schema itself. */
const partOf = (given: Schema, printing: Printing): JSONSchema => {
  const schema = given[DESCRIBED] ?? given
  const known = printing.known.get(given)
  const { title, tsType = known ?? typeOfNames(schema.enum) } = schema
  const { description } = schema[FIELD] ?? (tsType === undefined ? {} : schema)
  if (tsType !== undefined) return withDescription({ tsType }, description)
  if (title === undefined) return withReferences(schema, printing)
  define(title, schema, printing)
  return withDescription({ tsType: title }, description)
}

const withReferences = (given: Schema, printing: Printing): JSONSchema => {
  const { title: _, [FIELD]: __, anyOf, items, properties, additionalProperties, ...rest } = given
  const inner = (schema: Schema): JSONSchema => partOf(schema, printing)
  if (rest.tsType === undefined && !anyOf && !isTyped(rest))
    return withDescription({ tsType: 'unknown' }, rest.description)
  return {
    ...(rest as JSONSchema),
    ...(anyOf && { anyOf: anyOf.map(inner) }),
    ...(items && { items: inner(items) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, schema]) => [key, inner(schema)]),
      ),
    }),
    ...(additionalProperties !== undefined && {
      additionalProperties:
        typeof additionalProperties === 'object'
          ? inner(additionalProperties)
          : additionalProperties,
    }),
  }
}

const isTyped = ({ type, enum: values, const: value }: Schema): boolean =>
  type !== undefined || values !== undefined || value !== undefined

const withDescription = (schema: JSONSchema, description: string | undefined): JSONSchema =>
  description === undefined ? schema : { ...schema, description }

/** The type of a list that has the names of all operations; undefined for another list. */
const typeOfNames = (values: readonly unknown[] | undefined): string | undefined => {
  if (!values || !OPERATION_NAMES.every((name) => values.includes(name))) return undefined
  const names: readonly unknown[] = OPERATION_NAMES
  const others = values.filter((value) => !names.includes(value))
  return ['OperationName', ...others.map((value) => (value === null ? 'null' : `'${value}'`))].join(
    ' | ',
  )
}
