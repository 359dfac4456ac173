import { InvalidDataError } from '../contract/errors/invalid-data-error.ts'
import { ASSET_APPROVAL } from '../domain/assets/asset-approval.ts'
import { LIMITS } from '../kernel/limits.ts'
import type { Store } from '../store/db/store.ts'
import { approvalStatusOf } from './approval-status.ts'
import type { SeedKeys } from './check-names.ts'
import { THINGS, type Thing } from './seed-keys.ts'

/**
 * A rule that no schema, key or reference can express: the query returns a sentence for each offending row, with both
 * places. `IN @assets` stands for the ids of assets that the seed has, `IN @ids` for those of assets, files and atoms.
 */
interface Rule {
  readonly says: string
  readonly query: string
}

const ASSET_RULES: readonly Rule[] = [
  {
    says: 'Assets, their parts and atoms share one id space; only an atom and the part that it became have the same id (A-id-1).',
    query: `SELECT group_concat(name, ' and ') || ' have one id; assets, their parts and atoms share one id space, so one of them needs another id'
      FROM (SELECT id, 'asset ' || id AS name FROM assets WHERE id IN @ids
        UNION ALL SELECT id, format('part %d of asset %d', id, asset_id) FROM sub_resources WHERE id IN @ids
        UNION ALL SELECT id, 'atom ' || id FROM atoms WHERE id IN @ids AND NOT EXISTS
          (SELECT 1 FROM sub_resources s WHERE s.id = atoms.id AND s.asset_id = atoms.asset_id))
      GROUP BY id HAVING count(*) > 1`,
  },
  {
    says: 'An atom that became an asset is a part of it.',
    query: `SELECT format('atom %d became asset %d, which has no part %d', id, asset_id, id) FROM atoms
      WHERE id IN @atoms AND asset_id IS NOT NULL
        AND asset_id IS NOT (SELECT asset_id FROM sub_resources WHERE id = atoms.id)`,
  },
  {
    says: 'The total size of the parts of an asset is at most 9007199254740991 bytes.',
    query: `SELECT format('the parts of asset %d are larger together than 9007199254740991 bytes', asset_id)
      FROM sub_resources WHERE asset_id IN @assets GROUP BY asset_id HAVING total(size_bytes) > 9007199254740991`,
  },
  {
    says: '`sizeBytes` of a text is its size in UTF-8.',
    query: `SELECT format('part %d of asset %d has sizeBytes %d, but its baseText has %d', id, asset_id, size_bytes,
        octet_length(base_text))
      FROM sub_resources WHERE asset_id IN @assets AND base_text IS NOT NULL AND file_digest IS NULL
        AND size_bytes <> octet_length(base_text)`,
  },
]

const notUpdatedBefore = (table: 'assets' | 'collections', noun: string): Rule => ({
  says: `Nothing in \`${table}\` is updated before it is created.`,
  query: `SELECT format('${noun} %d is updated before it is created: updatedAtMs is %d, createdAtMs %d',
      id, updated_at_ms, created_at_ms)
    FROM ${table} WHERE id IN @${table} AND updated_at_ms < created_at_ms`,
})

const JUDGED = `IN (SELECT value FROM json_each(@assets)
  UNION SELECT asset_id FROM approval_objects WHERE approval_id IN @approvals)`

const APPROVAL_RULES: readonly Rule[] = [
  {
    says: '`approvalStatus` of an asset is the status of the last change in the approvals that name it.',
    query: `SELECT format('asset %d has approvalStatus %d, but approval %d %s names it', a.id, a.approval_status,
        last.approval_id, CASE last.status WHEN 'IN_PROGRESS' THEN 'in progress' ELSE 'that is ' || last.status END)
      FROM (${approvalStatusOf(JUDGED)}) last JOIN assets a ON a.id = last.asset_id
      WHERE a.approval_status <> last.approval_status`,
  },
  {
    says: `\`approvalStatus\` ${ASSET_APPROVAL.inProgress} needs an approval that names the asset.`,
    query: `SELECT format('asset %d has approvalStatus ${ASSET_APPROVAL.inProgress}, but no approval in progress names it', a.id)
      FROM assets a WHERE a.id IN @assets AND a.approval_status = ${ASSET_APPROVAL.inProgress}
        AND a.id NOT IN (SELECT asset_id FROM (${approvalStatusOf(JUDGED)}))`,
  },
  {
    says: 'A task has a start unless it is pending, and an end unless it is pending or in progress.',
    query: `SELECT format('approval %d has a task %s that is %s, which its times contradict: createdAtMs is %s, endedAtMs %s',
        approval_id, key, status, coalesce(created_at_ms, 'absent'), coalesce(ended_at_ms, 'absent'))
      FROM approval_tasks
      WHERE approval_id IN @approvals AND ((status = 'PENDING') <> (created_at_ms IS NULL)
        OR (status IN ('PENDING', 'IN_PROGRESS')) <> (ended_at_ms IS NULL)
        OR ended_at_ms < created_at_ms)`,
  },
  {
    says: 'An approval has one task for each key and assignee.',
    query: `SELECT format('approval %d has %d tasks %s of the user %d', approval_id, count(*), key, assignee)
      FROM approval_tasks WHERE approval_id IN @approvals GROUP BY approval_id, key, assignee HAVING count(*) > 1`,
  },
  {
    says: 'The first step that is not approved is not pending.',
    query: `SELECT format('approval %d has a task %s that is PENDING, although every step before it is approved', t.approval_id, t.key)
      FROM approvals p JOIN approval_tasks t ON t.approval_id = p.id
      WHERE p.id IN @approvals AND p.status = 'IN_PROGRESS' AND t.status = 'PENDING' AND NOT EXISTS (
        SELECT 1 FROM approval_tasks b
        WHERE b.approval_id = t.approval_id AND b.step < t.step AND b.status <> 'APPROVED')`,
  },
  {
    says: 'An approval with a task that is rejected or withdrawn has none in progress.',
    query: `SELECT format('approval %d has a task %s that is IN_PROGRESS, but is %s by its task %s', p.id, t.key, p.status, e.key)
      FROM approvals p JOIN approval_tasks t ON t.approval_id = p.id
      JOIN approval_tasks e ON e.approval_id = p.id AND e.status = p.status
      WHERE p.id IN @approvals AND p.status IN ('REJECTED', 'WITHDRAWN') AND t.status = 'IN_PROGRESS'`,
  },
]

const notBelowItself = (table: string, parent: string, noun: string): Rule => ({
  says: `Nothing in \`${table}\` is below itself, or more than ${LIMITS.seedDepth.max} levels below another.`,
  query: `SELECT format('${noun} %d is below itself, or more than ${LIMITS.seedDepth.max} levels below another', id) FROM (
    WITH RECURSIVE above(id, ancestor, level) AS (
      SELECT value, value, 1 FROM json_each(@${table})
      UNION ALL SELECT above.id, t.${parent}, level + 1 FROM above JOIN ${table} t ON t.id = ancestor
        WHERE t.${parent} IS NOT NULL AND level <= ${LIMITS.seedDepth.max} + 1)
    SELECT id FROM above WHERE level > ${LIMITS.seedDepth.max} + 1)`,
})

export const RULES: readonly Rule[] = [
  {
    says: 'At most one user has `isAppOwner`.',
    query: `SELECT format('user %d and user %d have isAppOwner; one user must, as the acting user of calls without x-open-api-user',
        a.id, b.id)
      FROM users a JOIN users b ON b.is_app_owner = 1 AND b.id <> a.id
      WHERE a.id IN @users AND a.is_app_owner = 1 ORDER BY a.id, b.id`,
  },
  notBelowItself('departments', 'parent_id', 'department'),
  notBelowItself('users', 'line_manager_user_id', 'user'),
  ...ASSET_RULES,
  notUpdatedBefore('assets', 'asset'),
  notUpdatedBefore('collections', 'collection'),
  ...APPROVAL_RULES,
  {
    says: 'A content is not stopped before it is published.',
    query: `SELECT format('content %d is stopped before it is published: stoppedAtMs is %d, publishedAtMs %d',
        id, stopped_at_ms, published_at_ms)
      FROM portal_contents WHERE id IN @contents AND stopped_at_ms < published_at_ms`,
  },
]

const NO_OWNER = `SELECT 'no user has isAppOwner; one user must, as the acting user of calls without x-open-api-user'
   WHERE NOT EXISTS (SELECT 1 FROM users WHERE is_app_owner = 1)`

/** Refuses a loaded seed that contradicts itself or earlier rows. */
export const checkRules = (store: Store, keys: SeedKeys): void => {
  const idsOf = (...things: Thing[]) =>
    JSON.stringify(things.flatMap((thing) => [...(keys.get(thing)?.keys() ?? [])]))
  const added = {
    ...Object.fromEntries(Object.keys(THINGS).map((thing) => [thing, idsOf(thing as Thing)])),
    ids: idsOf('assets', 'files', 'atoms'),
  }
  refuseProblem(store.value<string>(NO_OWNER))
  for (const rule of RULES) refuseProblem(store.value<string>(`${queryOf(rule)} LIMIT 1`, added))
}

export const queryOf = ({ query }: Rule): string =>
  query.replaceAll(/IN (@\w+)/g, 'IN (SELECT value FROM json_each($1))')

const refuseProblem = (problem: string | undefined): void => {
  if (problem !== undefined) throw new InvalidDataError(`the seed contradicts itself: ${problem}`)
}
