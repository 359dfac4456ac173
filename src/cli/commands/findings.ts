import { FINDING_LEVELS } from '../../client/generated/constants.ts'
import type {
  FindingCall,
  FindingLevel,
  FindingSummary,
  FindingsReport,
} from '../../client/generated/control.ts'
import { EXIT } from '../cli-errors.ts'
import type { CommandSpec } from '../command.ts'
import { readChoice } from '../readers.ts'

const readLevel = readChoice(FINDING_LEVELS)

export const findings: CommandSpec = {
  summary: 'Show what was odd in calls.',
  help:
    'Show what was odd in the calls of the whole server, or of a workspace that is given: level, ' +
    'count, places, meaning and remedy; with --json also the calls. A reset keeps them.',
  takes: {
    '--level <level>': ['minimum level, default note', readLevel],
    '--fail-on <level>': ['exit code 1 for findings from this level on', readLevel],
    '--clear': 'delete the findings after they are shown',
  },
  examples: ['findings --level warning', 'findings --fail-on error --json > findings.json'],
  isOfServer: true,
  async run({ control, terminal }, _args, { level = 'note', failOn, clear }: Options) {
    terminal.answer(await control.findings(level), formatFindings)
    const failing = failOn === undefined ? [] : (await control.findings(failOn)).findings
    if (clear) await control.clearFindings()
    for (const summary of failing) terminal.fail(sentenceOf(summary))
    return failing.length > 0 ? EXIT.refused : EXIT.ok
  },
}

interface Options {
  level?: FindingLevel
  failOn?: FindingLevel
  clear?: boolean
}

export const sentenceOf = (summary: FindingSummary): string => {
  const { code, level, means, remedy, count, calls } = summary
  const places = [...new Set(calls.map(describeCall))].slice(0, 3).join(', ')
  return `${level} ${code}, ${counted(count, 'time')} (${places}): ${means}. ${remedy}`
}

const describeCall = ({ operation, method, path, field = '' }: FindingCall): string =>
  `${operation ?? `${method} ${path}`} ${field}`.trimEnd()

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

const formatFindings = ({ findings, totals, level }: FindingsReport): string[] => [
  ...findings.map(sentenceOf),
  Object.entries(totals)
    .map(([name, count]) => counted(count, name))
    .join(', ') + (level === 'note' ? '' : ` (from level ${level})`),
]
