import type { Store } from '../../store/db/store.ts'

/** `approvalStatus` of an asset (A-9-5). */
export const ASSET_APPROVAL = { none: 0, inProgress: 1, approved: 2, rejected: 3 } as const

/** The `approvalStatus` that an approval gives to its assets, by its own status. */
const GIVEN = {
  IN_PROGRESS: ASSET_APPROVAL.inProgress,
  APPROVED: ASSET_APPROVAL.approved,
  REJECTED: ASSET_APPROVAL.rejected,
  WITHDRAWN: ASSET_APPROVAL.none,
} as const

export interface ApprovalChange {
  status: keyof typeof GIVEN
  userId: number
  nowMs: number
}

/** The `approvalStatus` that an approval gives to its assets, as SQL over the alias of the approval. */
export const givenStatus = (approval: string): string =>
  `CASE ${approval}.status ${Object.entries(GIVEN)
    .map(([status, given]) => `WHEN '${status}' THEN ${given}`)
    .join(' ')} END`

/** When an approval changed last, as SQL: at its end, or at its start while it is in progress (A-9-5). */
export const changedAtMs = (approval: string): string =>
  `CASE ${approval}.status WHEN 'IN_PROGRESS' THEN ${approval}.created_at_ms
    ELSE coalesce((SELECT max(ended_at_ms) FROM approval_tasks WHERE approval_id = ${approval}.id),
      ${approval}.created_at_ms) END`

/** What the other approvals of an asset give to it when one is withdrawn. */
const OF_OTHERS = `SELECT ${givenStatus('other')} FROM approval_objects AS object
   JOIN approvals AS other ON other.id = object.approval_id
   WHERE object.object_id IN (
       SELECT :assetId UNION ALL SELECT id FROM sub_resources WHERE asset_id = :assetId)
     AND object.asset_id = :assetId AND other.status <> 'WITHDRAWN'
   ORDER BY ${changedAtMs('other')} DESC, other.id DESC LIMIT 1`

/** Not updated before its creation, also when the clock was set back. */
const SET_STATUS = `UPDATE assets SET
     approval_status = iif(:given = ${GIVEN.WITHDRAWN}, coalesce((${OF_OTHERS}), :given), :given),
     update_user = :userId, updated_at_ms = max(created_at_ms, :nowMs)
   WHERE id = :assetId`

const LINK_OBJECTS = `UPDATE approval_objects SET asset_id = atoms.asset_id
   FROM json_each(?) AS made JOIN atoms ON atoms.id = made.value
   WHERE approval_objects.object_id = made.value AND approval_objects.asset_id IS NULL`

const GIVE_STATUS = `UPDATE assets SET approval_status = last.status FROM (
     SELECT atoms.asset_id AS id, (
       SELECT ${givenStatus('approval')} FROM approval_objects AS object
       JOIN approvals AS approval ON approval.id = object.approval_id
       WHERE object.object_id = atoms.id
       ORDER BY approval.status = 'WITHDRAWN', ${changedAtMs('approval')} DESC, approval.id DESC
       LIMIT 1) AS status
     FROM json_each(?) AS made JOIN atoms ON atoms.id = made.value) AS last
   WHERE assets.id = last.id AND last.status IS NOT NULL`

/** Gives the assets among the objects of an approval the `approvalStatus` of its new status (A-9-5). */
export const setAssetApproval = (
  store: Store,
  objects: readonly { assetId: number | null }[],
  { status, userId, nowMs }: ApprovalChange,
): void => {
  for (const { assetId } of objects)
    if (assetId !== null) store.run(SET_STATUS, { given: GIVEN[status], userId, nowMs, assetId })
}

/** Records in approvals which assets their atoms have just become, and gives those the status of the approval that changed last (A-9-5). */
export const linkIngested = (store: Store, atomIds: readonly number[]): void => {
  const ids = JSON.stringify(atomIds)
  if (store.run(LINK_OBJECTS, ids).changes > 0) store.run(GIVE_STATUS, ids)
}
