import { and } from 'drizzle-orm'
import type { AssetDetail } from '../../contract/resources/asset-detail.ts'
import { inBoundList } from '../../db/sql.ts'
import { prepared, type Store } from '../../db/store.ts'
import { collections } from '../../db/tables/workspace/collections.ts'
import { LIMITS } from '../../limits.ts'
import type { ActorContext } from '../call.ts'
import { collectionIsVisible, collectionParameters } from '../collection-access.ts'

/** A collection as an asset's details show it; one object for all assets that it has. */
type CollectionInfo = AssetDetail['collectionInfo'][number]

/** An asset, and the last of its collections that was read. */
interface Position {
  assetId: number
  after: number
}

/** Growth of a read where the caller does not see enough of the collections before it, so that few reads follow. */
const GROWTH = 4

// A row per asset instead of one per pair. The LIMIT keeps the order of the inner query, and is a sum for boundNumber's reason.
const nextCollections = prepared((store) =>
  store.sqlite.prepare<{ positions: string; max: number }, { assetId: number; ids: string }>(
    `SELECT position.value ->> 'assetId' AS assetId, (
       SELECT json_group_array(collection_id) FROM (
         SELECT collection_id FROM collection_items
         WHERE asset_id = position.value ->> 'assetId' AND collection_id > position.value ->> 'after'
         ORDER BY collection_id LIMIT (:max + 0))) AS ids
     FROM json_each(:positions) AS position`,
  ),
)

const visibleCollections = prepared((store) =>
  store.orm
    .select({ id: collections.id, groupName: collections.name })
    .from(collections)
    .where(and(inBoundList(collections.id, 'ids'), collectionIsVisible()))
    .prepare(),
)

/** The first collections of assets that the caller sees, in order of ids (A-4-3); each collection is judged once. */
export const collectionsOfAssets = (
  call: ActorContext,
  assetIds: readonly number[],
): Map<number, CollectionInfo[]> => {
  const shown = new Map<number, CollectionInfo[]>()
  const judged: Judged = new Map()
  const parameters = collectionParameters(call, call.actor)
  let positions = assetIds.map((assetId): Position => ({ assetId, after: 0 }))
  for (let max: number = LIMITS.assetCollections.max; positions.length > 0; max *= GROWTH) {
    const reads = readNext(call.store, positions, max)
    const fresh = notJudged(reads, judged)
    if (fresh.length > 0)
      for (const info of visibleCollections(call.store).all({
        ...parameters,
        ids: JSON.stringify(fresh),
      }))
        judged.set(info.id, info)
    positions = reads.flatMap(({ assetId, ids }) => {
      const list = shown.get(assetId) ?? []
      shown.set(assetId, list)
      addVisible(list, ids, judged)
      const after = ids.length === max ? ids.at(-1) : undefined
      return after === undefined || isFull(list) ? [] : [{ assetId, after }]
    })
  }
  return shown
}

const readNext = (store: Store, positions: readonly Position[], max: number) =>
  nextCollections(store)
    .all({ positions: JSON.stringify(positions), max })
    .map(({ assetId, ids }) => ({ assetId, ids: JSON.parse(ids) as number[] }))

/** Collections that were read; undefined for those that the caller does not see. */
type Judged = Map<number, CollectionInfo | undefined>

/** The collections of these reads that are not judged yet, each once; they count as invisible until then. */
const notJudged = (reads: readonly { ids: readonly number[] }[], judged: Judged): number[] => {
  const fresh: number[] = []
  for (const { ids } of reads)
    for (const id of ids)
      if (!judged.has(id)) {
        judged.set(id, undefined)
        fresh.push(id)
      }
  return fresh
}

const addVisible = (list: CollectionInfo[], ids: readonly number[], judged: Judged): void => {
  for (const id of ids) {
    if (isFull(list)) return
    const info = judged.get(id)
    if (info) list.push(info)
  }
}

const isFull = (list: readonly CollectionInfo[]): boolean =>
  list.length === LIMITS.assetCollections.max
