import { isObject } from '../kernel/json.ts'
import { type DescribedOperation, mapValues, type OpenApiDocument } from './describe-routes.ts'

const REFUSALS: readonly unknown[] = [
  '#/components/schemas/RefusalEnvelope',
  '#/components/schemas/SupportingRefusal',
]

type Schema = Readonly<Record<string, unknown>>

/**
 * The document as clients get it. The interface document leaves answers open and shows one envelope for success and
 * refusal, whose `result` may be null ("Response envelope"). The closed document judges this server's own answers only.
 */
export const publishedInterface = (document: OpenApiDocument): OpenApiDocument => {
  const text = JSON.stringify({ paths: document.paths, schemas: document.components.schemas })
  const { paths, schemas } = JSON.parse(text, opened)
  return {
    ...document,
    paths: mapValues(paths as OpenApiDocument['paths'], (methods) => mapValues(methods, named)),
    components: { ...document.components, schemas },
  }
}

/** An operation under a name that says what it does: `searchAssetCollections` for E1. */
const named = (operation: DescribedOperation): DescribedOperation =>
  operation['x-operation'] === undefined
    ? operation
    : { ...operation, operationId: nameOf(String(operation.summary)) }

const nameOf = (summary: string): string =>
  summary
    .split(/[^A-Za-z\d]+/)
    .map((word, index) =>
      index === 0
        ? word.toLowerCase()
        : word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase(),
    )
    .join('')

const opened = (key: string, value: unknown): unknown => {
  if (key === 'additionalProperties' && value === false) return undefined
  if (key === 'message' && isObject(value) && Array.isArray(value.enum)) return withoutEnum(value)
  if (!isObject(value) || !Array.isArray(value.anyOf)) return value
  const branches = value.anyOf as Schema[]
  const isEnvelope =
    branches.some(({ $ref }) => REFUSALS.includes($ref)) && resultsOf(branches).length > 0
  return isEnvelope ? envelopeOf(branches) : value
}

const withoutEnum = ({ enum: _, ...others }: Schema): Schema => others

const resultsOf = (branches: readonly Schema[]): Schema[] =>
  branches.flatMap(({ properties }) => {
    const { code, result } = Object(properties) as { code?: Schema; result?: Schema }
    return code && result ? [result] : []
  })

/** One envelope for success and refusal. */
const envelopeOf = (branches: readonly Schema[]): Schema => {
  const [success] = branches.filter(({ properties }) => resultsOf([{ properties }]).length > 0)
  const properties = success?.properties as Record<'code' | 'message' | 'result', Schema>
  const { const: _, ...code } = properties.code
  const others = branches.filter(
    (one) => resultsOf([one]).length === 0 && !REFUSALS.includes(one.$ref),
  )
  const envelope = {
    ...success,
    description:
      'The answer of a call: a success has code `0`, a refusal another one and no result.',
    properties: {
      code: { ...code, description: '`0`: the call succeeded; any other code: it was refused.' },
      message: { ...properties.message, description: 'Text for people.' },
      result: nullable(resultsOf(branches)),
    },
  }
  return others.length === 0 ? envelope : { anyOf: [...others, envelope] }
}

const nullable = ([first = {}, ...others]: readonly Schema[]): Schema => {
  const marks = Object.entries(first).filter(([key]) => /^(?:description$|x-)/.test(key))
  return { ...Object.fromEntries(marks), anyOf: [first, ...others, { type: 'null' }] }
}
