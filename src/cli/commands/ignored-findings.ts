import { readFileSync } from 'node:fs'
import { InvalidArgumentError } from 'commander'
import { FINDINGS, OPERATIONS } from '../../client/generated/constants.ts'
import type { FindingCode, FindingPlace, FindingsReport } from '../../client/generated/control.ts'
import { didYouMean } from '../../contract/errors/did-you-mean.ts'
import { UsageError } from '../cli-errors.ts'
import { parseJson, requireFile } from '../user-files.ts'

/** Findings that a suite causes on purpose, or had before findings were checked. */
export interface Ignored {
  /** As it was passed. Entries of a baseline may no longer occur, so unused ones are not reported. */
  readonly text?: string
  readonly code: FindingCode
  readonly operation?: string | null | undefined
  readonly field?: string | null | undefined
}

export const readIgnored = (text: string, before: readonly Ignored[] = []): Ignored[] => [
  ...before,
  ...text.split(',').map((entry): Ignored => {
    const [code = '', operation, ...rest] = entry.trim().split(':')
    const known = Object.keys(FINDINGS)
    if (!known.includes(code))
      throw new InvalidArgumentError(`Finding "${code}" does not exist${didYouMean(code, known)}`)
    if (/^E\d/.test(operation ?? '') && !Object.hasOwn(OPERATIONS, operation ?? ''))
      throw new InvalidArgumentError(`Operation "${operation}" does not exist.`)
    const field = rest.length > 0 ? rest.join(':') : undefined
    return { text: entry.trim(), code: code as FindingCode, operation, field }
  }),
]

/** The places of an earlier report. */
export interface Baseline {
  readonly file: string
  readonly places: readonly Ignored[]
}

/** Reads a report that `findings --json` printed. */
export const readBaseline = (file: string): Baseline => {
  requireFile(file)
  const { findings } = Object(parseJson(readFileSync(file, 'utf8'), file)) as FindingsReport
  if (!Array.isArray(findings))
    throw new UsageError(
      `${file} is not a findings report; dam-sandbox findings --json creates one`,
    )
  const places = findings.flatMap(({ code, places }) =>
    places.map(({ operation, field }) => ({ code, operation, field })),
  )
  return { file, places }
}

/** The options of a command that ignores findings. */
export interface IgnoreOptions {
  ignore?: Ignored[]
  baseline?: Baseline
}

export const ignoredBy = ({ ignore = [], baseline }: IgnoreOptions): readonly Ignored[] => [
  ...ignore,
  ...(baseline?.places ?? []),
]

type Place = Pick<FindingPlace, 'operation'> & Partial<Pick<FindingPlace, 'field'>>

const covers = (ignored: Ignored, code: FindingCode, { operation, field = null }: Place): boolean =>
  ignored.code === code &&
  // Places that exceed the limit are missing and could be anything.
  (operation !== null || field !== null) &&
  (ignored.operation === undefined || ignored.operation === operation) &&
  (ignored.field === undefined || ignored.field === field)

/** A report without what is ignored, and the entries that ignored nothing. */
export const withoutIgnored = (
  report: FindingsReport,
  ignored: readonly Ignored[],
): { report: FindingsReport; unused: string[] } => {
  const findings = report.findings.flatMap((summary) => {
    const isKept = (place: Place) => !ignored.some((entry) => covers(entry, summary.code, place))
    const places = summary.places.filter(isKept)
    const count = places.reduce((sum, place) => sum + place.count, 0)
    return count === 0 ? [] : [{ ...summary, count, places, calls: summary.calls.filter(isKept) }]
  })
  const isUsed = (entry: Ignored): boolean =>
    report.findings.some(({ code, places }) => places.some((place) => covers(entry, code, place)))
  const unused = ignored.flatMap((entry) => (isUsed(entry) ? [] : (entry.text ?? [])))
  return { report: { ...report, findings }, unused }
}
