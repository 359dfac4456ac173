import { test as base, inject, type TestAPI } from 'vitest'
import type { WorkspaceDetail } from '../client/generated/control.ts'
import type { WorkspaceHandle } from '../client/server-client.ts'
import { ControlError, connectSandbox } from '../index.ts'
import { putBack } from './put-back.ts'

export interface SandboxFixtures {
  /**
   * The workspace of the test file. Each test starts with the data, clock, faults, variants, variation, snapshots, labels, quota
   * and lifetime that the file started with; it is deleted at the end of the file.
   */
  readonly workspace: WorkspaceHandle
}

interface FileFixtures {
  readonly workspaceOfFile: { current?: WorkspaceHandle; start?: WorkspaceDetail }
}

/** Calls of a failed test that are printed. */
const MAX_PRINTED = 50

/** `test` of vitest with a workspace; its calls are printed when the test fails. */
export const test: TestAPI<SandboxFixtures & FileFixtures> = base.extend<
  SandboxFixtures & FileFixtures
>({
  workspaceOfFile: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of fixtures from the pattern.
    async ({}, use) => {
      const held: FileFixtures['workspaceOfFile'] = {}
      await use(held)
      await held.current?.delete()
    },
    { scope: 'file' },
  ],
  workspace: async ({ workspaceOfFile, task, onTestFailed }, use) => {
    workspaceOfFile.current ??= await createFor(task.file.name)
    const workspace = workspaceOfFile.current
    await workspace.reset()
    if (workspaceOfFile.start) await putBack(workspace, workspaceOfFile.start)
    workspaceOfFile.start ??= await workspace.show()
    const name = `${task.file.name} > ${task.name}`
    await workspace.journal.test(name)
    onTestFailed(async () => {
      const [error] = task.result?.errors ?? []
      await workspace.journal.testFailed(name, (error?.message ?? '').slice(0, MAX_FAILURE))
      await printCalls(workspace)
    })
    await use(workspace)
  },
})

/** Names a workspace after its file; another one in the same run gets a number. */
const createFor = async (file: string): Promise<WorkspaceHandle> => {
  const { url, adminKey } = inject('damSandbox')
  const sandbox = connectSandbox(url, adminKey === null ? {} : { adminKey })
  const name = file.replaceAll('/', ' ').slice(-MAX_NAME).trim()
  for (let number = 1; ; number += 1)
    try {
      return await sandbox.workspace({ name: number === 1 ? name : `${name} ${number}` })
    } catch (error) {
      if (!(error instanceof ControlError && error.status === 409)) throw error
    }
}

const MAX_NAME = 80
const MAX_FAILURE = 250

const printCalls = async (workspace: WorkspaceHandle): Promise<void> => {
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
  process.stderr.write(
    `${[`Calls of workspace "${workspace.name}":`, ...more, ...lines].join('\n  ')}\n`,
  )
}
