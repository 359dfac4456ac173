import type { FindingCode } from '../contract/findings/finding.ts'
import type { FindingLevel } from '../contract/findings/finding-kind.ts'
import { sizeOfText } from '../kernel/text.ts'
import { LIMITS } from '../limits.ts'
import type { CallOrigin } from './observed-call.ts'

/** A call with a finding. Its origin is shared by all findings of the call. */
export interface FindingExample {
  readonly workspace: string
  readonly origin: CallOrigin
  /** Path of the field in the request, with its secrets masked. */
  readonly field: string | undefined
}

/** What is known of the findings of one code and level. */
export interface FindingTally {
  readonly code: FindingCode
  readonly level: FindingLevel
  /** Number of findings; a call can have several of one code, about several fields. */
  count: number
  /** By the clock of the workspace. */
  firstAtMs: number
  lastAtMs: number
  /** The first calls, oldest first. */
  readonly first: FindingExample[]
  /** The last calls behind those of `first`, oldest first. */
  readonly latest: FindingExample[]
}

/** The code and the level that a tally counts. */
export type TallyKind = Pick<FindingTally, 'code' | 'level'>

/** A text for each kind of tally. */
export const keyOfTally = ({ code, level }: TallyKind): string => `${level} ${code}`

/** A tally without findings. */
export const emptyTally = ({ code, level }: TallyKind): FindingTally => ({
  code,
  level,
  count: 0,
  firstAtMs: Number.POSITIVE_INFINITY,
  lastAtMs: Number.NEGATIVE_INFINITY,
  first: [],
  latest: [],
})

/** The bytes of an example without its texts. */
const BASE_BYTES = 256

/** Bytes of memory of an example. */
export const sizeOfExample = ({ origin, field }: FindingExample): number =>
  BASE_BYTES + sizeOfText(origin.path) + sizeOfText(field)

/** Adds the sums of a tally to another; an instant decides which findings are the first and the last. */
export const addSums = (
  to: FindingTally,
  from: Pick<FindingTally, 'count' | 'firstAtMs' | 'lastAtMs'>,
) => {
  to.count += from.count
  to.firstAtMs = Math.min(to.firstAtMs, from.firstAtMs)
  to.lastAtMs = Math.max(to.lastAtMs, from.lastAtMs)
}

/** The tally of several workspaces: sums, and of the examples the first and the last by their instants. */
export const mergeTallies = (kind: TallyKind, tallies: readonly FindingTally[]): FindingTally => {
  const merged = emptyTally(kind)
  let examples: FindingExample[] = []
  for (const tally of tallies) {
    addSums(merged, tally)
    examples.push(...tally.first, ...tally.latest)
    if (examples.length > MAX_SORTED) examples = firstAndLast(examples)
  }
  const shown = firstAndLast(examples)
  const { max } = LIMITS.findingExamples
  merged.first.push(...shown.slice(0, max))
  merged.latest.push(...shown.slice(max))
  return merged
}

/** Many workspaces have many examples; a sort of a few at a time is as good. */
const MAX_SORTED = 1_000

const firstAndLast = (examples: readonly FindingExample[]): FindingExample[] => {
  const sorted = [...examples].sort(byInstant)
  const { max } = LIMITS.findingExamples
  return [...sorted.slice(0, max), ...sorted.slice(max).slice(-max)]
}

const byInstant = (a: FindingExample, b: FindingExample): number =>
  a.origin.atMs - b.origin.atMs ||
  (a.workspace < b.workspace ? -1 : Number(a.workspace > b.workspace)) ||
  (a.origin.seq ?? 0) - (b.origin.seq ?? 0)
