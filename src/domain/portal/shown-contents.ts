import { type SQL, sql } from 'drizzle-orm'
import { assets } from '../../db/tables/workspace/assets.ts'
import { portalContents } from '../../db/tables/workspace/portal.ts'
import { assetIsVisible, assetParameters } from '../assets/visibility.ts'
import type { ServiceContext } from '../call.ts'

/** The condition that a published content is shown: its asset is visible (A-visibility-2); see {@link shownParameters}. */
export const contentIsShown = (): SQL<number> =>
  sql<number>`(${sql.placeholder('showsAll')} = 1 OR EXISTS (
    SELECT 1 FROM ${assets} WHERE ${assets.id} = ${portalContents.coreId} AND ${assetIsVisible()}))`

/** The parameters of {@link contentIsShown}; an administrator sees every asset, so none is looked up. */
export const shownParameters = (call: ServiceContext) => {
  const showsPublished = call.variant('A-visibility-2') === 'published'
  const showsAll = showsPublished || call.actor.role === 'administrator'
  return { ...assetParameters(call, call.actor), showsAll: showsAll ? 1 : 0 }
}
