import type { Store } from '../db/store.ts'
import { InvalidDataError } from '../errors/invalid-data-error.ts'
import type { Seed } from './seed-format.ts'

/** The rows that a seed has added: ids, or codes of fields. */
type Added = Readonly<Record<keyof ReturnType<typeof addedBy>, readonly (number | string)[]>>

/**
 * Rules of added rows that no schema or key can express: each query returns the first offending row as a
 * sentence. Earlier rows are not checked, so that the cost is that of the seed and not of the database.
 */
const RULES: readonly (readonly [keyof Added, string])[] = [
  [
    'users',
    `SELECT format('user %d has the manager %d, which does not exist', id, line_manager_user_id)
   FROM users WHERE id IN added AND line_manager_user_id NOT IN (SELECT id FROM users)`,
  ],
  [
    'departments',
    `SELECT format('department %d is below %d, which does not exist', id, parent_id)
   FROM departments WHERE id IN added AND parent_id NOT IN (SELECT id FROM departments)`,
  ],
  [
    'assets',
    `SELECT format('asset %d names the user %d, which does not exist', id, create_user)
   FROM assets WHERE id IN added AND create_user NOT IN (SELECT id FROM users)`,
  ],
  [
    'assets',
    `SELECT format('asset %d names the user %d, which does not exist', id, update_user)
   FROM assets WHERE id IN added AND update_user NOT IN (SELECT id FROM users)`,
  ],
  [
    'assets',
    `SELECT format('asset %d is updated before it is created', id)
   FROM assets WHERE id IN added AND updated_at_ms < created_at_ms`,
  ],
  [
    'assets',
    `SELECT format('the parts of asset %d are larger together than 9007199254740991 bytes', asset_id)
   FROM sub_resources WHERE asset_id IN added GROUP BY asset_id HAVING total(size_bytes) > 9007199254740991`,
  ],
  [
    'ratedAssets',
    `SELECT format('asset %d has a right for the user %d, which does not exist', asset_id, unit_id)
   FROM asset_rights WHERE asset_id IN added AND unit_type = 1 AND unit_id NOT IN (SELECT id FROM users)`,
  ],
  [
    'ratedAssets',
    `SELECT format('asset %d has a right for the department %d, which does not exist', asset_id, unit_id)
   FROM asset_rights WHERE asset_id IN added AND unit_type = 2 AND unit_id NOT IN (SELECT id FROM departments)`,
  ],
  [
    'atoms',
    `SELECT format('atom %d names the user %d, which does not exist', id, create_user)
   FROM atoms WHERE id IN added AND create_user NOT IN (SELECT id FROM users)`,
  ],
  [
    'collections',
    `SELECT format('collection %d names the user %d, which does not exist', id, create_user)
   FROM collections WHERE id IN added AND create_user NOT IN (SELECT id FROM users)`,
  ],
  [
    'collections',
    `SELECT format('collection %d names the user %d, which does not exist', id, update_user)
   FROM collections WHERE id IN added AND update_user NOT IN (SELECT id FROM users)`,
  ],
  [
    'collections',
    `SELECT format('collection %d is updated before it is created', id)
   FROM collections WHERE id IN added AND updated_at_ms < created_at_ms`,
  ],
  [
    'ratedCollections',
    `SELECT format('collection %d has a right for the user %d, which does not exist', collection_id, unit_id)
   FROM collection_rights WHERE collection_id IN added AND unit_type = 1 AND unit_id NOT IN (SELECT id FROM users)`,
  ],
  [
    'ratedCollections',
    `SELECT format('collection %d has a right for the department %d, which does not exist', collection_id, unit_id)
   FROM collection_rights WHERE collection_id IN added AND unit_type = 2 AND unit_id NOT IN (SELECT id FROM departments)`,
  ],
  [
    'archiveGroups',
    `SELECT format('archive group %d has no parent group: %s', id, path)
   FROM archive_groups g WHERE id IN added AND id <> root_id AND NOT EXISTS (
     SELECT 1 FROM archive_groups p
     WHERE p.path = substr(g.path, 1, length(g.path) - length(g.name) - 1))`,
  ],
  [
    'contents',
    `SELECT format('content %d is stopped before it is published', id)
   FROM portal_contents WHERE id IN added AND stopped_at_ms < published_at_ms`,
  ],
  [
    'metadataFields',
    `SELECT format('metadata value %s of %s is below %s, which does not exist', code, field_code, parent_code)
   FROM metadata_values v WHERE field_code IN added AND parent_code IS NOT NULL AND NOT EXISTS (
     SELECT 1 FROM metadata_values p
     WHERE p.field_code = v.field_code AND p.code = v.parent_code AND p.code <> v.code)`,
  ],
  [
    'approvals',
    `SELECT format('approval %d has a task %s that is %s, which its times contradict', approval_id, key, status)
   FROM approval_tasks
   WHERE approval_id IN added AND ((status = 'PENDING') <> (created_at_ms IS NULL)
      OR (status IN ('PENDING', 'IN_PROGRESS')) <> (ended_at_ms IS NULL)
      OR ended_at_ms < created_at_ms)`,
  ],
]

const NO_OWNER = `SELECT 'no user has isAppOwner; one user must, as the acting user of calls without x-open-api-user'
   WHERE NOT EXISTS (SELECT 1 FROM users WHERE is_app_owner = 1)`

const idsOf = (rows: readonly { id: number }[] = []): number[] => rows.map(({ id }) => id)

const addedBy = (seed: Seed) => ({
  users: idsOf(seed.users),
  departments: idsOf(seed.departments),
  assets: idsOf(seed.assets),
  ratedAssets: [...idsOf(seed.assets), ...(seed.assetRights ?? []).map(({ assetId }) => assetId)],
  atoms: idsOf(seed.atoms),
  collections: idsOf(seed.collections),
  ratedCollections: [
    ...idsOf(seed.collections),
    ...(seed.collectionRights ?? []).map(({ collectionId }) => collectionId),
  ],
  archiveGroups: idsOf(seed.archiveGroups),
  contents: (seed.portals ?? []).flatMap(({ blocks }) =>
    blocks.flatMap(({ contents }) => idsOf(contents)),
  ),
  metadataFields: (seed.metadataFields ?? []).map(({ code }) => code),
  approvals: idsOf(seed.approvals),
})

/** Refuses a seed that contradicts itself or earlier rows. */
export const checkLoaded = (store: Store, seed: Seed): void => {
  refuseProblem(store.sqlite.prepare<[], string>(NO_OWNER).pluck().get())
  const added: Added = addedBy(seed)
  for (const [kind, rule] of RULES) {
    if (added[kind].length === 0) continue
    const query = `${rule.replace('IN added', 'IN (SELECT value FROM json_each(?))')} LIMIT 1`
    const statement = store.sqlite.prepare<[string], string>(query).pluck()
    refuseProblem(statement.get(JSON.stringify(added[kind])))
  }
}

const refuseProblem = (problem: string | undefined): void => {
  if (problem !== undefined) throw new InvalidDataError(`the seed contradicts itself: ${problem}`)
}
