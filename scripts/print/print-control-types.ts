import type { TSchema } from '@sinclair/typebox'
import { compile, type JSONSchema } from 'json-schema-to-typescript'
import { FIELD, type FieldMarks } from '#src/contract/known-field.ts'
import { OPERATION_NAMES } from '#src/contract/operation-names.ts'
import { DESCRIBED } from '#src/contract/shapes.ts'
import { PRINTED, shortComments, TYPE_OPTIONS } from './type-options.ts'

const HEADER = `${PRINTED}
import type { OperationName } from './operations.ts'
`

/** The shapes of the control plane as types for clients: the given ones by their names, and all that they name. */
export const printControlTypes = async (
  shapes: Readonly<Record<string, TSchema>>,
): Promise<string> => [HEADER, await printTypes(shapes)].join('\n')

/** Named shapes as types, and all that they name, each once. */
export const printTypes = async (shapes: Readonly<Record<string, Schema>>): Promise<string> => {
  const printed: string[] = []
  for (const [name, definition] of Object.entries(definitionsOf(shapes)))
    printed.push(await compile(definition, name, { ...TYPE_OPTIONS, bannerComment: '' }))
  return shortComments(printed.join('\n'))
}

type Definitions = Record<string, JSONSchema>

const definitionsOf = (shapes: Readonly<Record<string, Schema>>): Definitions => {
  const definitions: Definitions = {}
  for (const [name, shape] of Object.entries(shapes)) define(name, shape, definitions)
  return definitions
}

const define = (name: string, schema: Schema, definitions: Definitions): void => {
  if (name in definitions) return
  // Reserves the place, so that a shape stands before those that it names.
  definitions[name] = {}
  definitions[name] = withReferences(schema, definitions)
}

/** The keywords that the shapes use. */
export interface Schema {
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
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
}

/** What stands for a schema inside another one: a reference by its name, or the schema itself. */
const partOf = (given: Schema, definitions: Definitions): JSONSchema => {
  const schema = given[DESCRIBED] ?? given
  const { title, tsType = typeOfNames(schema.enum), description } = schema
  if (tsType !== undefined) return withDescription({ tsType }, description)
  if (title === undefined) return withReferences(schema, definitions)
  define(title, schema, definitions)
  return withDescription({ tsType: title }, schema[FIELD]?.description)
}

const withReferences = (given: Schema, definitions: Definitions): JSONSchema => {
  const { title: _, anyOf, items, properties, additionalProperties, ...rest } = given
  const inner = (schema: Schema): JSONSchema => partOf(schema, definitions)
  if (!anyOf && rest.type === undefined && rest.enum === undefined && rest.const === undefined)
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
