import { asc, eq, sql } from 'drizzle-orm'
import { prepared } from '../../db/store.ts'
import { subResources } from '../../db/tables/world/assets.ts'
import { collectionItems } from '../../db/tables/world/collections.ts'
import type { Call } from '../call.ts'

const firstSubResources = prepared((store) =>
  store.orm
    .select({ id: sql<number>`min(${subResources.id})` })
    .from(collectionItems)
    .innerJoin(subResources, eq(subResources.assetId, collectionItems.assetId))
    .where(eq(collectionItems.collectionId, sql.placeholder('collectionId')))
    .groupBy(collectionItems.assetId)
    .orderBy(asc(collectionItems.assetId))
    .limit(4)
    .prepare(),
)

/** Preview addresses of the first four assets of a collection. */
export const previewAddresses = (call: Call, collectionId: number): string[] =>
  firstSubResources(call.store)
    .all({ collectionId })
    .map(({ id }) => call.address(`resources/${id}/thumbnail`))
