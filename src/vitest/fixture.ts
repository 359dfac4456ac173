import { test as base, inject, type RunnerTestCase as Task, type TestAPI } from 'vitest'
import type { WorkspaceDetail, WorkspaceOptions } from '../client/generated/control.ts'
import type { WorkspaceHandle } from '../client/server-client.ts'
import { ControlError, connectSandbox, UnreachableError } from '../index.ts'
import { putBack } from './put-back.ts'

export interface SandboxFixtures {
  /**
   * The workspace of the test file. Each test starts with the data, clock, faults, variants, variation, snapshots, labels, quota
   * and lifetime that the file started with; it is deleted at the end of the file. A concurrent test has a workspace of its own.
   */
  readonly workspace: WorkspaceHandle
  /**
   * How workspaces are created, such as `test.extend({ workspaceOptions: { seed: 'minimal' } })`; for a whole project,
   * `provide: { workspaceOptions }` in its configuration. Without a lifetime, a workspace that a killed run leaves lives for a day.
   */
  readonly workspaceOptions: Omit<WorkspaceOptions, 'name'>
}

/** A workspace, and what its tests start with. */
interface Held {
  readonly workspace: WorkspaceHandle
  readonly start: WorkspaceDetail
}

interface FileFixtures {
  /** The workspaces of the file by their options. */
  readonly workspacesOfFile: Map<string, Held>
}

/** Calls of a failed test that are printed. */
const MAX_PRINTED = 50

const DAY_MS = 86_400_000

/** `test` of vitest with a workspace; its calls are printed when the test fails. */
export const test: TestAPI<SandboxFixtures & FileFixtures> = base.extend<
  SandboxFixtures & FileFixtures
>({
  workspaceOptions: [{}, { injected: true }],
  workspacesOfFile: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of fixtures from the pattern.
    async ({}, use) => {
      const held: FileFixtures['workspacesOfFile'] = new Map()
      await use(held)
      for (const { workspace } of held.values()) await unlessGone(workspace.delete())
    },
    { scope: 'file' },
  ],
  workspace: async ({ workspacesOfFile, workspaceOptions, task, onTestFailed }, use) => {
    const test = nameOf(task)
    if (task.concurrent) {
      const { workspace } = await create(test, workspaceOptions)
      await workspace.journal.test(test)
      await use(workspace)
      // Before the end of the test, so before the hooks of `onTestFailed`.
      if (task.result?.state === 'fail') await unlessGone(report(workspace, task))
      await unlessGone(workspace.delete())
      return
    }
    const key = JSON.stringify(workspaceOptions)
    const held =
      (await restarted(workspacesOfFile.get(key))) ??
      (await create(task.file.name, workspaceOptions))
    workspacesOfFile.set(key, held)
    const { workspace } = held
    await workspace.journal.test(test)
    onTestFailed(() => unlessGone(report(workspace, task)))
    await use(workspace)
  },
})

/** The name of a test, with its file and the suites around it. */
const nameOf = (task: Task): string => {
  const names = [task.name]
  for (let { suite } = task; suite; { suite } = suite) names.unshift(suite.name)
  return [task.file.name, ...names].join(' > ')
}

/** Resets a workspace to its start; undefined if there is none, or a test has deleted it. */
const restarted = async (held: Held | undefined): Promise<Held | undefined> => {
  if (!held) return undefined
  try {
    await held.workspace.reset()
    await putBack(held.workspace, held.start)
    return held
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Creates a workspace with a name; another one of the name in the same run gets a number. */
const create = async (wanted: string, options: WorkspaceOptions): Promise<Held> => {
  // Without the global setup there is no value, which the type does not say.
  const server = inject('damSandbox') as ReturnType<typeof inject<'damSandbox'>> | undefined
  if (server === undefined)
    throw new Error(
      "dam-sandbox/vitest has no server; add globalSetup: ['dam-sandbox/vitest/setup'] to test in the configuration of vitest",
    )
  const { url, adminKey } = server
  const sandbox = connectSandbox(url, adminKey === null ? {} : { adminKey })
  const name =
    wanted
      .slice(-MAX_NAME)
      .replace(/[/\p{C}\p{Z}]+/gu, ' ')
      .trim() || 'tests'
  for (let number = 1; ; number += 1)
    try {
      const numbered = number === 1 ? name : `${name} ${number}`
      const workspace = await sandbox.workspace({ ...options, name: numbered })
      // A server may have a lifetime of its own.
      const { expiresAtMs } = await workspace.show()
      if (expiresAtMs === null) await workspace.update({ ttlMs: DAY_MS })
      return { workspace, start: await workspace.show() }
    } catch (error) {
      if (!isTaken(error) || number === MAX_NUMBER) throw error
    }
}

/** True for the refusal of a name; a full server or key is refused with the same status. */
const isTaken = (error: unknown): boolean =>
  error instanceof ControlError && error.status === 409 && error.message.includes('already exists')

/** Workspaces of one name. */
const MAX_NUMBER = 1_000

const MAX_NAME = 80
const MAX_FAILURE = 250

const isMissing = (error: unknown): boolean => error instanceof ControlError && error.status === 404

/** Work at the end of a test or file, for which a missing workspace or server is no further failure. */
const unlessGone = async (work: Promise<unknown>): Promise<void> => {
  try {
    await work
  } catch (error) {
    if (!isMissing(error) && !(error instanceof UnreachableError)) throw error
  }
}

/** Marks a failure in the journal, and prints the calls; not if the test is repeated, or is to fail. */
const report = async (workspace: WorkspaceHandle, task: Task): Promise<void> => {
  const { retry = 0, fails, result } = task
  const retries = typeof retry === 'number' ? retry : (retry.count ?? 0)
  if (fails || (result?.retryCount ?? 0) < retries) return
  const test = nameOf(task)
  const [error] = result?.errors ?? []
  await workspace.journal.testFailed(test, (error?.message ?? '').slice(0, MAX_FAILURE))
  const { entries, total } = await workspace.journal.list({ last: MAX_PRINTED })
  const lines = entries.map(
    ({ seq, operation, method, path, code, status, message, findings, fault }) =>
      [
        `#${seq}`,
        operation ?? `${method} ${path}`,
        code ?? `HTTP ${status}`,
        message,
        fault,
        ...findings.map(({ code }) => code),
      ]
        .filter((part) => part !== null)
        .join('  '),
  )
  const more = total > entries.length ? [`the last ${entries.length} of ${total}`] : []
  const shown = lines.length > 0 ? [...more, ...lines] : ['no calls']
  process.stderr.write(`${[`Calls of "${test}":`, ...shown].join('\n  ')}\n`)
}
