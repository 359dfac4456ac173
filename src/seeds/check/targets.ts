import type { Store } from '../../db/store.ts'
import { rowsOf } from '../kept-statements.ts'

/** A kind of things that others of a seed name: where a seed has its keys, and where a database has them. */
interface TargetKeys {
  keys: readonly string[]
  query: string
}

const byId = (kind: string, table: string): TargetKeys => ({
  keys: [`${kind}/*/id`],
  query: `SELECT id AS key FROM ${table} WHERE id IN (SELECT value FROM json_each(?))`,
})

/** The kinds of things that others of a seed name. */
export const TARGETS = {
  departments: byId('departments', 'departments'),
  dimensions: byId('dimensions', 'dimensions'),
  dataRoles: {
    keys: ['dataRoles/*/code'],
    query: 'SELECT code AS key FROM data_roles WHERE code IN (SELECT value FROM json_each(?))',
  },
  users: byId('users', 'users'),
  assets: byId('assets', 'assets'),
  collections: {
    ...byId('collections', 'collections'),
    keys: ['collections/*/id', 'archiveGroups/*/id'],
  },
  processDefinitions: byId('processDefinitions', 'process_definitions'),
  marketingPlans: byId('marketingPlans', 'marketing_plans'),
  contentGroups: byId('contentGroups', 'content_groups'),
} as const satisfies Record<string, TargetKeys>

/** A kind of things that others of a seed name. */
export type Target = keyof typeof TARGETS

/** Those of the keys that a database has. */
export const presentKeys = (
  store: Store,
  target: Target,
  keys: readonly unknown[],
): ReadonlySet<unknown> =>
  new Set(
    rowsOf<{ key: unknown }>(store, TARGETS[target].query, JSON.stringify(keys)).map(
      ({ key }) => key,
    ),
  )
