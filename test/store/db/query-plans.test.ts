import { describe, expect, test } from 'vitest'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { done } from '#test/kit/acts.ts'
import { samplesOf } from '#test/kit/samples.ts'
import { injectServer, type TestServer } from '#test/kit/server.ts'

/** Records the text of every statement that the database prepares from now on. */
const recordStatements = (server: TestServer): Set<string> => {
  const { sqlite } = server.workspace.store
  const prepare = sqlite.prepare.bind(sqlite)
  const texts = new Set<string>()
  sqlite.prepare = ((text: string) => {
    texts.add(text)
    return prepare(text)
  }) as typeof sqlite.prepare
  return texts
}

const OTHER_TAG = { type: 1, code: 'tags', value: ['other'] }

/** Requests in addition to the samples, so that every statement is covered. */
const FURTHER: Readonly<Record<string, object[]>> = {
  E1: [
    { keywordList: ['a'], parentGroupId: 3001 },
    { scope: 3 },
    { sortBy: { field: 'itemCount' } },
  ],
  E4: [{ assetIdList: [100_033, 100_044, 424_242] }, { assetIdList: [500_001, 700_001] }],
  E5: [{ finished: true }, { finished: undefined }],
  E6: [{ pageSize: 1 }, { filterConditionList: [OTHER_TAG, OTHER_TAG] }],
  E9: [{ objects: [700_001, 100_001] }, { objects: [700_002, 100_001] }],
  E17: [{ groupPath: [] }],
  E21: [{ assetIdList: [700_001, 100_001, 500_001] }],
  E22: [{ assetIds: [100_033, 100_044] }],
}

/** Viewers may not write; administrators see everything without a look at rights. */
const ACTORS = ['viewer@example.com', 'editor@example.com']

/**
 * Tables that may be scanned, because all rows are requested: E1 without a parent reads all
 * collections, E17 without paths at all groups. The index of deleted packs has only the rows that are to be removed.
 */
const MAY_SCAN = /^SCAN collections\b|^SCAN crowd_packs USING COVERING INDEX crowd_packs_deleted$/

describe('statements of operations', () => {
  test('use an index instead of scanning a table that grows', async () => {
    const variants = { 'A-1-4': 'addresses' }
    const server = await injectServer({ env: { SANDBOX_SEED: 'demo' }, variants })
    const texts = recordStatements(server)
    const samples = samplesOf(server.fixtures)
    for (const as of ACTORS)
      for (const { id } of CATALOGUE)
        for (const further of [{}, ...(FURTHER[id] ?? [])])
          await server.call(id, { ...samples[id], ...further }, { as })
    const lastApproval = await server.result<number>('E9', { ...samples.E9, objects: [700_003] })
    for (const key of ['task1', 'task2'])
      await done(server, `/approvals/${lastApproval}/tasks/${key}/decision`, {
        decision: 'approve',
      })
    expect(texts.size).toBeGreaterThan(60)
    const { sqlite } = server.workspace.store
    const scans = [...texts].flatMap((text) => {
      if (!/^\s*(select|insert|update|delete|with)/i.test(text)) return []
      const plan = sqlite.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${text}`)
      const steps = explain(plan, text)
      return steps
        .filter((detail) => detail.startsWith('SCAN'))
        .filter(
          (detail) =>
            !/VIRTUAL TABLE|CONSTANT ROW|^SCAN up$|^SCAN page$|^SCAN \(subquery/.test(detail),
        )
        .filter((detail) => !MAY_SCAN.test(detail))
        .map((detail) => `${detail} in ${text}`)
    })
    expect(scans).toEqual([])
  })
})

const explain = (
  plan: { all(...values: never[]): { detail: string }[] },
  text: string,
): string[] => {
  const names = [...text.matchAll(/[:@](\w+)/g)].map(([, name = '']) => [name, null])
  const count = (text.match(/\?/g) ?? []).length
  const values = names.length > 0 ? [Object.fromEntries(names)] : Array(count).fill(null)
  return plan.all(...(values as never[])).map(({ detail }) => detail)
}
