import { changedAtMs, givenStatus } from '../domain/assets/asset-approval.ts'

const changesOf = (assets: string): string =>
  `SELECT named.asset_id, p.id AS approval_id, p.status, ${changedAtMs('p')} AS changed_at_ms,
      ${givenStatus('p')} AS approval_status
    FROM (
      SELECT id AS asset_id, id AS object_id FROM assets WHERE id ${assets}
      UNION SELECT asset_id, id FROM sub_resources WHERE asset_id ${assets}) named
    JOIN approval_objects o ON o.object_id = named.object_id AND o.asset_id = named.asset_id
    JOIN approvals p ON p.id = o.approval_id`

/**
 * The query of the `approval_status` that approvals give to assets, with the approval that changed last, its `status`
 * and when it changed. Assets without approvals are left out. An asset that was made of an atom is found by its
 * file, which has the id of the atom.
 */
export const approvalStatusOf = (assets: string): string =>
  `SELECT asset_id, approval_id, status, changed_at_ms, approval_status
    FROM (SELECT *, row_number() OVER (
        PARTITION BY asset_id
        ORDER BY status = 'WITHDRAWN', changed_at_ms DESC, approval_id DESC) AS place
      FROM (${changesOf(assets)}))
    WHERE place = 1`
