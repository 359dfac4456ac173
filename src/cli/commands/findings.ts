import { FINDING_LEVELS } from '../../client/generated/constants.ts'
import type { FindingLevel } from '../../client/generated/control.ts'
import { EXIT } from '../cli-errors.ts'
import type { CommandSpec } from '../command.ts'
import { readChoice } from '../readers.ts'
import { formatFindings, sentenceOf } from '../reports/findings.ts'

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
