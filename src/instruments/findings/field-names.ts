import { meantName } from '../../contract/errors/meant-name.ts'
import type { FindingCode } from '../../contract/findings/finding.ts'

const FINDING_BY_DIFFERENCE = {
  case: 'wrong-case-name',
  correction: 'corrected-name',
  origin: 'foreign-name',
  spelling: 'misspelled-name',
} as const satisfies Record<string, FindingCode>

const OF_NAMES: ReadonlySet<FindingCode> = new Set([
  'unknown-field',
  ...Object.values(FINDING_BY_DIFFERENCE),
])

export const isOfIgnoredField = ({ code }: { code: FindingCode }): boolean => OF_NAMES.has(code)

/** The finding about a name in an object of a request that its schema does not have, and the name that was probably meant. */
export const judgeName = (
  name: string,
  known: Readonly<Record<string, unknown>>,
  object: Readonly<Record<string, unknown>>,
): { readonly code: FindingCode; readonly expected?: string } => {
  const meant = meantName(name, known, object)
  return meant
    ? { code: FINDING_BY_DIFFERENCE[meant.differsIn], expected: meant.name }
    : { code: 'unknown-field' }
}

/** 2001-01-01 and 2101-01-01 in epoch seconds; as milliseconds they are days of January and February 1970. */
const FIRST_SECOND = 978_307_200
const END_SECOND = 4_133_980_800

/** True if a value that should be epoch milliseconds is an instant of this century in seconds. */
export const looksLikeSeconds = (value: unknown): boolean =>
  typeof value === 'number' && value >= FIRST_SECOND && value < END_SECOND
