import type { Location, Log, ReportingDescriptor, Result } from 'sarif'
import { FINDING_LEVELS, FINDINGS } from '../../client/generated/constants.ts'
import type {
  FindingCall,
  FindingLevel,
  FindingSummary,
  FindingsReport,
} from '../../client/generated/control.ts'
import { printable } from '../../kernel/text.ts'
import { formatInstant } from '../../kernel/timestamps.ts'
import { LEVEL_STYLES } from '../../start/format-call-line.ts'
import { packageVersion } from '../../start/shipped-folders.ts'
import type { Paint } from '../terminal.ts'
import type { Report, ReportCase } from './report.ts'

/** Minimum level of the findings that are shown, that from which a case of JUnit fails, and the server. */
export interface Shown {
  readonly level: FindingLevel
  readonly failLevel: FindingLevel
  readonly url: string
}

/** Findings as a report. */
export const findingsReport = (all: FindingsReport, { level, failLevel, url }: Shown): Report => {
  const report = findingsFrom(all, level)
  return {
    name: 'findings',
    value: report,
    lines: (paint) => linesOf(report, paint),
    cases: () => casesOf(all, failLevel),
    sarif: () => sarifOf(report, url),
  }
}

/** A report without the findings below a level. */
export const findingsFrom = (report: FindingsReport, level: FindingLevel): FindingsReport => {
  const levels = FINDING_LEVELS.slice(0, FINDING_LEVELS.indexOf(level) + 1)
  return { ...report, level, findings: report.findings.filter((one) => levels.includes(one.level)) }
}

/** What was found, how often, where, and what to do. */
export const sentenceOf = (summary: FindingSummary): string => {
  const { code, level, means, remedy, count, calls } = summary
  const places = [...new Set(calls.map(describeCall))].slice(0, 3).join(', ')
  return `${level} ${code}, ${counted(count, 'time')} (${places}): ${means}. ${remedy}`
}

/** A call and the field of its finding, such as `E22 param.colour`. */
const describeCall = ({ operation, method, path, field }: FindingCall): string =>
  [operation ?? `${method} ${path}`, field].filter((part) => part !== undefined).join(' ')

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

/** For each code its level, meaning, remedy, count and calls. */
const linesOf = ({ findings, totals, level }: FindingsReport, paint: Paint): string[] => {
  const { error, warning, note } = totals
  const from = level === 'note' ? '' : ` (from level ${level})`
  const total = [counted(error, 'error'), counted(warning, 'warning'), counted(note, 'note')]
  return [
    ...findings.flatMap((summary) => [...formatSummary(summary, paint), '']),
    `${total.join(', ')}${from}`,
  ]
}

const formatSummary = (summary: FindingSummary, paint: Paint): string[] => {
  const { code, level, means, remedy, count, calls, pending } = summary
  const soFar = pending === 0 ? '' : `, ${pending} of them so far`
  const rest = count - calls.length
  return [
    `${paint(LEVEL_STYLES[level], level)}  ${paint('bold', code)}  ${counted(count, 'time')}${soFar}`,
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

/** The kinds of findings by their codes; a newer server may know further ones. */
const kindsIn = <Kind>(
  findings: readonly FindingSummary[],
  make: (kind: Pick<FindingSummary, 'level' | 'means' | 'remedy'> & { code: string }) => Kind,
): Map<string, Kind> => {
  const known = Object.entries(FINDINGS).map(([code, kind]) => ({ code, ...kind }))
  const kinds = new Map<string, Kind>()
  for (const kind of [...known, ...findings])
    if (!kinds.has(kind.code)) kinds.set(kind.code, make(kind))
  return kinds
}

/** A case for every known code, which fails when it was found at or above a level. */
const casesOf = (report: FindingsReport, from: FindingLevel): ReportCase[] => {
  const failing = findingsFrom(report, from).findings
  return [...kindsIn(report.findings, ({ level }) => level)].map(([name, group]) => {
    const sentences = failing.filter(({ code }) => code === name).map(sentenceOf)
    const failure = printable(sentences.join('; '))
    return { group, name, ...(sentences.length > 0 && { failure }) }
  })
}

const SCHEMA =
  'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json'

/** A SARIF 2.1.0 log: a rule for every known code, and a result for each call that is named. */
const sarifOf = ({ findings }: FindingsReport, url: string): Log => {
  const rules = kindsIn<ReportingDescriptor>(findings, ({ code, level, means, remedy }) => ({
    id: code,
    shortDescription: { text: means },
    help: { text: remedy },
    defaultConfiguration: { level },
  }))
  const driver = { name: 'dam-sandbox', version: packageVersion(), rules: [...rules.values()] }
  const codes = [...rules.keys()]
  const results = findings.flatMap((summary) => {
    const ruleIndex = codes.indexOf(summary.code)
    return summary.calls.map((call) => resultOf(summary, call, { url, ruleIndex }))
  })
  const run = { tool: { driver }, results, columnKind: 'utf16CodeUnits' as const }
  return { $schema: SCHEMA, version: '2.1.0', runs: [run] }
}

const resultOf = (
  { code, level, means, remedy, count }: FindingSummary,
  call: FindingCall,
  { url, ruleIndex }: { url: string; ruleIndex: number },
): Result => ({
  ruleId: code,
  ruleIndex,
  level,
  message: { text: `${describeCall(call)}: ${means}. ${remedy}` },
  locations: [locationOf(call)],
  ...(call.entry !== null && { hostedViewerUri: new URL(call.entry, url).href }),
  properties: { workspace: call.workspace, seq: call.seq, atMs: call.atMs, timesInAll: count },
})

/** The operation of a call, and the field of its request. */
const locationOf = ({ operation, method, path, field }: FindingCall): Location => {
  const called = `${method} ${path}`
  return {
    logicalLocations: [
      { name: operation ?? called, fullyQualifiedName: called, kind: 'function' },
      ...(field === undefined
        ? []
        : [{ name: field, fullyQualifiedName: field, kind: 'parameter' }]),
    ],
  }
}
