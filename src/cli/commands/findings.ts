import { FINDING_LEVELS } from '../../client/generated/constants.ts'
import type {
  FindingCall,
  FindingLevel,
  FindingPlace,
  FindingSummary,
  FindingsReport,
} from '../../client/generated/control.ts'
import { expectedAt } from '../../client/judge.ts'
import { EXIT } from '../cli-errors.ts'
import type { CommandSpec } from '../command.ts'
import { readChoice } from '../readers.ts'
import {
  type IgnoreOptions,
  ignoredBy,
  readBaseline,
  readIgnored,
  withoutIgnored,
} from './ignored-findings.ts'
import { sarifOf } from './sarif.ts'

const readLevel = readChoice(FINDING_LEVELS)

export const findings: CommandSpec = {
  summary: 'List likely client mistakes found in recorded calls.',
  help:
    'List likely client mistakes in calls to the whole server, or to --workspace: level, ' +
    'count, places, meaning and remedy; with --json also the calls. A reset keeps the findings.',
  takes: {
    '--level <level>': ['minimum level, default note', readLevel],
    '--ignore <places>': [
      'findings to ignore: code, code:operation or code:operation:field; repeatable or comma-separated',
      readIgnored,
    ],
    '--baseline <file>': ['JSON of an earlier report; its findings are ignored', readBaseline],
    '--sarif <file>': 'print SARIF for code scanning, with this client file as the location',
    '--fail-on <level>': [
      'exit with code 1 if there are findings of this level or above',
      readLevel,
    ],
    '--clear': 'delete the findings after showing them',
  },
  examples: ['findings --level warning', 'findings --fail-on error --json > findings.json'],
  isOfServer: true,
  async run({ control, terminal }, _args, options: Options) {
    const { level = 'note', failOn, clear, sarif } = options
    const { report, unused } = withoutIgnored(await control.findings(), ignoredBy(options))
    if (clear) await control.clearFindings()
    for (const text of unused) terminal.note(`dam-sandbox: --ignore ${text} ignored nothing`)
    const shown = fromLevel(report, level)
    if (sarif === undefined) terminal.answer(shown, formatFindings)
    else terminal.answer(sarifOf(shown, sarif), (log) => [JSON.stringify(log, null, 2)])
    const failing = failOn === undefined ? [] : fromLevel(report, failOn).findings
    for (const summary of failing) terminal.fail(sentenceOf(summary))
    return failing.length > 0 ? EXIT.refused : EXIT.ok
  },
}

interface Options extends IgnoreOptions {
  level?: FindingLevel
  failOn?: FindingLevel
  clear?: boolean
  sarif?: string
}

const fromLevel = (report: FindingsReport, level: FindingLevel): FindingsReport => {
  const wanted = FINDING_LEVELS.slice(0, FINDING_LEVELS.indexOf(level) + 1)
  return { ...report, level, findings: report.findings.filter((one) => wanted.includes(one.level)) }
}

export const sentenceOf = (summary: FindingSummary): string => {
  const { code, level, means, remedy, count, calls, places } = summary
  const named = places.slice(0, 3).map((place) => describePlace(place, calls))
  const more = places.length > named.length ? ` and ${places.length - named.length} more` : ''
  const [call] = calls
  return `${level} ${code}, ${counted(count, 'time')} (${named.join(', ')}${more}${call ? describeCall(call) : ''}): ${means}. ${remedy}`
}

const describePlace = (place: FindingPlace, calls: readonly FindingCall[]): string => {
  const expected = expectedAt(place, calls)
  const name = `${place.operation ?? 'other calls'} ${place.field ?? ''}`.trimEnd()
  return expected === undefined ? name : `${name}: use ${expected}`
}

/** Where to look first: the test, or the workspace if the suite does not name tests. */
const describeCall = ({ workspaceName, test, seq }: FindingCall): string => {
  const place = test ?? (workspaceName === 'default' ? null : workspaceName)
  return place === null ? '' : `; first in "${place}"${seq === null ? '' : `, call #${seq}`}`
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

const formatFindings = ({ findings, totals, level }: FindingsReport): string[] => [
  ...findings.map(sentenceOf),
  Object.entries(totals)
    .map(([name, count]) => counted(count, name))
    .join(', ') + (level === 'note' ? '' : ` (level ${level} and above)`),
]
