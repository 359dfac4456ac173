import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { AssetDetail } from '#src/contract/resources/asset-shapes.ts'
import { fileFormatOf } from '#src/domain/assets/kinds.ts'
import { BUILT_IN_SEEDS } from '#src/seeds/built-in-seeds.ts'
import { readSeed } from '#src/seeds/read-seed.ts'
import { shippedFolders } from '#src/start/shipped-folders.ts'
import { countWords } from '#src/store/media/worker/words.ts'
import { injectServer, type TestServer } from '#test/kit/server.ts'

/** The day after everything in the seeds has happened that is not scheduled. */
const TODAY = '2026-10-27'
const NOW = 1_793_059_200_000

const VIEWER = { as: 'viewer@example.com' }
const EDITOR = { as: 'editor@example.com' }

const folderOf = (name: string): string => join(shippedFolders().seeds, name)
const serverOf = (name: string): Promise<TestServer> =>
  injectServer({ env: { SANDBOX_SEED: name } })

const rowsOf = async (name: string, query: string): Promise<unknown[]> =>
  (await serverOf(name)).workspace.store.sqlite.prepare(query).all()

/** Instants of a seed with their keys, without those that may be scheduled. */
const pastInstants = (value: unknown, key = ''): [string, number][] => {
  if (typeof value === 'number')
    return key.endsWith('AtMs') && !['releaseAtMs', 'stoppedAtMs'].includes(key)
      ? [[key, value]]
      : []
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, field]) => pastInstants(field, name))
}

const visibleText = (html: string): string => html.replace(/<[^>]+>/g, ' ')

describe.each(BUILT_IN_SEEDS)('the seed %s', (name) => {
  const seed = readSeed({ folder: folderOf(name) })

  test('has nothing in the future but what is scheduled', () => {
    const instants = pastInstants(seed)
    expect(instants.length).toBeGreaterThan(50)
    expect(instants.filter(([, instant]) => instant >= NOW)).toEqual([])
    const days = (seed.socialPosts ?? []).map(({ statDate }) => statDate)
    expect(days.filter((day) => day >= TODAY)).toEqual([])
  })

  test('has formats of parts by media type, and counts of texts', async () => {
    const parts = (await rowsOf(name, 'SELECT * FROM sub_resources')) as {
      media_type: string
      file_format_type: string
      base_text: string | null
      text_num: number
      word_num: number
    }[]
    for (const part of parts) {
      expect(part.file_format_type).toBe(fileFormatOf(part.media_type))
      if (part.base_text === null) continue
      const text = visibleText(part.base_text)
      expect(part.text_num).toBe([...text.replace(/\s/g, '')].length)
      expect(part.word_num).toBe(countWords(text))
    }
  })

  test('starts the first step of each approval with it, and each next one when the one before is approved', async () => {
    const query = `SELECT t.approval_id, t.key FROM approval_tasks t JOIN approvals p ON p.id = t.approval_id
      WHERE t.created_at_ms <> coalesce((SELECT max(ended_at_ms) FROM approval_tasks b
        WHERE b.approval_id = p.id AND b.step = t.step - 1), p.created_at_ms)`
    expect(await rowsOf(name, query)).toEqual([])
  })

  test('has approvals of ingestion by definitions of that category, and portals have others', async () => {
    const query = `SELECT p.id FROM approvals p JOIN process_definitions d ON d.id = p.process_definition_id
      WHERE (p.category = 'MATERIAL_FROM_EXTERNAL_SOURCE_PUBLISHING') <> (d.process_category = 'RESOURCE_PUBLISHMENT')`
    expect(await rowsOf(name, query)).toEqual([])
  })

  test('updates assets at the last change of their approvals, or later', async () => {
    const query = `SELECT a.id FROM approvals p JOIN approval_objects o ON o.approval_id = p.id
      JOIN assets a ON a.id = o.asset_id WHERE a.updated_at_ms < CASE p.status WHEN 'IN_PROGRESS' THEN p.created_at_ms
        ELSE (SELECT max(ended_at_ms) FROM approval_tasks WHERE approval_id = p.id) END`
    expect(await rowsOf(name, query)).toEqual([])
  })

  test('has approvals of assets that their submitters see', async () => {
    const server = await serverOf(name)
    const emailOf = new Map(seed.users?.map(({ id, email }) => [id, email]))
    for (const { submitter, assetIds } of seed.approvals ?? []) {
      const as = emailOf.get(submitter) ?? ''
      const { detail } = await server.result<{ detail: AssetDetail[] }>(
        'E4',
        { assetIdList: assetIds },
        { as },
      )
      expect(detail.map(({ materialOrigin }) => materialOrigin.id)).toEqual(assetIds)
    }
  })
})

describe.each(BUILT_IN_SEEDS)('the fixtures of the seed %s', (name) => {
  test('name at least 20 assets that all three users see, and at least 4 atoms', async () => {
    const server = await serverOf(name)
    const { assets, atoms, users } = server.fixtures
    expect(assets.ids.length).toBeGreaterThanOrEqual(20)
    expect(atoms.ids.length).toBeGreaterThanOrEqual(4)
    for (const { email } of Object.values(users)) {
      const { detail } = await server.result<{ detail: unknown[] }>(
        'E4',
        { assetIdList: assets.ids },
        { as: email },
      )
      expect(detail).toHaveLength(assets.ids.length)
    }
  })

  test('name a collection that viewer sees and may not add to, and one that has a right for viewer', async () => {
    const server = await serverOf(name)
    const { collections, assets, users } = server.fixtures
    const list = { keywordList: [], page: 1, pageSize: 1_000 }
    const seen = await server.result<{ list: { id: number }[] }>('E1', list, VIEWER)
    const { editable, forbidden } = collections
    expect(seen.list.map(({ id }) => id)).toEqual(
      expect.arrayContaining([editable.id, forbidden.id]),
    )
    const add = (collectionId: number) => ({ collectionId, assetIds: assets.ids.slice(0, 1) })
    const refusal = { code: '10134011', message: 'User has no operation permission', result: null }
    expect((await server.call('E22', add(forbidden.id), VIEWER)).body).toEqual(refusal)
    expect(await server.result('E22', add(editable.id), EDITOR)).toBe(true)
    const right = server.workspace.store.sqlite.prepare<[number, number], number>(
      'SELECT may_add FROM collection_rights WHERE collection_id = ? AND unit_type = 1 AND unit_id = ?',
    )
    expect(right.pluck().get(editable.id, users.viewer.id)).toBe(1)
    expect(right.pluck().get(forbidden.id, users.viewer.id)).toBeUndefined()
  })

  test('name a value that some and not all contents of the block carry, and a tag of the content', async () => {
    const { portal, metadata } = (await serverOf(name)).fixtures
    const [first] = metadata.values
    const contents = seedContents(name, portal.blockId)
    const carrying = contents.filter((content) =>
      content.metadata?.[metadata.attrCode]?.includes(first?.attrValueCode ?? ''),
    )
    expect(carrying.length).toBeGreaterThan(0)
    expect(carrying.length).toBeLessThan(contents.length)
    expect(contents.find(({ id }) => id === portal.contentId)?.tags).toContain(portal.tag)
  })
})

const seedContents = (name: string, blockId: number) =>
  (readSeed({ folder: folderOf(name) }).portals ?? [])
    .flatMap(({ blocks }) => blocks)
    .filter(({ id }) => id === blockId)
    .flatMap(({ contents }) => contents)
