import type { Log, Result } from 'sarif'
import { FINDINGS } from '../../client/generated/constants.ts'
import type {
  FindingCall,
  FindingLevel,
  FindingSummary,
  FindingsReport,
} from '../../client/generated/control.ts'
import { levelsFrom } from '../../client/judge.ts'
import { printable } from '../../kernel/text.ts'
import { formatInstant } from '../../kernel/timestamps.ts'
import { packageVersion } from '../../start/shipped-folders.ts'
import type { Report } from './report.ts'

/** Minimum level of the findings that are shown, that from which a case of JUnit fails, and the server. */
export interface Shown {
  readonly level: FindingLevel
  readonly failLevel: FindingLevel
  readonly url: string
}

/** Findings as a report. */
export const findingsReport = (all: FindingsReport, { level, failLevel, url }: Shown): Report => {
  const report = findingsFrom(all, level)
  const failing = findingsFrom(all, failLevel).findings
  const cases = kindsIn(all).map(({ code: name, level: group }) => {
    const sentences = failing.filter(({ code }) => code === name).map(sentenceOf)
    return {
      group,
      name,
      ...(sentences.length > 0 && { failure: printable(sentences.join('; ')) }),
    }
  })
  return {
    name: 'findings',
    value: report,
    lines: linesOf(report),
    cases,
    sarif: sarifOf(report, url),
  }
}

/** A report without the findings below a level. */
export const findingsFrom = (report: FindingsReport, level: FindingLevel): FindingsReport => {
  const levels = levelsFrom(level)
  return { ...report, level, findings: report.findings.filter((one) => levels.includes(one.level)) }
}

/** What was found, how often, where, and what to do. */
export const sentenceOf = (summary: FindingSummary): string => {
  const { code, level, means, remedy, count, calls } = summary
  const places = [...new Set(calls.map(describeCall))].slice(0, 3).join(', ')
  return `${level} ${code}, ${counted(count, 'time')} (${places}): ${means}. ${remedy}`
}

/** A call and the field of its finding, such as `E22 param.colour`. */
const describeCall = ({ operation, method, path, field = '' }: FindingCall): string =>
  `${operation ?? `${method} ${path}`} ${field}`.trimEnd()

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

/** For each code its level, meaning, remedy, count and calls. */
const linesOf = ({
  findings,
  totals: { error, warning, note },
  level,
}: FindingsReport): string[] => [
  ...findings.flatMap((summary) => [...formatSummary(summary), '']),
  `${counted(error, 'error')}, ${counted(warning, 'warning')}, ${counted(note, 'note')}${level === 'note' ? '' : ` (from level ${level})`}`,
]

const formatSummary = (summary: FindingSummary): string[] => {
  const { code, level, means, remedy, count, calls, pending } = summary
  const soFar = pending === 0 ? '' : `, ${pending} of them so far`
  const rest = count - calls.length
  return [
    `${level}  ${code}  ${counted(count, 'time')}${soFar}`,
    `  ${means}`,
    `  remedy: ${remedy}`,
    ...calls.map((call) => `  ${formatCall(call)}`),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ]
}

const formatCall = (call: FindingCall): string =>
  [
    call.seq === null ? '#-' : `#${call.seq}`,
    formatInstant(call.atMs),
    describeCall(call),
    `workspace ${call.workspace}`,
    ...(call.isKept ? [] : ['(no longer in the journal)']),
  ].join('  ')

type Kind = Pick<FindingSummary, 'level' | 'means' | 'remedy'> & { code: string }

/** The kinds of findings; a newer server may know further ones. */
const kindsIn = ({ findings }: FindingsReport): Kind[] => {
  const known: Kind[] = Object.entries(FINDINGS).map(([code, kind]) => ({ code, ...kind }))
  return [...known, ...findings.filter(({ code }) => !(code in FINDINGS))]
}

const SCHEMA =
  'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json'

/** A SARIF 2.1.0 log: a rule for every known code, and a result for each call that is named. */
const sarifOf = (report: FindingsReport, url: string): Log => {
  const rules = kindsIn(report).map(({ code, level, means, remedy }) => ({
    id: code,
    shortDescription: { text: means },
    help: { text: remedy },
    defaultConfiguration: { level },
  }))
  const driver = { name: 'dam-sandbox', version: packageVersion(), rules }
  const results = report.findings.flatMap((summary) => {
    const ruleIndex = rules.findIndex(({ id }) => id === summary.code)
    return summary.calls.map((call) => ({ ...resultOf(summary, call, url), ruleIndex }))
  })
  const run = { tool: { driver }, results, columnKind: 'utf16CodeUnits' as const }
  return { $schema: SCHEMA, version: '2.1.0', runs: [run] }
}

/** The finding of a call, at its operation and the field of its request. */
const resultOf = (
  { code, level, means, remedy, count }: FindingSummary,
  call: FindingCall,
  url: string,
): Result => {
  const { operation, method, path, field, entry, workspace, seq, atMs } = call
  const called = `${method} ${path}`
  const places = [
    { name: operation ?? called, fullyQualifiedName: called, kind: 'function' },
    ...(field === undefined ? [] : [{ name: field, fullyQualifiedName: field, kind: 'parameter' }]),
  ]
  return {
    ruleId: code,
    level,
    message: { text: `${describeCall(call)}: ${means}. ${remedy}` },
    locations: [{ logicalLocations: places }],
    ...(entry !== null && { hostedViewerUri: new URL(entry, url).href }),
    properties: { workspace, seq, atMs, timesInAll: count },
  }
}
