import { type FieldMarks, PROVENANCE } from '../../contract/known-field.ts'
import type { DescribedOperation, OpenApiDocument } from '../describe-routes.ts'

/** A field of a request or an answer, with what the document says of it. */
export interface DocumentField {
  readonly in: 'path' | 'query' | 'request' | 'answer'
  /** Such as `param.sortBy.field` and `result.list[].id`. */
  readonly path: string
  /** The name of the shape that it belongs to; empty outside of named shapes. */
  readonly shape: string
  readonly marks: Partial<FieldMarks>
}

/** The keywords that fields are found by. */
interface Schema extends Partial<FieldMarks> {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly additionalProperties?: boolean | Schema
}

interface Parameter extends Partial<FieldMarks> {
  readonly in: string
  readonly name: string
}

interface Walk {
  readonly in: DocumentField['in']
  readonly shapes: ReadonlyMap<string, unknown>
}

const BODY = '(body)'

/** Every field of an operation of an OpenAPI document: parameters of path and query, body, and answers. */
export const documentFields = (
  { parameters = [], requestBody, responses }: DescribedOperation,
  { components }: OpenApiDocument,
): DocumentField[] => {
  const shapes = new Map(Object.entries(components.schemas))
  return [
    ...(parameters as Parameter[]).flatMap(parameterField),
    ...schemasOf(requestBody).flatMap((schema) => [
      ...fieldsBelow({ in: 'request', shapes }, schema),
    ]),
    ...Object.values(responses)
      .flatMap(schemasOf)
      .flatMap((schema) => [...fieldsBelow({ in: 'answer', shapes }, schema)]),
  ]
}

/** Headers are listed on their own. */
const parameterField = (parameter: Parameter): DocumentField[] => {
  const { in: place, name } = parameter
  if (place !== 'path' && place !== 'query') return []
  return [{ in: place, path: name, shape: '', marks: parameter }]
}

const schemasOf = (body: unknown): Schema[] => {
  const content = Object(body).content ?? {}
  return Object.values(content as Record<string, { schema?: Schema }>).flatMap(
    ({ schema }) => schema ?? [],
  )
}

function* fieldsBelow(walk: Walk, schema: Schema, path = '', shape = ''): Generator<DocumentField> {
  if (path === '' && schema[PROVENANCE]) yield { in: walk.in, path: BODY, shape, marks: schema }
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? ''
    yield* fieldsBelow(walk, (walk.shapes.get(name) ?? {}) as Schema, path, name)
  }
  for (const each of schema.anyOf ?? []) yield* fieldsBelow(walk, each, path, shape)
  if (schema.items) yield* fieldsBelow(walk, schema.items, `${path}[]`, shape)
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const at = path === '' ? name : `${path}.${name}`
    yield { in: walk.in, path: at, shape, marks: field }
    yield* fieldsBelow(walk, field, at, shape)
  }
  if (typeof schema.additionalProperties === 'object')
    yield* fieldsBelow(walk, schema.additionalProperties, `${path}.*`, shape)
}
