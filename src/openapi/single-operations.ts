import { type AssumptionId, assumption } from '../contract/assumptions/index.ts'
import { ASSUMED_BY, PROVENANCE } from '../contract/known-field.ts'
import { isObject } from '../kernel/json.ts'
import type { DescribedOperation, OpenApiDocument } from './describe-routes.ts'
import type { ListedRefusal } from './refusal-responses.ts'

/** The name of the document with what every operation of the interface document shares. */
const COMMON = 'common'

/** Each operation of a document as a small document of its own, by its id, and what those with a number share. */
export const singleOperations = (document: OpenApiDocument): Record<string, object> => {
  const found = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const numbered = found.map(({ operation }) => operation).filter(isNumbered)
  const shared = {
    refusals: inAll(numbered, refusalsOf),
    numbers: inAll(numbered, numbersOf(document)),
  }
  const none = { refusals: [], numbers: [] }
  const singles = found.map((one) => [
    idOf(one.operation),
    singleOperation(document, one, isNumbered(one.operation) ? shared : none),
  ])
  const common = numbered.length === 0 ? [] : [[COMMON, commonDocument(document, shared)]]
  return Object.fromEntries([...singles, ...common])
}

interface Shared {
  readonly refusals: readonly string[]
  readonly numbers: readonly string[]
}

const isNumbered = (operation: DescribedOperation): boolean => 'x-operation' in operation

const idOf = (operation: DescribedOperation): string =>
  String(operation['x-operation'] ?? operation.operationId)

const inAll = (
  operations: readonly DescribedOperation[],
  valuesOf: (operation: DescribedOperation) => readonly string[],
): string[] => {
  const lists = operations.map((operation) => new Set(valuesOf(operation)))
  return [...(lists[0] ?? [])].filter((value) => lists.every((list) => list.has(value)))
}

const listedRefusals = (operation: DescribedOperation): readonly ListedRefusal[] =>
  (operation['x-refusals'] ?? []) as ListedRefusal[]

const keyOf = ({ code, name }: ListedRefusal): string => `${code} ${name}`

const refusalsOf = (operation: DescribedOperation): string[] => listedRefusals(operation).map(keyOf)

/** The assumptions of an operation, of its parameters and of the headers that identify its caller. */
const numbersOf =
  ({ components }: OpenApiDocument) =>
  (operation: DescribedOperation): AssumptionId[] => {
    const schemes = Object.values(schemesOf(operation.security ?? [], components.securitySchemes))
    const parts = [operation, ...(operation.parameters ?? []), ...schemes]
    return [...new Set(parts.flatMap((part) => (Object(part)[ASSUMED_BY] ?? []) as AssumptionId[]))]
  }

/** The refusals, assumptions and headers that each of the operations of the interface document has. */
const commonDocument = (document: OpenApiDocument, shared: Shared): object => {
  const { openapi, info, paths, components } = document
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  const refusals = operations.flatMap(listedRefusals)
  const { title, version } = info as { title: string; version: string }
  return {
    openapi,
    info: {
      title: `${title}: what the operations share`,
      version,
      description:
        'The refusals and assumptions that every operation of the interface document has, and the headers of responses. The documents of single operations leave them out.',
    },
    paths: {},
    components: { headers: components.headers },
    'x-refusals': described(refusals.filter((one) => shared.refusals.includes(keyOf(one)))),
    [ASSUMED_BY]: explained(shared.numbers as AssumptionId[]),
  }
}

interface Found {
  readonly path: string
  readonly method: string
  readonly operation: DescribedOperation
}

const singleOperation = (
  document: OpenApiDocument,
  { path, method, operation }: Found,
  shared: Shared,
): object => {
  const { openapi, info, components } = document
  const { requestBody, responses, tags: _, deprecated: __, ...rest } = operation
  const refusals = listedRefusals(operation).filter((one) => !shared.refusals.includes(keyOf(one)))
  const numbers = numbersOf(document)(operation).filter((one) => !shared.numbers.includes(one))
  const security: unknown = operation.security ?? document.security
  const body = compact({
    ...rest,
    security,
    ...(refusals.length > 0 && { 'x-refusals': described(refusals) }),
    ...(numbers.length > 0 && { [ASSUMED_BY]: explained(numbers) }),
    ...(requestBody && { requestBody: withOneExample(requestBody) }),
    responses: successOf(operation),
  })
  const shapes = new Map<string, unknown>()
  collectShapes(body, new Map(Object.entries(components.schemas)), shapes)
  const { title, version } = info as { title: string; version: string }
  return {
    openapi,
    info: {
      title: `${title} ${idOf(operation)}`,
      version,
      ...(shared.refusals.length > 0 && {
        description: `${COMMON}.json has the refusals and headers that all operations share.`,
      }),
    },
    paths: { [path]: { [method]: body } },
    components: {
      schemas: Object.fromEntries(shapes),
      securitySchemes: compact(schemesOf(security, components.securitySchemes)),
    },
  }
}

/** The security schemes of an operation. */
const schemesOf = (security: unknown, schemes: object): object => {
  const used = (security as object[]).flatMap(Object.keys)
  return Object.fromEntries(Object.entries(schemes).filter(([scheme]) => used.includes(scheme)))
}

const described = (refusals: readonly ListedRefusal[]): object =>
  Object.fromEntries(refusals.map((one) => [keyOf(one), one.when]))

const explained = (numbers: readonly AssumptionId[]): object =>
  Object.fromEntries(numbers.map((number) => [number, describe(number)]))

const describe = (number: AssumptionId): string => {
  const { does, variants = {} } = assumption(number)
  const names = Object.keys(variants)
  return names.length === 0 ? does : `${does} Variants: ${names.join(', ')}.`
}

/** The answer of a success. */
const successOf = ({ responses }: DescribedOperation): object => {
  const [found] = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  const [status = '200', response = {}] = found ?? []
  const { headers: _, ...rest } = withOneExample(response)
  return { [status]: rest }
}

/** A body with the example of a success only. */
const withOneExample = (body: unknown): Record<string, unknown> => {
  const { content, ...rest } = body as Record<string, unknown>
  if (content === undefined) return rest
  const media = Object.entries(content as Record<string, Record<string, unknown>>)
  return {
    ...rest,
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
