import { type SQL, sql } from 'drizzle-orm'
import { assets } from '../../db/tables/workspace/assets.ts'
import { portalContents } from '../../db/tables/workspace/portal.ts'
import { assetIsVisible, assetParameters } from '../assets/visibility.ts'
import type { ServiceContext } from '../call.ts'

/** The condition that a published content is shown: its asset is visible (A-visibility-2); see {@link shownParameters}. */
export const contentIsShown = (): SQL<number> =>
  sql<number>`(${sql.placeholder('showsAll')} = 1 OR EXISTS (
    SELECT 1 FROM ${assets} WHERE ${assets.id} = ${portalContents.coreId} AND ${assetIsVisible()}))`

/** The parameters of {@link contentIsShown}. */
export const shownParameters = (call: ServiceContext) => ({
  ...assetParameters(call, call.actor),
  showsAll: call.variant('A-visibility-2') === 'published' ? 1 : 0,
})
