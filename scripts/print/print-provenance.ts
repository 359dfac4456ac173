import { KNOWN } from '#src/contract/assumptions/assumption.ts'
import type { Provenance } from '#src/control/provenance/schema.ts'
import { table } from './markdown.ts'

/** What the rows count, by the name of the list. */
const ROWS = {
  operations: 'operations and supporting routes',
  fields: 'fields of their requests and answers',
  headers: 'headers of their requests',
  rules: 'rules, which are the assumptions',
  codes: 'codes of answers and findings',
} as const satisfies Record<keyof Provenance['counts'], string>

/** How many of each list are known how. */
export const printProvenance = ({ counts }: Provenance): string =>
  table(
    ['', ...KNOWN],
    Object.entries(ROWS).map(([list, label]) => [
      label,
      ...KNOWN.map((known) => String(counts[list as keyof typeof counts][known])),
    ]),
  )
