import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Connection } from '../../client/connection.ts'
import { shellWord } from '../../client/curl.ts'
import type { JournalMark } from '../../client/generated/control.ts'
import { listWorkspaces, showWorkspace } from '../../client/server-client.ts'
import { printable } from '../../kernel/text.ts'
import { folderOfWorkspace, SUMMARY } from '../../start/artifacts.ts'
import { EXIT } from '../cli-errors.ts'
import type { CommandSpec, Context } from '../command.ts'
import { requireOneServer } from '../fleet-map.ts'
import { requirePlaceFor, writeAnswer } from '../user-files.ts'
import {
  type ConditionOptions,
  checkConditions,
  conditionFlags,
  conditionsTaken,
  hasCalls,
  otherFindings,
  readConditions,
} from './conditions.ts'
import { writeReports, writeVerdict } from './exec-artifacts.ts'

type VerifyOptions = ConditionOptions & { artifacts?: string; coverage?: string }

export const verify: CommandSpec = {
  summary: 'Check what a suite did on a running server.',
  help:
    'Check the calls to the whole server, or to --workspace, by the conditions of exec: for a server that exec does ' +
    'not start, such as a service container. The exit code is 1 if a condition applies, or if there was no call.',
  takes: {
    ...conditionsTaken('exit with code 1 if one of these applies, default findings'),
    '--artifacts <folder>':
      'folder to write the reports and the journals of all present workspaces to',
    '--coverage <file>': 'JSON file to write coverage to',
  },
  examples: [
    'verify --fail-on findings=warning,unused-faults',
    'verify --artifacts ./dam-sandbox --workspace ci-77',
  ],
  isOfServer: true,
  async run(context, _args, options: VerifyOptions) {
    const { connection, control, terminal } = context
    const { artifacts, coverage } = options
    if (coverage !== undefined) requirePlaceFor(coverage)
    if (connection.workspace === undefined)
      await requireOneServer(connection, 'name a workspace, or verify each node by its URL')
    const chosen = { ...options, failOn: options.failOn ?? readConditions('findings') }
    const called = await control.coverage()
    const found = await checkConditions(connection, chosen)
    const reasons = [...(hasCalls(called) ? [] : [describeNoCall(connection)]), ...found.reasons]
    const hasPassed = reasons.length === 0
    if (coverage !== undefined) writeFileSync(coverage, `${JSON.stringify(called, null, 2)}\n`)
    if (artifacts !== undefined) {
      await writeJournals(context, artifacts)
      await writeReports(artifacts, connection)
      writeVerdict(artifacts, {
        hasPassed,
        commandLine: ['dam-sandbox', 'verify', ...conditionFlags(chosen)].map(shellWord),
        exitCode: hasPassed ? EXIT.ok : EXIT.refused,
        reasons,
        findings: otherFindings({ ...found, reasons }),
      })
    }
    for (const reason of reasons) terminal.fail(reason)
    if (hasPassed) terminal.answer({ hasPassed, reasons }, () => ['passed'])
    return hasPassed ? EXIT.ok : EXIT.refused
  },
}

const describeNoCall = ({ workspace, serverUrl }: Connection): string =>
  workspace === undefined
    ? `no operation of ${serverUrl} was called, so there is nothing to verify; make the suite use this server`
    : `no operation was called in the workspace ${workspace}, so there is nothing to verify; without --workspace and SANDBOX_WORKSPACE, verify covers the whole server`

/** Writes the journals of the workspaces that there are, and the names of tests that failed in them. */
const writeJournals = async (context: Context, folder: string): Promise<void> => {
  const { connection } = context
  const { workspace } = connection
  const workspaces =
    workspace === undefined
      ? await listWorkspaces(connection)
      : [await showWorkspace(connection, workspace)]
  const failed: string[] = []
  for (const one of workspaces) {
    const inside = connection.for(one.id)
    const name = folderOfWorkspace(one)
    mkdirSync(join(folder, name), { recursive: true })
    const har = join(name, 'journal.har')
    await writeAnswer({ ...context, connection: inside }, 'GET /journal/har', join(folder, har))
    const { marks } = await inside.call<{ marks: JournalMark[] }>('GET /journal/marks')
    for (const { kind, detail } of marks)
      if (kind === 'test-failed')
        failed.push(`failed test: ${printable(detail.replaceAll(/\s+/g, ' '))}\n  in ${har}`)
  }
  rmSync(join(folder, SUMMARY), { force: true })
  if (failed.length > 0)
    writeFileSync(join(folder, SUMMARY), failed.map((block) => `${block}\n`).join(''))
}
