import { KNOWN, type Provenance } from '#src/contract/assumptions/assumption.ts'
import { assumption, assumptionIds } from '#src/contract/assumptions/index.ts'
import { PROVENANCE } from '#src/contract/known-field.ts'
import type { OpenApiDocument } from '#src/openapi/describe-routes.ts'
import { table } from './markdown.ts'

/** How many marks of the document, and how many assumptions, are known how. */
export const printProvenance = ({ paths, components }: OpenApiDocument): string => {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  const rows: [label: string, marked: readonly object[]][] = [
    ['operations and supporting routes', operations],
    ['parameters and headers of their requests', operations.flatMap((one) => one.parameters ?? [])],
    [
      'fields of their requests and answers',
      [...markedIn(Object.values(operations).map(bodiesOf)), ...markedIn(components.schemas)],
    ],
    ['assumptions', assumptionIds().map((id) => ({ [PROVENANCE]: assumption(id).known }))],
  ]
  return table(
    ['', ...KNOWN],
    rows.map(([label, marked]) => [label, ...KNOWN.map((known) => count(marked, known))]),
  )
}

const bodiesOf = ({ requestBody, responses }: { requestBody?: object; responses: object }) => ({
  requestBody,
  responses,
})

const count = (marked: readonly object[], known: Provenance): string =>
  String(marked.filter((one) => (one as Record<string, unknown>)[PROVENANCE] === known).length)

/** Every object of a value that says how it is known. */
function* markedIn(value: unknown): Generator<object> {
  if (typeof value !== 'object' || value === null) return
  if (PROVENANCE in value) yield value
  for (const below of Object.values(value)) yield* markedIn(below)
}
