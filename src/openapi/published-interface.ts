import { ASSUMED_BY, PROVENANCE, STATED_MAX_ITEMS } from '../contract/known-field.ts'
import { isObject } from '../kernel/json.ts'
import { mapValues, type OpenApiDocument } from './describe-routes.ts'

const REFUSALS: readonly unknown[] = [
  '#/components/schemas/RefusalEnvelope',
  '#/components/schemas/SupportingRefusal',
]

type Schema = Readonly<Record<string, unknown>>

/**
 * The document as clients get it. The interface document leaves answers open, shows one envelope for success and refusal,
 * whose `result` may be null ("Response envelope"), and states one bound, that of E8. The closed document judges this
 * server's own answers only.
 */
export const publishedInterface = (document: OpenApiDocument): OpenApiDocument => {
  const text = JSON.stringify({ paths: document.paths, schemas: document.components.schemas })
  const { paths, schemas } = JSON.parse(text, opened)
  const components = { ...document.components, schemas: mapValues(schemas, withOptionalNulls) }
  return { ...document, paths, components }
}

/** The keywords of bounds, which are this server's (A-limit-3). */
const BOUND = /^(?:(?:min|max)(?:imum|Length|Items|Properties)|propertyNames|\$comment)$/

const opened = (key: string, value: unknown): unknown => {
  if (BOUND.test(key) || (key === 'additionalProperties' && value === false)) return undefined
  if (!isObject(value)) return value
  const { anyOf, [STATED_MAX_ITEMS]: maxItems, ...others } = value
  if (maxItems !== undefined) return { ...others, maxItems }
  if (key === 'message') return withoutEnum(value)
  if (!Array.isArray(anyOf)) return value
  // What this server has under free keys is its own (A-metadata-1).
  if (key === 'additionalProperties') return {}
  const isEnvelope =
    anyOf.some(({ $ref }) => REFUSALS.includes($ref)) && resultsOf(anyOf).length > 0
  return isEnvelope ? envelopeOf(anyOf) : value
}

const withoutEnum = ({ enum: _, ...others }: Schema): Schema => others

const acceptsNull = ({ type, anyOf = [] }: Schema): boolean =>
  [type].flat().includes('null') || (anyOf as Schema[]).some(acceptsNull)

/** A shape whose fields may be absent where they may be null; an envelope has all of its fields. */
const withOptionalNulls = (schema: Schema): Schema => {
  const { required = [], properties = {} } = schema as {
    required?: string[]
    properties?: Record<string, Schema>
  }
  if (required.length === 0 || 'code' in properties) return schema
  const nullable = new Map(Object.entries(properties).filter(([, field]) => acceptsNull(field)))
  return { ...schema, required: required.filter((name) => !nullable.has(name)) }
}

const resultsOf = (branches: readonly Schema[]): Schema[] =>
  branches.flatMap(({ properties }) => {
    const { code, result } = Object(properties) as { code?: Schema; result?: Schema }
    return code && result ? [result] : []
  })

const ENVELOPE =
  'The response to a call: a success has code `0`; a refusal has another code and no result.'

/** One envelope for success and refusal, and inside it one as well, where the operation has an inner one. */
const envelopeOf = (branches: readonly Schema[], isInner = false): Schema => {
  const results = resultsOf(branches)
  const [success] = branches.filter((one) => resultsOf([one]).length > 0)
  const properties = success?.properties as Record<'code' | 'message' | 'result', Schema>
  const { const: _, ...code } = properties.code
  const others = branches.filter(
    (one) => resultsOf([one]).length === 0 && !REFUSALS.includes(one.$ref),
  )
  const envelope = {
    ...success,
    ...(!isInner && { description: ENVELOPE }),
    properties: {
      ...properties,
      code: {
        ...code,
        description: '`0`: the call succeeded; any other code: the call was refused.',
      },
      message: { ...properties.message, description: 'Text for people.' },
      result: nullable(resultsOf(results).length > 0 ? [envelopeOf(results, true)] : results),
    },
  }
  return others.length === 0 ? envelope : { anyOf: [...others, envelope] }
}

const nullable = ([first = {}, ...others]: readonly Schema[]): Schema => {
  const { description, [PROVENANCE]: known, [ASSUMED_BY]: numbers, ...asked } = first
  const branches = [asked, ...others].flatMap((one) => (one.anyOf ?? [one]) as Schema[])
  const anyOf = [...branches.filter(({ type }) => type !== 'null'), { type: 'null' }]
  return { description, [PROVENANCE]: known, [ASSUMED_BY]: numbers, anyOf }
}
