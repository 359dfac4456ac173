import type { Store } from '../../db/store.ts'
import { StartError } from '../start-error.ts'

/**
 * What must be true of a loaded world and no schema or key can say: each query answers the first row
 * that offends, as the sentence that explains it.
 */
const RULES: readonly string[] = [
  `SELECT 'there is no user with isAppOwner, who acts when a call names nobody'
   WHERE NOT EXISTS (SELECT 1 FROM users WHERE is_app_owner = 1)`,
  `SELECT format('user %d has the manager %d, who does not exist', id, line_manager_user_id)
   FROM users WHERE line_manager_user_id NOT IN (SELECT id FROM users)`,
  `SELECT format('department %d is below %d, which does not exist', id, parent_id)
   FROM departments WHERE parent_id NOT IN (SELECT id FROM departments)`,
  `SELECT format('asset %d names the user %d, who does not exist', id, create_user)
   FROM assets WHERE create_user NOT IN (SELECT id FROM users)`,
  `SELECT format('asset %d names the user %d, who does not exist', id, update_user)
   FROM assets WHERE update_user NOT IN (SELECT id FROM users)`,
  `SELECT format('asset %d is updated before it is created', id)
   FROM assets WHERE updated_at_ms < created_at_ms`,
  `SELECT format('the parts of asset %d are larger than numbers can say', asset_id)
   FROM sub_resources GROUP BY asset_id HAVING total(size_bytes) > 9007199254740991`,
  `SELECT format('asset %d has a right for the user %d, who does not exist', asset_id, unit_id)
   FROM asset_rights WHERE unit_type = 1 AND unit_id NOT IN (SELECT id FROM users)`,
  `SELECT format('asset %d has a right for the department %d, which does not exist', asset_id, unit_id)
   FROM asset_rights WHERE unit_type = 2 AND unit_id NOT IN (SELECT id FROM departments)`,
  `SELECT format('atom %d names the user %d, who does not exist', id, create_user)
   FROM atoms WHERE create_user NOT IN (SELECT id FROM users)`,
  `SELECT format('collection %d names the user %d, who does not exist', id, create_user)
   FROM collections WHERE create_user NOT IN (SELECT id FROM users)`,
  `SELECT format('collection %d names the user %d, who does not exist', id, update_user)
   FROM collections WHERE update_user NOT IN (SELECT id FROM users)`,
  `SELECT format('collection %d is updated before it is created', id)
   FROM collections WHERE updated_at_ms < created_at_ms`,
  `SELECT format('collection %d has a right for the user %d, who does not exist', collection_id, unit_id)
   FROM collection_rights WHERE unit_type = 1 AND unit_id NOT IN (SELECT id FROM users)`,
  `SELECT format('collection %d has a right for the department %d, which does not exist', collection_id, unit_id)
   FROM collection_rights WHERE unit_type = 2 AND unit_id NOT IN (SELECT id FROM departments)`,
  `SELECT format('archive group %d continues no other group: %s', id, path)
   FROM archive_groups g WHERE id <> root_id AND NOT EXISTS (
     SELECT 1 FROM archive_groups p WHERE g.path = p.path || '/' || g.name)`,
  `SELECT format('content %d is stopped before it is published', id)
   FROM portal_contents WHERE stopped_at_ms < published_at_ms`,
  `SELECT format('metadata value %s of %s is below %s, which does not exist', code, field_code, parent_code)
   FROM metadata_values v WHERE parent_code IS NOT NULL AND NOT EXISTS (
     SELECT 1 FROM metadata_values p
     WHERE p.field_code = v.field_code AND p.code = v.parent_code AND p.code <> v.code)`,
  `SELECT format('approval %d has a task %s that is %s, but its times say otherwise', approval_id, key, status)
   FROM approval_tasks
   WHERE (status = 'PENDING') <> (created_at_ms IS NULL)
      OR (status IN ('PENDING', 'IN_PROGRESS')) <> (ended_at_ms IS NULL)
      OR ended_at_ms < created_at_ms`,
]

/** Refuses a world that a seed has left in contradiction with itself. */
export const checkLoaded = (store: Store): void => {
  for (const rule of RULES) {
    const problem = store.sqlite.prepare<[], string>(`${rule} LIMIT 1`).pluck().get()
    if (problem !== undefined) throw new StartError(`the seed contradicts itself: ${problem}`)
  }
}
