import { prepared, type Store } from '../../db/store.ts'

/** `approvalStatus` of an asset (A-9-5). */
export const ASSET_APPROVAL = { none: 0, inProgress: 1, approved: 2, rejected: 3 } as const

/** The `approvalStatus` that an approval gives to its assets, by its own status. */
const GIVEN = {
  IN_PROGRESS: ASSET_APPROVAL.inProgress,
  APPROVED: ASSET_APPROVAL.approved,
  REJECTED: ASSET_APPROVAL.rejected,
  WITHDRAWN: ASSET_APPROVAL.none,
} as const

/** The new status of an approval, and the user and the instant of the change. */
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

/** Not updated before its creation, also when the clock was set back. */
const setStatus = prepared((store) =>
  store.sqlite.prepare<[status: number, userId: number, nowMs: number, id: number]>(
    `UPDATE assets SET approval_status = ?, update_user = ?, updated_at_ms = max(created_at_ms, ?)
     WHERE id = ?`,
  ),
)

const linkObjects = prepared((store) =>
  store.sqlite.prepare<[string]>(
    `UPDATE approval_objects SET asset_id = atoms.asset_id
     FROM json_each(?) AS made JOIN atoms ON atoms.id = made.value
     WHERE approval_objects.object_id = made.value AND approval_objects.asset_id IS NULL`,
  ),
)

const namedAtoms = prepared((store) =>
  store.sqlite
    .prepare<[string], number>(
      `SELECT made.value FROM json_each(?) AS made
       WHERE EXISTS (SELECT 1 FROM approval_objects WHERE object_id = made.value)`,
    )
    .pluck(),
)

const approvalsByChange = prepared((store) =>
  store.sqlite.prepare<[string], { id: number; given: number }>(
    `SELECT approval.id, ${givenStatus('approval')} AS given FROM approvals AS approval
     WHERE approval.id IN (SELECT approval_id FROM approval_objects
       WHERE object_id IN (SELECT value FROM json_each(?)))
     ORDER BY ${changedAtMs('approval')} DESC, approval.id DESC`,
  ),
)

const objectIdsOf = prepared((store) =>
  store.sqlite
    .prepare<[number], number>(
      'SELECT object_id FROM approval_objects WHERE approval_id = ? ORDER BY object_id',
    )
    .pluck(),
)

const giveStatus = prepared((store) =>
  store.sqlite.prepare<[number, string]>(
    `UPDATE assets SET approval_status = ? WHERE id IN (
       SELECT atoms.asset_id FROM json_each(?) AS made JOIN atoms ON atoms.id = made.value)`,
  ),
)

/** Gives the assets among the objects of an approval the `approvalStatus` of its new status (A-9-5). */
export const setAssetApproval = (
  store: Store,
  objects: readonly { assetId: number | null }[],
  { status, userId, nowMs }: ApprovalChange,
): void => {
  const statement = setStatus(store)
  for (const { assetId } of objects)
    if (assetId !== null) statement.run(GIVEN[status], userId, nowMs, assetId)
}

/** Records in approvals which assets their atoms have just become, and gives those their status (A-9-5). */
export const linkIngested = (store: Store, atomIds: readonly number[]): void => {
  const ids = JSON.stringify(atomIds)
  if (linkObjects(store).run(ids).changes > 0) inheritStatus(store, ids)
}

/** Goes from the approval that changed last to earlier ones, only until each atom has its status. */
const inheritStatus = (store: Store, ids: string): void => {
  const waiting = new Set(namedAtoms(store).all(ids))
  for (const { id, given } of approvalsByChange(store).all(ids)) {
    const taken = objectIdsOf(store)
      .all(id)
      .filter((atomId) => waiting.delete(atomId))
    if (taken.length > 0) giveStatus(store).run(given, JSON.stringify(taken))
    if (waiting.size === 0) return
  }
}
