import { KNOWN } from '../../contract/assumptions/assumption.ts'
import type { Provenance, ProvenanceQuery } from './schema.ts'

type Lists = Omit<Provenance, 'counts'>

/** What a query selects of all that is known, with the counts of what is left. */
export const selectProvenance = (all: Lists, { known, operation }: ProvenanceQuery): Provenance => {
  const isKnown = (entry: { known: string }): boolean =>
    known === undefined || entry.known === known
  const isOf = (entry: { operation: string }): boolean =>
    operation === undefined || entry.operation === operation
  const operations = all.operations.filter(isOf)
  const fields = all.fields.filter(isOf)
  const headers = all.headers.filter(isOf)
  const cited = new Set(
    [...operations, ...fields, ...headers].flatMap((entry) => entry.assumptions),
  )
  const lists: Lists = {
    operations: operations.filter(isKnown),
    fields: fields.filter(isKnown),
    headers: headers.filter(isKnown),
    rules: all.rules
      .filter(({ number }) => operation === undefined || cited.has(number))
      .filter(isKnown),
    codes: all.codes
      .filter(({ operations: names }) => operation === undefined || names.includes(operation))
      .filter(isKnown),
  }
  return { counts: countAll(lists), ...lists }
}

const countAll = ({ operations, fields, headers, rules, codes }: Lists): Provenance['counts'] => ({
  operations: count(operations),
  fields: count(fields),
  headers: count(headers),
  rules: count(rules),
  codes: count(codes),
})

const count = (
  entries: readonly { readonly known: string }[],
): Provenance['counts']['operations'] => {
  const [document, published, invented] = KNOWN.map(
    (kind) => entries.filter(({ known }) => known === kind).length,
  )
  return {
    document: document ?? 0,
    'published elsewhere': published ?? 0,
    invented: invented ?? 0,
  }
}
