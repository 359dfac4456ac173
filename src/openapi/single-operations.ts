import { type AssumptionId, assumption } from '../contract/assumptions/index.ts'
import { ASSUMED_BY, PROVENANCE } from '../contract/known-field.ts'
import { isObject } from '../kernel/json.ts'
import type { DescribedOperation, OpenApiDocument } from './describe-routes.ts'
import type { ListedRefusal } from './refusal-responses.ts'

/** Each operation of a document as a small document of its own, by its id. */
export const singleOperations = (document: OpenApiDocument): Record<string, object> =>
  Object.fromEntries(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [
        idOf(operation),
        singleOperation(document, path, method, operation),
      ]),
    ),
  )

const idOf = (operation: DescribedOperation): string =>
  String(operation['x-operation'] ?? operation.operationId)

const singleOperation = (
  { openapi, info, components }: OpenApiDocument,
  path: string,
  method: string,
  operation: DescribedOperation,
): object => {
  const { requestBody, responses, tags: _, deprecated: __, ...rest } = operation
  const numbers = operation[ASSUMED_BY] as readonly AssumptionId[]
  const refusals = operation['x-refusals'] as readonly ListedRefusal[]
  const body = compact({
    ...rest,
    [ASSUMED_BY]: Object.fromEntries(numbers.map((number) => [number, describe(number)])),
    'x-refusals': Object.fromEntries(
      refusals.map(({ name, code, when }) => [`${code} ${name}`, when]),
    ),
    ...(requestBody && { requestBody: withOneExample(requestBody) }),
    responses: { 200: withOneExample(responses['200'] ?? responses['206']) },
  })
  const shapes = new Map<string, unknown>()
  collectShapes(body, new Map(Object.entries(components.schemas)), shapes)
  const { title, version } = info as { title: string; version: string }
  return {
    openapi,
    info: { title: `${title} ${idOf(operation)}`, version },
    paths: { [path]: { [method]: body } },
    components: {
      schemas: Object.fromEntries(shapes),
      securitySchemes: schemesOf(operation, components.securitySchemes),
    },
  }
}

/** The security schemes of an operation, as bare as the standard allows. */
const schemesOf = ({ security = [] }: DescribedOperation, schemes: object): object => {
  const used = (security as object[]).flatMap(Object.keys)
  return Object.fromEntries(
    Object.entries(schemes as Record<string, { name: string }>).flatMap(([scheme, { name }]) =>
      used.includes(scheme) ? [[scheme, { type: 'apiKey', in: 'header', name }]] : [],
    ),
  )
}

const describe = (number: AssumptionId): string => {
  const { does, variants = {} } = assumption(number)
  const names = Object.keys(variants)
  return names.length === 0 ? does : `${does} Variants: ${names.join(', ')}.`
}

/** A body with the example of a success, without headers. */
const withOneExample = (body: unknown): object => {
  const { content = {}, headers: _, description: __, ...rest } = body as Record<string, unknown>
  const media = Object.entries(content as Record<string, Record<string, unknown>>)
  return {
    ...rest,
    ...('responses' in rest ? {} : { description: 'Success, or a refusal of x-refusals' }),
    content: Object.fromEntries(
      media.map(([type, { examples, 'x-invalid-examples': _, ...one }]) => {
        const { success } = Object(examples) as { success?: object }
        return [type, { ...one, ...(success && { examples: { success } }) }]
      }),
    ),
  }
}

/** Keys that say how a field is known and which decisions are behind it, which the whole document has. */
const LEFT_OUT: ReadonlySet<string> = new Set([PROVENANCE, 'x-section', 'x-lifecycle'])

/** A value without marks of fields. */
const compact = (value: unknown, isField = false): unknown => {
  if (Array.isArray(value)) return value.map((one) => compact(one, true))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, below]) => {
      const isMark = LEFT_OUT.has(key) || (isField && key === ASSUMED_BY)
      return isMark ? [] : [[key, compact(below, true)]]
    }),
  )
}

const collectShapes = (
  value: unknown,
  known: ReadonlyMap<string, unknown>,
  found: Map<string, unknown>,
): void => {
  if (typeof value !== 'object' || value === null) return
  const { $ref } = value as { $ref?: unknown }
  const name = typeof $ref === 'string' ? ($ref.split('/').at(-1) ?? '') : ''
  if (known.has(name) && !found.has(name)) {
    const shape = compact(known.get(name), true)
    found.set(name, shape)
    collectShapes(shape, known, found)
  }
  for (const below of Object.values(value)) collectShapes(below, known, found)
}
