import { describe, expect, test } from 'vitest'
import { ExpectationError, type WorkspaceHandle } from '#src/index.ts'
import { startLibrary } from '#test/kit/library.ts'

/** Makes a call with a note and an error, which is answered. */
const callOddly = async ({ call }: WorkspaceHandle): Promise<void> => {
  await call('E1', { page: null, sort: 'time' } as object)
}

describe('journal.expectNoFindings', () => {
  test('passes without findings of the level, which is error by default', async () => {
    const { call, journal } = await (await startLibrary()).workspace()
    await journal.expectNoFindings()
    await call('E1', { page: null } as object)
    await journal.expectNoFindings()
    await journal.expectNoFindings({ level: 'warning' })
    await expect(journal.expectNoFindings({ level: 'note' })).rejects.toThrow(
      'expected no call with a finding of level error or warning or note, found 1',
    )
  })

  test('throws an error that explains each finding and names its calls', async () => {
    const workspace = await (await startLibrary()).workspace()
    await callOddly(workspace)
    await callOddly(workspace)
    const error = await workspace.journal.expectNoFindings().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ExpectationError)
    const { message, verdict } = error as ExpectationError
    expect(message.split('\n')).toEqual([
      'expected no call with a finding of level error, found 2',
      expect.stringMatching(
        /^ {2}call 1: E1 param.sort: foreign-name \(use sortBy\): A field .+\. Use the name /,
      ),
      expect.stringMatching(/^ {2}call 2: E1 param.sort: foreign-name \(use sortBy\): /),
    ])
    expect(verdict).toMatchObject({ matched: true, entries: [{ seq: 1 }, { seq: 2 }] })
  })

  test('checks the calls after a number, and no calls from before a reset', async () => {
    const workspace = await (await startLibrary()).workspace()
    await callOddly(workspace)
    await workspace.journal.expectNoFindings({ after: 1 })
    await expect(workspace.journal.expectNoFindings()).rejects.toThrow('foreign-name')
    await workspace.reset()
    await workspace.journal.expectNoFindings({ level: 'note' })
  })

  test('throws when calls are no longer kept', async () => {
    const workspace = await (await startLibrary({ journalEntries: 1 })).workspace()
    await workspace.call('E8', { userIds: [] })
    await workspace.journal.expectNoFindings()
    await workspace.call('E8', { userIds: [] })
    const error = await workspace.journal.expectNoFindings().catch((thrown: unknown) => thrown)
    expect((error as ExpectationError).message).toContain('1 calls are no longer in the journal')
    expect((error as ExpectationError).verdict.matched).toBe('indeterminate')
    await workspace.journal.expectNoFindings({ after: 1 })
  })
})

describe('the findings of the library', () => {
  test('are of one workspace, or of all including deleted ones', async () => {
    const sandbox = await startLibrary()
    const workspace = await sandbox.workspace()
    await callOddly(workspace)
    const { totals, findings } = await workspace.findings('error')
    expect(totals).toEqual({ error: 1, warning: 0, note: 1 })
    expect(findings).toMatchObject([{ code: 'foreign-name', level: 'error', count: 1 }])
    await workspace.delete()
    expect((await sandbox.findings()).totals).toEqual(totals)
    expect((await sandbox.default.findings()).findings).toEqual([])
  })

  test('are deleted on request, and select calls of the journal', async () => {
    const workspace = await (await startLibrary()).workspace()
    await callOddly(workspace)
    await workspace.clearFindings()
    expect((await workspace.findings()).findings).toEqual([])
    const { journal } = workspace
    expect((await journal.list({ finding: 'foreign-name' })).total).toBe(1)
    expect((await journal.list({ level: 'warning' })).total).toBe(1)
    await journal.expect({ match: { finding: 'null-as-absent', level: 'note' } })
    await journal.expectNever({ match: { finding: 'null-as-absent', level: 'error' } })
    for await (const { findings } of journal.follow({ level: 'error', after: 0 })) {
      expect(findings.map(({ code }) => code)).toContain('foreign-name')
      break
    }
  })
})
