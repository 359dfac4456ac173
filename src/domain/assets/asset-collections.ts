import type { AssetDetail } from '../../contract/resources/asset-shapes.ts'
import { LIMITS } from '../../kernel/limits.ts'
import { distinct } from '../../kernel/lists.ts'
import type { ActorContext } from '../call.ts'
import { COLLECTION_IS_VISIBLE, collectionParameters } from '../visibility.ts'

type CollectionInfo = AssetDetail['collectionInfo'][number]

const MAX_SHOWN = LIMITS.assetCollections.max

/** Growth of a read where the caller does not see enough of the collections before it, so that few reads follow. */
const GROWTH = 4

// A row per asset instead of one per pair. The LIMIT keeps the order of the inner query.
const NEXT_COLLECTIONS = `SELECT position.value ->> 'assetId' AS assetId, (
     SELECT json_group_array(collection_id) FROM (
       SELECT collection_id FROM collection_items
       WHERE asset_id = position.value ->> 'assetId' AND collection_id > position.value ->> 'after'
       ORDER BY collection_id LIMIT (:max + 0))) AS ids
   FROM json_each(:positions) AS position`

const VISIBLE_COLLECTIONS = `SELECT id, name AS groupName FROM collections
   WHERE id IN (SELECT value FROM json_each(:ids)) AND ${COLLECTION_IS_VISIBLE}`

/** The first collections of assets that the caller sees, in order of ids (A-4-3); each collection is judged once. */
export const collectionsOfAssets = (
  call: ActorContext,
  assetIds: readonly number[],
): Map<number, CollectionInfo[]> => {
  const shown = new Map(assetIds.map((id): [number, CollectionInfo[]] => [id, []]))
  const judged: Judged = new Map()
  const parameters = collectionParameters(call, call.actor)
  // Each asset, and the last of its collections that was read.
  let positions = assetIds.map((assetId) => ({ assetId, after: 0 }))
  for (let max: number = MAX_SHOWN; positions.length > 0; max *= GROWTH) {
    const reads = call.store
      .all<{ assetId: number; ids: string }>(NEXT_COLLECTIONS, {
        positions: JSON.stringify(positions),
        max,
      })
      .map(({ assetId, ids }) => ({ assetId, ids: JSON.parse(ids) as number[] }))
    const read = reads.flatMap(({ ids }) => ids)
    const fresh = distinct(read.filter((id) => !judged.has(id)))
    for (const id of fresh) judged.set(id, undefined)
    const asked = { ...parameters, ids: JSON.stringify(fresh) }
    for (const info of fresh.length > 0
      ? call.store.all<CollectionInfo>(VISIBLE_COLLECTIONS, asked)
      : [])
      judged.set(info.id, info)
    positions = reads.flatMap(({ assetId, ids }) => {
      const list = shown.get(assetId) ?? []
      const visible = ids.flatMap((id) => judged.get(id) ?? [])
      list.push(...visible.slice(0, MAX_SHOWN - list.length))
      const after = ids.length === max ? ids.at(-1) : undefined
      return after === undefined || list.length === MAX_SHOWN ? [] : [{ assetId, after }]
    })
  }
  return shown
}

/** Collections that were read; undefined for those that the caller does not see. */
type Judged = Map<number, CollectionInfo | undefined>
