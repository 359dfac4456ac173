import { sql } from 'drizzle-orm'
import { prepared, type Store } from '../../db/store.ts'
import { approvalObjects } from '../../db/tables/workspace/approvals.ts'
import { assets } from '../../db/tables/workspace/assets.ts'

/** `approvalStatus` of an asset (A-9-5). */
export const ASSET_APPROVAL = { none: 0, inProgress: 1, approved: 2, rejected: 3 } as const

/** A change of an approval's assets: their new status, who caused it and when. */
export interface AssetChange {
  status: (typeof ASSET_APPROVAL)[keyof typeof ASSET_APPROVAL]
  userId: number
  nowMs: number
}

const setStatus = prepared((store) =>
  store.orm
    .update(assets)
    .set({
      approvalStatus: sql`${sql.placeholder('status')}`,
      updateUser: sql`${sql.placeholder('userId')}`,
      // Not before its creation, also when the clock was set back.
      updatedAtMs: sql`max(${assets.createdAtMs}, ${sql.placeholder('nowMs')})`,
    })
    .where(
      sql`${assets.id} IN (SELECT ${approvalObjects.assetId} FROM ${approvalObjects}
        WHERE ${approvalObjects.approvalId} = ${sql.placeholder('approvalId')})`,
    )
    .prepare(),
)

const linkObjects = prepared((store) =>
  store.sqlite.prepare<[string]>(
    `UPDATE approval_objects SET asset_id = atoms.asset_id
     FROM json_each(?) AS made JOIN atoms ON atoms.id = made.value
     WHERE approval_objects.object_id = made.value AND approval_objects.asset_id IS NULL`,
  ),
)

/** The approval that changed last counts: by its end, or by its start while it is in progress. */
const inheritStatus = prepared((store) =>
  store.sqlite.prepare<[string]>(
    `UPDATE assets SET approval_status = (
       SELECT CASE approval.status
         WHEN 'IN_PROGRESS' THEN ${ASSET_APPROVAL.inProgress}
         WHEN 'APPROVED' THEN ${ASSET_APPROVAL.approved}
         WHEN 'REJECTED' THEN ${ASSET_APPROVAL.rejected}
         ELSE ${ASSET_APPROVAL.none} END
       FROM approval_objects AS object JOIN approvals AS approval ON approval.id = object.approval_id
       WHERE object.object_id = atoms.id
       ORDER BY CASE approval.status WHEN 'IN_PROGRESS' THEN approval.created_at_ms
         ELSE (SELECT max(ended_at_ms) FROM approval_tasks WHERE approval_id = approval.id) END DESC,
         approval.id DESC
       LIMIT 1)
     FROM json_each(?) AS made JOIN atoms ON atoms.id = made.value
     WHERE assets.id = atoms.asset_id
       AND EXISTS (SELECT 1 FROM approval_objects WHERE object_id = atoms.id)`,
  ),
)

/** Sets the status of an approval on its assets (A-9-12). */
export const setAssetApproval = (store: Store, approvalId: number, change: AssetChange): void => {
  setStatus(store).run({ approvalId, ...change })
}

/** Tells approvals the assets that their atoms have just become, and the assets their status (A-9-11). */
export const linkIngested = (store: Store, atomIds: readonly number[]): void => {
  const ids = JSON.stringify(atomIds)
  if (linkObjects(store).run(ids).changes > 0) inheritStatus(store).run(ids)
}
