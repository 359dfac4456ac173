import { sql } from 'drizzle-orm'
import { prepared, type Store } from '../../db/store.ts'
import { approvalObjects } from '../../db/tables/workspace/approvals.ts'
import { assets } from '../../db/tables/workspace/assets.ts'

/** `approvalStatus` of an asset (A-9-5). */
export const ASSET_APPROVAL = { none: 0, inProgress: 1, approved: 2, rejected: 3 } as const

const setStatus = prepared((store) =>
  store.orm
    .update(assets)
    .set({ approvalStatus: sql`${sql.placeholder('status')}` })
    .where(
      sql`${assets.id} IN (SELECT ${approvalObjects.assetId} FROM ${approvalObjects}
        WHERE ${approvalObjects.approvalId} = ${sql.placeholder('approvalId')})`,
    )
    .prepare(),
)

/** Sets the status of an approval on its assets. */
export const setAssetApproval = (
  store: Store,
  approvalId: number,
  status: (typeof ASSET_APPROVAL)[keyof typeof ASSET_APPROVAL],
): void => {
  setStatus(store).run({ approvalId, status })
}
