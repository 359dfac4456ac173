import { writeFile } from 'node:fs/promises'
import type { Connection } from '../../client/connection.ts'
import { FINDING_LEVELS } from '../../client/generated/constants.ts'
import type { Coverage, FindingSummary } from '../../client/generated/control.ts'
import { workspaceControl } from '../../client/workspace-control.ts'
import { flagsOf } from '../../config/config.ts'
import { readCliEnvironment } from '../../config/environment.ts'
import type { SettingTexts } from '../../config/settings.ts'
import { EXIT, UsageError } from '../cli-errors.ts'
import type { CommandSpec } from '../command.ts'
import { requirePlaceFor } from '../user-files.ts'
import {
  type ConditionOptions,
  checkConditions,
  conditionFlags,
  conditionsTaken,
  hasCalls,
  type Inspection,
} from './conditions.ts'
import { type Each, execEach, readAccepted, readEach } from './exec-each.ts'
import { settingFlags } from './start.ts'
import { runSuite } from './suite.ts'

type ExecOptions = SettingTexts &
  ConditionOptions & {
    coverage?: string
    each?: Each
    accept?: string[]
    keepGoing?: boolean
    json?: boolean
  }

export const exec: CommandSpec = {
  summary: 'Run a command with its own server.',
  help:
    'Start a server on a free port, run a command with SANDBOX_URL, SANDBOX_ACCESS_TOKEN, ' +
    'SANDBOX_CLIENT_ID, SANDBOX_CLIENT_KEY and SANDBOX_STORAGE_URL in its environment, and stop the server. exec exits with ' +
    'the exit code of the command, or with 1 if a --fail-on condition applies, or if --fail-on or --each is set and the command made no calls. Signals are passed on to the command. ' +
    'The server logs only with --log. With --each, the command runs several times, each time with a fresh server: ' +
    'once for each alternative variant of every assumption that its calls used, or with successive variation seeds until it fails.',
  takes: {
    '<command...>': 'command to run, after --',
    ...conditionsTaken('exit with code 1 if one of these applies, even if the command succeeds'),
    '--coverage <file>': 'JSON file to write coverage to at the end',
    '--each <what>': [
      'how to repeat the command: "variant" runs it once for each variant (variant=all includes unused assumptions, variant=<numbers> selects some); "variation=<n>" runs it with the seeds 1 to n (variation=<n>:<kinds> with some kinds of variation)',
      readEach,
    ],
    '--accept <numbers>': [
      'with --each variant, assumptions that the command may depend on; repeatable or comma-separated',
      readAccepted,
    ],
    '--keep-going':
      'with --each variation, go on with the other seeds after one that makes the command fail',
    '--json': 'print the report of --each, and errors, as JSON',
    ...settingFlags('exec'),
  },
  examples: [
    'exec -- npx vitest run',
    'exec --fail-on findings,unused-faults,uncovered -- npm test',
    'exec --artifacts ./dam-sandbox --fail-on findings -- npm test',
    'exec --coverage coverage.json -- npm test',
    'exec --seed minimal --assume A-20-1=envelope -- npm test',
    'exec --each variant -- npm test',
    'exec --each variant --accept A-8-1 -- npm test',
    'exec --each variation=20 -- npm test',
    'exec --each variation=20:list-order,extra-fields --keep-going -- npm test',
  ],
  async local({ io, terminal }, [commandLine]: [string[]], options: ExecOptions) {
    const {
      failOn,
      ignore: _ignore,
      baseline: _baseline,
      coverage,
      each,
      accept: accepted = [],
      keepGoing: goesOn = false,
      json: _,
      ...flags
    } = options
    requireFitting(options)
    const environment = readCliEnvironment(io.env)
    for (const sentence of environment.ignoredCredentials(flagsOf(flags)))
      terminal.note(`dam-sandbox: ${sentence}`)
    const judge = each ? '--each' : failOn && '--fail-on'
    let unwritten = coverage
    const inspect = async (connection: Connection): Promise<Inspection> => {
      const control = workspaceControl(connection)
      const called = await control.coverage()
      // With repeated runs, the first one counts: it changes nothing.
      if (unwritten !== undefined)
        await writeFile(unwritten, `${JSON.stringify(called, null, 2)}\n`)
      unwritten = undefined
      const { reasons, findings } = await checkConditions(connection, options)
      return { reasons: [...describeNoCall(called, connection.url, judge), ...reasons], findings }
    }
    const conditions = conditionFlags(options)
    const isJudged = judge !== undefined
    const suite = { io, terminal, commandLine, flags, conditions, isJudged, inspect }
    if (each) return execEach(suite, each, { accepted, goesOn })
    const { exitCode, reasons, findings, hasPassed } = await runSuite(suite)
    // Not as the error of `--json`: stdout belongs to the command.
    for (const sentence of reasons) terminal.note(`dam-sandbox: ${sentence}`)
    if (!hasPassed) return exitCode || EXIT.refused
    if (failOn && findings.length > 0) terminal.note(`dam-sandbox: ${passedWith(findings)}`)
    return EXIT.ok
  },
}

/** Refuses options that need another one. */
const requireFitting = (options: ExecOptions): void => {
  const { failOn, ignore, baseline, coverage, each, accept, keepGoing } = options
  if (coverage !== undefined) requirePlaceFor(coverage)
  if (!failOn && (ignore || baseline))
    throw new UsageError('--ignore and --baseline need --fail-on')
  if (!each && (accept || keepGoing)) throw new UsageError('--accept and --keep-going need --each')
}

const passedWith = (findings: readonly FindingSummary[]): string => {
  const level = FINDING_LEVELS.findLast((one) => findings.some((found) => found.level === one))
  return `passed with findings: ${findings.map(shortly).join(', ')}; use --fail-on findings=${level} to fail on them`
}

const shortly = ({ level, code, count }: FindingSummary): string => `${level} ${code} (${count})`

const describeNoCall = (called: Coverage, url: string, judge: string | undefined): string[] => {
  if (hasCalls(called)) return []
  const consequence = judge === undefined ? '' : `, so ${judge} had nothing to check`
  return [
    `The command called no operation of the exec server at ${url}${consequence}; exec does not see calls to other servers, such as one started by startSandbox(), so make the suite use SANDBOX_URL`,
  ]
}
