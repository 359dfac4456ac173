import { describe, expect, test } from 'vitest'
import { LIMITS } from '#src/kernel/limits.ts'
import { loadSeed } from '#src/seeds/load-seed.ts'
import { NO_FILES } from '#src/seeds/seed-files.ts'
import type { Seed } from '#src/seeds/seed-format.ts'
import type { Store } from '#src/store/db/store.ts'
import { done } from '#test/kit/acts.ts'
import { NOW } from '#test/kit/databases.ts'
import { recordsOf } from '#test/kit/records.ts'
import { seedAsset, seedPortal } from '#test/kit/seeds.ts'
import { injectServer } from '#test/kit/server.ts'
import { openStore } from '#test/kit/store.ts'

const CHANNEL = '19d7ab01a804f3ee9325bd3be0e4f14f'

const noteWith = (metadata: Record<string, string[]>) => seedAsset({ id: 900_001, metadata })

const portalWith = (metadata: Record<string, string[]>) => seedPortal({ id: 99_001, metadata })

const fieldWith = (code: string, ...values: string[]) => ({
  code,
  name: 'Field',
  values: values.map((value) => ({ code: value, name: `Name ${value}`, updatedAtMs: NOW })),
})

const load = (store: Store, seed: Seed): void => loadSeed(store, seed, NO_FILES, 1)

/** Replaces rows, as named states do. */
const put = (store: Store, seed: Seed): void =>
  loadSeed(store, seed, NO_FILES, 1, { mode: 'replace' })

describe('values that an asset or a content of a seed carries', () => {
  test.each([{ [CHANNEL]: ['101', '999'] }, { ['0'.repeat(32)]: ['101'] }, { Channel: ['101'] }])(
    'are refused where no field has them: %j',
    (values) => {
      const { store } = openStore()
      const metadata = values as Record<string, string[]>
      const words = /Metadata \{.*"valueCode":"\d+"\} names something that is not there/
      expect(() => load(store, { assets: [noteWith(metadata)] })).toThrow(words)
      expect(() => load(store, { portals: [portalWith(metadata)] })).toThrow(words)
      expect(store.sqlite.prepare('SELECT count(*) FROM portals').pluck().get()).toBe(1)
    },
  )

  test('are refused above their maximum', () => {
    const { store } = openStore()
    const max = LIMITS.carriedValues.max
    const codes = Array.from({ length: max + 1 }, (_, index) => String(index))
    const field = 'a'.repeat(32)
    const metadataFields = [fieldWith(field, ...codes)]
    expect(() => load(store, { metadataFields, assets: [noteWith({ [field]: codes })] })).toThrow(
      'asset 900001 carries 51 values of metadata fields; at most 50 are allowed',
    )
    load(store, { metadataFields, assets: [noteWith({ [field]: codes.slice(1) })] })
  })

  test('may be of fields of the same fragment, and are seen in the records', async () => {
    const server = await injectServer()
    const field = 'a'.repeat(32)
    await done(server, '/seed', {
      metadataFields: [fieldWith(field, '1', '2')],
      assets: [noteWith({ [field]: ['2'], [CHANNEL]: ['101'] })],
      portals: [portalWith({ [field]: ['1', '2'] })],
    })
    const rows = await recordsOf(server, 'metadata')
    const row = (code: string) => rows.find(({ attrValueCode }) => attrValueCode === code)
    const none = { assetCount: 0, assetIds: [] }
    expect(row('1')).toMatchObject({ ...none, contentCount: 1, contentIds: [99_001] })
    expect(row('2')).toMatchObject({ assetIds: [900_001], contentIds: [99_001] })
    expect(row('101')).toMatchObject({ assetCount: 3, assetIds: [100_002, 100_010, 900_001] })
  })

  test('are counted in the records, which show the lowest ids', async () => {
    const server = await injectServer()
    const { sqlite } = server.workspace.store
    sqlite.exec(`WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 200)
      INSERT INTO portal_contents SELECT 200000 + i, 601, 100001, 'n', '', '', 1, NULL, '', '' FROM n`)
    sqlite.exec(`INSERT INTO content_metadata
      SELECT id, '${CHANNEL}', '102' FROM portal_contents WHERE id > 200000`)
    const rows = await recordsOf(server, 'metadata')
    const row = rows.find(({ attrValueCode }) => attrValueCode === '102')
    expect(row?.contentCount).toBe(200)
    expect(row?.contentIds).toEqual(Array.from({ length: 100 }, (_, index) => 200_001 + index))
  })
})

describe('a metadata field that a fragment replaces', () => {
  test('keeps its values with those that carry them', () => {
    const { store } = openStore()
    const carriers = () =>
      store.sqlite.prepare('SELECT * FROM content_metadata ORDER BY 1, 2, 3').all()
    const before = carriers()
    put(store, { metadataFields: [fieldWith(CHANNEL, '101', '102', '103', '110')] })
    expect(carriers()).toEqual(before)
    const name = store.sqlite.prepare("SELECT name FROM metadata_values WHERE code = '102'")
    expect(name.pluck().get()).toBe('Name 102')
  })

  test('is refused without a value that an asset or a content carries', () => {
    const { store } = openStore()
    expect(() => put(store, { metadataFields: [fieldWith(CHANNEL, '101', '103')] })).toThrow(
      `metadataFields, code ${CHANNEL}: values does not include "102", which an asset or a content uses`,
    )
    store.sqlite.exec('DELETE FROM asset_metadata')
    expect(() => put(store, { metadataFields: [fieldWith(CHANNEL, '101', '102')] })).toThrow(
      'values does not include "103", which an asset or a content uses',
    )
    expect(store.sqlite.prepare('SELECT count(*) FROM metadata_values').pluck().get()).toBe(3)
  })

  test('lets an asset that is replaced with it carry other values', () => {
    const { store } = openStore()
    load(store, { assets: [noteWith({ [CHANNEL]: ['101'] })] })
    put(store, {
      metadataFields: [fieldWith(CHANNEL, '101', '102', '103', '110')],
      assets: [noteWith({ [CHANNEL]: ['110'] })],
    })
    const values = store.sqlite.prepare(
      'SELECT value_code FROM asset_metadata WHERE asset_id = 900001',
    )
    expect(values.pluck().all()).toEqual(['110'])
  })
})
