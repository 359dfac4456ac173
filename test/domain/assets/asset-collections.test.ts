import { describe, expect, test } from 'vitest'
import { collectionsOfAssets } from '#src/domain/assets/asset-collections.ts'
import { LIMITS } from '#src/kernel/limits.ts'
import { recordRuns } from '#test/kit/statement-rows.ts'
import { type OpenedStore, openStore } from '#test/kit/store.ts'

const VIEWER = 'viewer@example.com'
const OWNER = 'owner@example.com'
const ASSETS = [100_001, 100_002, 100_003]
const FIRST = 800_001
const { max } = LIMITS.assetCollections

const range = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i)

/** A store whose only collection items are those of some assets in new collections that administrators see. */
const withCollections = (count: number): OpenedStore => {
  const rules = openStore()
  rules.store.sqlite.exec(`
    DELETE FROM collection_items;
    INSERT INTO collections (id, parent_id, root_id, name, name_folded, belong_id, status,
        create_user, update_user, created_at_ms, updated_at_ms, item_count)
      WITH RECURSIVE n (id) AS (SELECT ${FIRST} UNION ALL SELECT id + 1 FROM n LIMIT ${count})
      SELECT id, 0, id, 'C' || id, 'c' || id, 1001, 0, 1001, 1001, 0, 0, ${ASSETS.length} FROM n;
    INSERT INTO collection_ancestors SELECT id, id FROM collections WHERE id >= ${FIRST};
    INSERT INTO collection_items SELECT collections.id, asset.value, 0
      FROM json_each('${JSON.stringify(ASSETS)}') AS asset, collections WHERE collections.id >= ${FIRST}`)
  return rules
}

/** Lets the viewer see the collections for which a condition holds. */
const show = ({ store }: OpenedStore, condition: string): void => {
  store.sqlite.exec(`INSERT INTO collection_rights
    SELECT id, 1, 1003, 0 FROM collections WHERE id >= ${FIRST} AND ${condition}`)
}

const seen = ({ call }: OpenedStore, as: string, assetIds = ASSETS) =>
  [...collectionsOfAssets(call({ as }), assetIds)].map(([assetId, infos]) => [
    assetId,
    infos.map(({ id }) => id),
  ])

const each = (ids: number[]) => ASSETS.map((assetId) => [assetId, ids])

describe('the collections of assets', () => {
  test.each([max - 1, max, max + 1, 3 * max])('are the first %i up to the limit', (count) => {
    const rules = withCollections(count)
    expect(seen(rules, OWNER)).toEqual(each(range(FIRST, Math.min(count, max))))
  })

  test('are found behind those that the caller does not see', () => {
    const rules = withCollections(8 * max)
    expect(seen(rules, VIEWER)).toEqual(each([]))
    const last = FIRST + 8 * max - 1
    show(rules, `id IN (${FIRST + 1}, ${FIRST + max}, ${last})`)
    expect(seen(rules, VIEWER)).toEqual(each([FIRST + 1, FIRST + max, last]))
    show(rules, `id > ${FIRST + max}  AND id < ${last}`)
    expect(seen(rules, VIEWER)).toEqual(each([FIRST + 1, ...range(FIRST + max, max - 1)]))
  })

  test('are read up to the limit and judged once for all assets', () => {
    const rules = withCollections(6 * max)
    show(rules, 'true')
    const { texts, rows } = recordRuns(rules.store)
    for (const as of [OWNER, VIEWER]) {
      texts.length = 0
      rows.clear()
      expect(seen(rules, as)).toEqual(each(range(FIRST, max)))
      expect(texts.filter((text) => /collection/.test(text))).toHaveLength(2)
      const counts = texts.flatMap((text) => (/collection/.test(text) ? [rows.get(text)] : []))
      expect(counts).toEqual([ASSETS.length, max])
    }
  })

  test('are read in few steps where the caller sees none', () => {
    const rules = withCollections(6 * max)
    const { texts } = recordRuns(rules.store)
    expect(seen(rules, VIEWER)).toEqual(each([]))
    expect(texts.filter((text) => text.includes('json_group_array'))).toHaveLength(3)
  })
})
