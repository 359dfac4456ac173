import type { RouteOptions } from 'fastify'
import { KNOWN } from '../../contract/assumptions/assumption.ts'
import { headersOf } from '../../contract/headers.ts'
import { ASSUMED_BY, PROVENANCE } from '../../contract/known-field.ts'
import type { ReplyShape } from '../../contract/operation.ts'
import { SECTION_OF_SHAPE, type Section } from '../../contract/sections.ts'
import type { Provenance } from '../../control/provenance/schema.ts'
import { selectProvenance } from '../../control/provenance/service.ts'
import type { OpenApiDocument } from '../describe-routes.ts'
import { type DocumentField, documentFields } from './document-fields.ts'
import { type KnownCall, knownCalls } from './known-calls.ts'
import { listCodes } from './list-codes.ts'
import { listRules } from './list-rules.ts'

/** How all that clients meet is known: as the OpenAPI document says it, and by the lists of rules and codes. */
export const listProvenance = (
  document: OpenApiDocument,
  routes: readonly RouteOptions[],
): Provenance => {
  const calls = knownCalls(document, routes)
  const headers = uniqueBy(calls, ({ name }) => name).flatMap(headersOfCall)
  const operations = operationsOf(calls)
  const fields = calls.flatMap((call) => fieldsOf(call, document))
  const lists = {
    operations,
    fields: bestKnown(fields),
    headers,
    rules: listRules([...operations, ...fields, ...headers]),
    codes: listCodes(calls),
  }
  return selectProvenance(lists, {})
}

/** A supporting route can have several paths. */
const operationsOf = (calls: readonly KnownCall[]): Provenance['operations'] =>
  uniqueBy(calls, ({ name }) => name).map(({ name, section, described }) => ({
    operation: name,
    summary: String(described.summary),
    routes: calls.filter((call) => call.name === name).map(({ route }) => route),
    ...marksFrom(described, section),
  }))

const headersOfCall = ({ name: operation, call }: KnownCall): Provenance['headers'] =>
  headersOf(call).map(({ name, isRequired, known, section, numbers }) => ({
    operation,
    name,
    required: isRequired,
    known,
    section,
    assumptions: [...numbers],
  }))

const fieldsOf = (call: KnownCall, document: OpenApiDocument): Provenance['fields'] =>
  documentFields(call.described, document).map((field) => ({
    operation: call.name,
    in: REFUSALS.has(field.shape) ? 'refusal' : field.in,
    path: field.path,
    description: field.marks.description ?? '',
    ...marksFrom(field.marks, sectionOf(field, call)),
  }))

/** The shapes of refusals, whose fields are told from those of a success. */
const REFUSALS: ReadonlySet<string> = new Set(['RefusalEnvelope', 'SupportingRefusal'])

const ENVELOPES: Readonly<Record<ReplyShape, RegExp>> = {
  plain: /^(?:code|message)$/,
  nested: /^(?:result|(?:result\.)?(?:code|message)|result\.traceId)$/,
  bare: /^$/,
  empty: /^(?:code|message)$/,
}

/** The section of a named shape, else that of the envelope, else that of the operation. */
const sectionOf = (
  { in: place, path, shape }: DocumentField,
  { call, section }: KnownCall,
): Section | null => {
  if (typeof call === 'string') return section
  const ofShape = SECTION_OF_SHAPE.get(shape)
  if (ofShape) return ofShape
  if (place === 'request' && call.surface === 'server-side' && /^(?:token|param)$/.test(path))
    return 'Request envelope'
  return place === 'answer' && ENVELOPES[call.shape].test(path) ? 'Response envelope' : section
}

const marksFrom = (marks: object, section: Section | null) => {
  const { [PROVENANCE]: known, [ASSUMED_BY]: assumptions = [] } = marks as {
    [PROVENANCE]: (typeof KNOWN)[number]
    [ASSUMED_BY]?: readonly string[]
  }
  return { known, section, assumptions: [...assumptions] }
}

/** A field that several answers of an operation have counts once, as it is known best: another one is a variant. */
const bestKnown = (fields: Provenance['fields']): Provenance['fields'] => {
  const keyOf = (field: Provenance['fields'][number]): string =>
    [field.operation, field.in, field.path].join(' ')
  const best = new Map<string, Provenance['fields'][number]>()
  for (const field of fields) {
    const other = best.get(keyOf(field))
    if (!other || KNOWN.indexOf(field.known) < KNOWN.indexOf(other.known))
      best.set(keyOf(field), field)
  }
  return [...best.values()]
}

const uniqueBy = <T>(values: readonly T[], keyOf: (value: T) => string): T[] =>
  [...new Map([...values].reverse().map((value) => [keyOf(value), value])).values()].reverse()
