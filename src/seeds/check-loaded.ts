import type { Store } from '../db/store.ts'
import { UNIT_TYPES } from '../domain/rights.ts'
import { InvalidDataError } from '../errors/invalid-data-error.ts'
import type { Seed } from './seed-format.ts'

/** The rows that a seed has added: ids, or codes of fields. */
type Added = Readonly<Record<keyof ReturnType<typeof addedBy>, readonly (number | string)[]>>

type Rule = readonly [kind: keyof Added, query: string]

const unknownUser = (
  table: 'assets' | 'atoms' | 'collections',
  noun: string,
  column: string,
): Rule => [
  table,
  `SELECT format('${noun} %d names the user %d, which does not exist', id, ${column})
   FROM ${table} WHERE id IN added AND ${column} NOT IN (SELECT id FROM users)`,
]

const unknownUnit = (
  kind: 'ratedAssets' | 'ratedCollections',
  noun: 'asset' | 'collection',
  unit: 'user' | 'department',
): Rule => [
  kind,
  `SELECT format('${noun} %d has a right for the ${unit} %d, which does not exist', ${noun}_id, unit_id)
   FROM ${noun}_rights WHERE ${noun}_id IN added AND unit_type = ${UNIT_TYPES[unit]}
     AND unit_id NOT IN (SELECT id FROM ${unit}s)`,
]

const updatedTooEarly = (table: 'assets' | 'collections', noun: string): Rule => [
  table,
  `SELECT format('${noun} %d is updated before it is created', id)
   FROM ${table} WHERE id IN added AND updated_at_ms < created_at_ms`,
]

/**
 * Rules of added rows that no schema or key can express: each query returns the first offending row as a
 * sentence. Earlier rows are not checked, so that the cost is that of the seed and not of the database.
 */
const RULES: readonly Rule[] = [
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
  unknownUser('assets', 'asset', 'create_user'),
  unknownUser('assets', 'asset', 'update_user'),
  updatedTooEarly('assets', 'asset'),
  [
    'assets',
    `SELECT format('the parts of asset %d are larger together than 9007199254740991 bytes', asset_id)
   FROM sub_resources WHERE asset_id IN added GROUP BY asset_id HAVING total(size_bytes) > 9007199254740991`,
  ],
  unknownUnit('ratedAssets', 'asset', 'user'),
  unknownUnit('ratedAssets', 'asset', 'department'),
  unknownUser('atoms', 'atom', 'create_user'),
  unknownUser('collections', 'collection', 'create_user'),
  unknownUser('collections', 'collection', 'update_user'),
  updatedTooEarly('collections', 'collection'),
  unknownUnit('ratedCollections', 'collection', 'user'),
  unknownUnit('ratedCollections', 'collection', 'department'),
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
