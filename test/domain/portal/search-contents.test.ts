import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PortalContentQuery } from '#src/contract/resources/portal-shapes.ts'

import { contentsFound } from '#test/kit/payloads.ts'
import { type OpenedStore, openStore } from '#test/kit/store.ts'

type Conditions = NonNullable<PortalContentQuery['filterConditionList']>

/** The first three metadata fields of the seed `demo`, and values of each. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  '19d7ab01a804f3ee9325bd3be0e4f14f': ['101', '102', '103', '104'],
  '0a18976c54edfee978a8066240f357f1': ['201', '202', '203'],
  '27f85efd4dd35278390eceaa4b92c504': ['401', '402'],
}
const TAGS = ['新品', '乌龙', 'tea', 'retail']

type Metadata = Record<string, string[] | undefined>

/** What the contents of block 601 have, by content. */
interface Carried {
  id: number
  coreId: number
  tags: string[]
  own: Metadata
  ofAsset: Metadata
}

const idsOf = ({ call }: OpenedStore, filterConditionList: Conditions): number[] =>
  contentsFound(call(), { blockId: 601, pageSize: 1000, filterConditionList }).records.map(
    ({ id }) => id,
  )

const contentsOf = ({ store }: OpenedStore): { id: number; coreId: number }[] =>
  store.sqlite
    .prepare<[], { id: number; coreId: number }>(
      `SELECT id, core_id AS coreId FROM portal_contents WHERE block_id = 601 AND stopped_at_ms IS NULL
       ORDER BY published_at_ms DESC, id DESC`,
    )
    .all()

const anyMetadata = fc.record(
  Object.fromEntries(
    Object.entries(VALUES).map(([field, codes]) => [
      field,
      fc.subarray([...codes], { minLength: 1 }),
    ]),
  ),
  { requiredKeys: [] },
)

const anyCondition = fc.oneof(
  fc.record({ code: fc.constant('tags'), value: fc.subarray([...TAGS, 'none']) }),
  fc
    .constantFrom(...Object.entries(VALUES))
    .chain(([code, codes]) =>
      fc.record({ code: fc.constant(code), value: fc.subarray([...codes, '999']) }),
    ),
)

/** What a content has of a code: its own values, else those of its asset. */
const valuesOf = ({ tags, own, ofAsset }: Carried, code: string): readonly string[] =>
  code === 'tags' ? tags : (own[code] ?? ofAsset[code] ?? [])

const carry = (
  { store }: OpenedStore,
  table: 'asset' | 'content',
  id: number,
  metadata: Metadata,
): void => {
  const insert = store.sqlite.prepare(`INSERT INTO ${table}_metadata VALUES (?, ?, ?)`)
  for (const [field, codes] of Object.entries(metadata))
    for (const code of codes ?? []) insert.run(id, field, code)
}

describe('the conditions of E6', () => {
  test('find what a simple model finds, whoever carries the values', () => {
    const demo = openStore('demo')
    const { sqlite } = demo.store
    sqlite.exec(
      'DELETE FROM content_metadata; DELETE FROM asset_metadata; DELETE FROM portal_content_tags',
    )
    const contents = contentsOf(demo)
    const assetIds = [...new Set(contents.map(({ coreId }) => coreId))]
    expect(contents.length).toBeGreaterThan(assetIds.length)
    const anyCarried = fc.record({
      own: fc.array(anyMetadata, { minLength: contents.length, maxLength: contents.length }),
      tags: fc.array(fc.subarray(TAGS), { minLength: contents.length, maxLength: contents.length }),
      assets: fc.array(anyMetadata, { minLength: assetIds.length, maxLength: assetIds.length }),
      conditions: fc.array(anyCondition, { maxLength: 4 }),
    })
    fc.assert(
      fc.property(anyCarried, ({ own, tags, assets, conditions }) => {
        const ofAsset = new Map(assetIds.map((id, place) => [id, assets[place] ?? {}]))
        const carried = contents.map(({ id, coreId }, place): Carried => {
          const metadata = { own: own[place] ?? {}, ofAsset: ofAsset.get(coreId) ?? {} }
          return { id, coreId, tags: tags[place] ?? [], ...metadata }
        })
        const expected = carried
          .filter((content) =>
            conditions.every(({ code, value }) =>
              value.some((wanted) => valuesOf(content, code).includes(wanted)),
            ),
          )
          .map(({ id }) => id)
        sqlite.exec('BEGIN')
        const tag = sqlite.prepare('INSERT INTO portal_content_tags VALUES (?, ?)')
        for (const content of carried) {
          carry(demo, 'content', content.id, content.own)
          for (const text of content.tags) tag.run(content.id, text)
        }
        for (const [id, metadata] of ofAsset) carry(demo, 'asset', id, metadata)
        const found = idsOf(demo, conditions)
        sqlite.exec('ROLLBACK')
        expect(found).toEqual(expected)
      }),
      { numRuns: 100 },
    )
  })

  test('know a metadata field by its exact code, and warn of every other', () => {
    const { call } = openStore()
    const [channel = ''] = Object.keys(VALUES)
    for (const code of [
      channel.toUpperCase(),
      `${channel} `,
      'Channel',
      '',
      'tags\0',
      '__proto__',
    ]) {
      const context = call()
      const filterConditionList = [{ code, value: ['101'] }]
      expect(contentsFound(context, { blockId: 601, filterConditionList }).totalCount).toBe(0)
      expect(context.warnings).toEqual(['unknown-filter-code filterConditionList[0].code'])
      expect(context.read).toContain('A-6-2')
    }
  })
})

describe('shown values', () => {
  test('belong to the content alone where it has any of the field', () => {
    const minimal = openStore()
    const info = (id: number) =>
      contentsFound(minimal.call(), { blockId: 601 }).records.find((row) => row.id === id)
        ?.metadataInfo
    const [channel = ''] = Object.keys(VALUES)
    expect(info(80_002)?.[channel]).toEqual(['线下门店 Tea Rooms'])
    carry(minimal, 'content', 80_002, { [channel]: ['103'] })
    expect(info(80_002)?.[channel]).toEqual(['社交媒体 Social'])
    minimal.store.sqlite.exec('DELETE FROM content_metadata; DELETE FROM asset_metadata')
    expect(info(80_002)).toEqual({ CUSTOMER_PORTAL_PUBLISH_TIME: 1_757_901_600_000 })
  })

  test('are ordered by sort, then by code', () => {
    const minimal = openStore()
    const [channel = ''] = Object.keys(VALUES)
    carry(minimal, 'content', 80_002, { [channel]: ['101', '102', '103'] })
    const names = () =>
      contentsFound(minimal.call(), { blockId: 601, searchText: 'two drops' }).records[0]
        ?.metadataInfo[channel]
    expect(names()).toEqual(['官方商城 Own Shop', '线下门店 Tea Rooms', '社交媒体 Social'])
    minimal.store.sqlite.exec("UPDATE metadata_values SET sort = 3 WHERE code IN ('101', '102')")
    minimal.store.sqlite.exec("UPDATE metadata_values SET sort = 1 WHERE code = '103'")
    expect(names()).toEqual(['社交媒体 Social', '官方商城 Own Shop', '线下门店 Tea Rooms'])
  })
})
