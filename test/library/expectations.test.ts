import { expect, test } from 'vitest'
import { startLibrary } from '#test/kit/library.ts'

test('expect with exactly takes that number of calls, not fewer and not more', async () => {
  const { default: workspace } = await startLibrary()
  const { journal } = workspace
  const match = { operation: 'E8', body: { '/param/userIds/0': 1001 } } as const
  expect(await journal.expect({ match, exactly: 0 })).toEqual([])
  await expect(journal.expect({ match, exactly: 1, timeoutMs: 0 })).rejects.toThrow(
    /^expected 1 call that matches .+, found 0\nno other call was made$/,
  )
  await workspace.call('E8', { userIds: [1001] })
  await workspace.call('E8', { userIds: [1002] })
  expect(await journal.expect({ match, exactly: 1 })).toMatchObject([{ seq: 1 }])
  await workspace.call('E8', { userIds: [1001] })
  expect(await journal.expect({ match, exactly: 2 })).toMatchObject([{ seq: 1 }, { seq: 3 }])
  await expect(journal.expect({ match, exactly: 1 })).rejects.toThrow(
    /^expected exactly 1 call that matches .+, found more\n {2}call 1: POST .+\n {2}call 3: POST /,
  )
  await expect(journal.expect({ match, exactly: 0 })).rejects.toThrow(/found 1\n/)
  expect(await journal.expect({ match, count: 1 })).toHaveLength(1)
})

test('an untracked call changes data and counts for no expectation, finding or coverage, with a key too', async () => {
  for (const adminKey of [undefined, 'a-key-of-20-characters']) {
    const { default: workspace } = await startLibrary(adminKey === undefined ? {} : { adminKey })
    const { fixtures } = workspace
    const added = {
      collectionId: fixtures.collections.editable.id,
      assetIds: fixtures.assets.ids.slice(0, 1),
    }
    await workspace.call('E22', added, { untracked: true })
    await workspace.call('E1', { keywordlist: ['tea'] } as object, { untracked: true })
    expect((await workspace.journal.list()).total).toBe(0)
    expect((await workspace.findings()).findings).toEqual([])
    expect((await workspace.coverage()).summary.operations.seen).toBe(0)
    await workspace.call('E22', added)
    expect((await workspace.journal.list()).total).toBe(1)
  }
})
