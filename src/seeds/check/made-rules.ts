import { isBefore, type SqlRule } from './rule.ts'

const NOUNS = { assets: 'asset', atoms: 'atom', collections: 'collection' } as const

type Table = keyof typeof NOUNS

const notBeforeItsUser = (table: Table): SqlRule => ({
  says: `A user is created before its \`${table}\`.`,
  of: table,
  query: `SELECT format('${NOUNS[table]} %d is created at %d, before the user %d, who made it, was at %d',
      made.id, made.created_at_ms, u.id, u.created_at_ms)
    FROM ${table} made JOIN users u ON u.id = made.create_user
    WHERE made.id IN added AND ${isBefore('made.created_at_ms', 'u.created_at_ms')}`,
})

const notUpdatedBefore = (table: Exclude<Table, 'atoms'>): readonly SqlRule[] => [
  {
    says: `Nothing in \`${table}\` is updated before it is created.`,
    of: table,
    query: `SELECT format('${NOUNS[table]} %d is updated before it is created: updatedAtMs is %d, createdAtMs %d',
        id, updated_at_ms, created_at_ms)
      FROM ${table} WHERE id IN added AND updated_at_ms < created_at_ms`,
  },
  {
    says: `Nothing in \`${table}\` is updated by a user who is created later.`,
    of: table,
    query: `SELECT format('${NOUNS[table]} %d is updated at %d, before the user %d, who updated it, was created at %d',
        made.id, made.updated_at_ms, u.id, u.created_at_ms)
      FROM ${table} made JOIN users u ON u.id = made.update_user
      WHERE made.id IN added AND ${isBefore('made.updated_at_ms', 'u.created_at_ms')}`,
  },
]

/** Rules about who made assets, atoms and collections, and when. */
export const MADE_RULES: readonly SqlRule[] = [
  notBeforeItsUser('assets'),
  ...notUpdatedBefore('assets'),
  notBeforeItsUser('atoms'),
  notBeforeItsUser('collections'),
  ...notUpdatedBefore('collections'),
]
