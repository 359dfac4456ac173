import { and, asc, eq, sql } from 'drizzle-orm'
import { boundNumber } from '../../db/placeholders.ts'
import { prepared } from '../../db/store.ts'
import { assets, subResources } from '../../db/tables/workspace/assets.ts'
import { collectionItems } from '../../db/tables/workspace/collections.ts'
import { assetIsVisible, assetParameters } from '../assets/visibility.ts'
import type { ServiceContext } from '../call.ts'
import { resourcePath } from '../files/paths.ts'

/** Assets of a collection that have previews (A-1-4). */
const PREVIEWS = 4

const firstSubResources = prepared((store) =>
  store.orm
    .select({ id: sql<number>`min(${subResources.id})` })
    .from(collectionItems)
    .innerJoin(subResources, eq(subResources.assetId, collectionItems.assetId))
    .innerJoin(assets, eq(assets.id, collectionItems.assetId))
    .where(and(eq(collectionItems.collectionId, sql.placeholder('collectionId')), assetIsVisible()))
    .groupBy(collectionItems.assetId)
    .orderBy(asc(collectionItems.assetId))
    .limit(boundNumber('limit'))
    .prepare(),
)

/** Preview URLs of the first four assets of a collection that the acting user sees. */
export const previewUrls = (call: ServiceContext, collectionId: number): string[] =>
  firstSubResources(call.store)
    .all({ collectionId, limit: PREVIEWS, ...assetParameters(call, call.actor) })
    .map(({ id }) => call.signedUrl(resourcePath(id, 'thumbnail')))
