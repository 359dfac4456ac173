import { ASSET_APPROVAL } from '../../domain/assets/asset-approval.ts'
import { approvalStatusOf } from '../approval-status.ts'
import { isBefore, type SqlRule } from './rule.ts'

/** Rules about the assets of approvals. */
const OBJECT_RULES: readonly SqlRule[] = [
  {
    says: '`approvalStatus` of an asset is that of the last change in the approvals that name it.',
    of: 'approvedAssets',
    query: `SELECT format('asset %d has approvalStatus %d, but approval %d %s names it', a.id, a.approval_status,
        last.approval_id, CASE last.status WHEN 'IN_PROGRESS' THEN 'in progress' ELSE 'that is ' || last.status END)
      FROM (${approvalStatusOf('IN added')}) last JOIN assets a ON a.id = last.asset_id
      WHERE a.approval_status <> last.approval_status`,
  },
  {
    says: `\`approvalStatus\` ${ASSET_APPROVAL.inProgress} needs an approval that names the asset.`,
    of: 'assets',
    query: `SELECT format('asset %d has approvalStatus ${ASSET_APPROVAL.inProgress}, but no approval in progress names it', a.id)
      FROM assets a WHERE a.id IN added AND a.approval_status = ${ASSET_APPROVAL.inProgress}
        AND a.id NOT IN (SELECT asset_id FROM (${approvalStatusOf('IN added')}))`,
  },
  {
    says: 'An approval is not created before the assets that it names.',
    of: 'approvals',
    query: `SELECT format('approval %d is created at %d, before asset %d, which it names, is created at %d',
        p.id, p.created_at_ms, a.id, a.created_at_ms)
      FROM approvals p JOIN approval_objects o ON o.approval_id = p.id JOIN assets a ON a.id = o.object_id
      WHERE p.id IN added AND ${isBefore('p.created_at_ms', 'a.created_at_ms')}`,
  },
  {
    says: 'A user is created before the approvals that it submits.',
    of: 'approvals',
    query: `SELECT format('approval %d is created at %d, before its submitter %d was at %d',
        p.id, p.created_at_ms, u.id, u.created_at_ms)
      FROM approvals p JOIN users u ON u.id = p.submitter
      WHERE p.id IN added AND ${isBefore('p.created_at_ms', 'u.created_at_ms')}`,
  },
]

/** Rules about the tasks of approvals. */
const TASK_RULES: readonly SqlRule[] = [
  {
    says: 'A task has a start unless it is pending, and an end unless it is pending or in progress.',
    of: 'approvals',
    query: `SELECT format('approval %d has a task %s that is %s, which its times contradict: createdAtMs is %s, endedAtMs %s',
        approval_id, key, status, coalesce(created_at_ms, 'absent'), coalesce(ended_at_ms, 'absent'))
      FROM approval_tasks
      WHERE approval_id IN added AND ((status = 'PENDING') <> (created_at_ms IS NULL)
        OR (status IN ('PENDING', 'IN_PROGRESS')) <> (ended_at_ms IS NULL)
        OR ended_at_ms < created_at_ms)`,
  },
  {
    says: 'An approval has one task for each key and assignee.',
    of: 'approvals',
    query: `SELECT format('approval %d has %d tasks %s of the user %d', approval_id, count(*), key, assignee)
      FROM approval_tasks WHERE approval_id IN added GROUP BY approval_id, key, assignee HAVING count(*) > 1`,
  },
  {
    says: 'A task does not start before its approval is created.',
    of: 'approvals',
    query: `SELECT format('approval %d is created at %d, but its task %s starts at %d', p.id, p.created_at_ms, t.key, t.created_at_ms)
      FROM approvals p JOIN approval_tasks t ON t.approval_id = p.id
      WHERE p.id IN added AND t.created_at_ms < p.created_at_ms`,
  },
  {
    says: 'A task does not start before its assignee is created.',
    of: 'approvals',
    query: `SELECT format('approval %d has a task %s that starts at %d, before its assignee %d is created at %d',
        t.approval_id, t.key, t.created_at_ms, u.id, u.created_at_ms)
      FROM approval_tasks t JOIN users u ON u.id = t.assignee
      WHERE t.approval_id IN added AND ${isBefore('t.created_at_ms', 'u.created_at_ms')}`,
  },
  {
    says: 'A step starts with the approval, or when the step before is approved.',
    of: 'approvals',
    query: `SELECT format('approval %d has a task %s that starts at %d, but the step before it, %s, is %s', p.id, t.key, t.created_at_ms,
        b.key, CASE b.status WHEN 'APPROVED' THEN 'approved at ' || b.ended_at_ms ELSE b.status END)
      FROM approvals p JOIN approval_tasks t ON t.approval_id = p.id
      JOIN approval_tasks b ON b.approval_id = p.id AND b.step = t.step - 1
      WHERE p.id IN added AND t.created_at_ms IS NOT NULL AND t.created_at_ms <> p.created_at_ms
        AND (b.status <> 'APPROVED' OR t.created_at_ms < b.ended_at_ms)`,
  },
  {
    says: 'The first step that is not approved is not pending.',
    of: 'approvals',
    query: `SELECT format('approval %d has a task %s that is PENDING, although %s', t.approval_id, t.key,
        coalesce('the step before it, ' || (SELECT key FROM approval_tasks WHERE approval_id = t.approval_id
          AND step < t.step ORDER BY step DESC LIMIT 1) || ', is approved', 'no step is before it'))
      FROM approvals p JOIN approval_tasks t ON t.approval_id = p.id
      WHERE p.id IN added AND p.status = 'IN_PROGRESS' AND t.status = 'PENDING' AND NOT EXISTS (
        SELECT 1 FROM approval_tasks b
        WHERE b.approval_id = t.approval_id AND b.step < t.step AND b.status <> 'APPROVED')`,
  },
  {
    says: 'An approval with a task that is rejected or withdrawn has none in progress.',
    of: 'approvals',
    query: `SELECT format('approval %d has a task %s that is IN_PROGRESS, but is %s by its task %s', p.id, t.key, p.status, e.key)
      FROM approvals p JOIN approval_tasks t ON t.approval_id = p.id
      JOIN approval_tasks e ON e.approval_id = p.id AND e.status = p.status
      WHERE p.id IN added AND p.status IN ('REJECTED', 'WITHDRAWN') AND t.status = 'IN_PROGRESS'`,
  },
]

/** Rules about approvals. */
export const APPROVAL_RULES: readonly SqlRule[] = [...OBJECT_RULES, ...TASK_RULES]
