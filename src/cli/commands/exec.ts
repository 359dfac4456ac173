import { writeFile } from 'node:fs/promises'
import type { Connection } from '../../client/connection.ts'
import type { Coverage, FindingSummary } from '../../client/generated/control.ts'
import { workspaceControl } from '../../client/workspace-control.ts'
import { flagsOf } from '../../config/config.ts'
import { readCliEnvironment } from '../../config/environment.ts'
import type { SettingTexts } from '../../config/settings.ts'
import { EXIT, UsageError } from '../cli-errors.ts'
import type { CommandSpec } from '../command.ts'
import { requirePlaceFor } from '../user-files.ts'
import { CONDITION_NAMES, type Condition, readConditions } from './conditions.ts'
import { type Each, execEach, readEach } from './exec-each.ts'
import { type Ignored, readBaseline, readIgnored, withoutIgnored } from './ignored-findings.ts'
import { settingFlags } from './start.ts'
import { runSuite } from './suite.ts'

type ExecOptions = SettingTexts & {
  failOn?: Condition[]
  ignore?: Ignored[]
  baseline?: Ignored[]
  coverage?: string
  each?: Each
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
    '--fail-on <conditions>': [
      `exit with code 1 if one of these applies, even if the command succeeds: ${CONDITION_NAMES.join(', ')}; repeatable or comma-separated`,
      readConditions,
    ],
    '--ignore <places>': [
      'findings that --fail-on ignores: code, code:operation or code:operation:field; repeatable or comma-separated',
      readIgnored,
    ],
    '--baseline <file>': [
      'JSON of an earlier findings report; --fail-on ignores its findings',
      readBaseline,
    ],
    '--coverage <file>': 'JSON file to write coverage to at the end',
    '--each <what>': [
      'how to repeat the command: "variant" runs it once for each variant (variant=all includes unused assumptions, variant=<numbers> selects some); "variation=<n>" runs it with the seeds 1 to n',
      readEach,
    ],
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
    'exec --each variation=20 -- npm test',
  ],
  async local({ io, terminal }, [commandLine]: [string[]], options: ExecOptions) {
    const { failOn, ignore = [], baseline = [], coverage, each, json: _, ...flags } = options
    if (coverage !== undefined) requirePlaceFor(coverage)
    if (!failOn && ignore.length + baseline.length > 0)
      throw new UsageError('--ignore and --baseline need --fail-on')
    const environment = readCliEnvironment(io.env)
    for (const sentence of environment.ignoredCredentials(flagsOf(flags)))
      terminal.note(`dam-sandbox: ${sentence}`)
    const judge = each ? '--each' : failOn && '--fail-on'
    let unwritten = coverage
    const left = [...ignore, ...baseline]
    const inspect = async (connection: Connection): Promise<readonly string[]> => {
      const control = workspaceControl(connection)
      const called = await control.coverage()
      // With repeated runs, the first one counts: it changes nothing.
      if (unwritten !== undefined)
        await writeFile(unwritten, `${JSON.stringify(called, null, 2)}\n`)
      unwritten = undefined
      const failures = describeNoCall(called, connection.url, judge)
      for (const condition of failOn ?? []) failures.push(...(await condition(connection, left)))
      const { findings } = withoutIgnored(await control.findings(), left).report
      if (failOn && failures.length === 0 && findings.length > 0)
        terminal.note(
          `dam-sandbox: passed with findings: ${findings.map(shortly).join(', ')}; use --fail-on findings=note to fail on them`,
        )
      return failures
    }
    const suite = { io, terminal, commandLine, flags, inspect }
    if (each) return execEach(suite, each)
    const { exitCode, reasons } = await runSuite(suite)
    // Not as the error of `--json`: stdout belongs to the command.
    for (const sentence of reasons) terminal.note(`dam-sandbox: ${sentence}`)
    // Without --fail-on, the only output is a warning.
    return exitCode === EXIT.ok && failOn && reasons.length > 0 ? EXIT.refused : exitCode
  },
}

const shortly = ({ level, code, count }: FindingSummary): string => `${level} ${code} (${count})`

const describeNoCall = (
  { operations, supportingRoutes }: Coverage,
  url: string,
  judge: string | undefined,
): string[] => {
  if ([...operations, ...supportingRoutes].some(({ calls }) => calls > 0)) return []
  const consequence = judge === undefined ? '' : `, so ${judge} had nothing to check`
  return [
    `The command called no operation of the exec server at ${url}${consequence}; exec does not see calls to other servers, such as one started by startSandbox(), so make the suite use SANDBOX_URL`,
  ]
}
