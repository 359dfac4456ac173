import { UNIT_TYPES } from '../../domain/rights.ts'
import { isBefore, type SqlRule } from './rule.ts'

const UNIT_INCLUDES_USER = `(r.unit_type = ${UNIT_TYPES.everyone}
  OR (r.unit_type = ${UNIT_TYPES.user} AND r.unit_id = u.id)
  OR (r.unit_type = ${UNIT_TYPES.department} AND r.unit_id IN (
    WITH RECURSIVE above(id) AS (
      SELECT u.dept_id UNION SELECT d.parent_id FROM above JOIN departments d ON d.id = above.id
      WHERE d.parent_id IS NOT NULL)
    SELECT id FROM above)))`

/** Rules about collections. */
export const COLLECTION_RULES: readonly SqlRule[] = [
  {
    says: 'A collection is not created before its parent, unless it replaces one.',
    of: 'placed',
    query: `SELECT format('collection %d is created at %d, before its parent %d, which is created at %d',
        c.id, c.created_at_ms, p.id, p.created_at_ms)
      FROM collections c JOIN collections p ON p.id = c.parent_id
      WHERE c.id IN added AND ${isBefore('c.created_at_ms', 'p.created_at_ms')}`,
  },
  {
    says: 'A collection is not updated for the last time before the assets in it are created.',
    of: 'collections',
    query: `SELECT format('collection %d is updated for the last time at %d, before asset %d in it is created at %d',
        c.id, c.updated_at_ms, a.id, a.created_at_ms)
      FROM collections c JOIN collection_items i ON i.collection_id = c.id JOIN assets a ON a.id = i.asset_id
      WHERE c.id IN added AND c.updated_at_ms < a.created_at_ms`,
  },
  {
    says: 'A user who has collected a collection sees it.',
    of: 'collected',
    query: `SELECT format('collection %d is collected by the user %d, who has no right on it', c.id, u.id)
      FROM json_each(@added) AS pair JOIN collections c ON c.id = pair.value ->> 0 JOIN users u ON u.id = pair.value ->> 1
      WHERE u.role <> 'administrator' AND c.create_user <> u.id AND NOT EXISTS (
        SELECT 1 FROM collection_ancestors t JOIN collection_rights r ON r.collection_id = t.ancestor_id
        WHERE t.collection_id = c.id AND ${UNIT_INCLUDES_USER})`,
  },
]
