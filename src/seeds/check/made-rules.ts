import { UNIT_TYPES } from '../../domain/rights.ts'
import type { SqlRule } from './rule.ts'

const NOUNS = { assets: 'asset', atoms: 'atom', collections: 'collection' } as const

type Table = keyof typeof NOUNS

const USER_KEYS = { create_user: 'createUser', update_user: 'updateUser' } as const

const knownUser = (table: Table, column: keyof typeof USER_KEYS): SqlRule => ({
  says: `\`${USER_KEYS[column]}\` of \`${table}\` is a user.`,
  of: table,
  query: `SELECT format('${NOUNS[table]} %d names the user %d, which does not exist', id, ${column})
    FROM ${table} WHERE id IN added AND ${column} NOT IN (SELECT id FROM users)`,
})

const notBeforeItsUser = (table: Table): SqlRule => ({
  says: `A user is created before its \`${table}\`.`,
  of: table,
  query: `SELECT format('${NOUNS[table]} %d is created at %d, before the user %d, who made it, was at %d',
      made.id, made.created_at_ms, u.id, u.created_at_ms)
    FROM ${table} made JOIN users u ON u.id = made.create_user
    WHERE made.id IN added AND made.created_at_ms < u.created_at_ms`,
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
      WHERE made.id IN added AND made.updated_at_ms < u.created_at_ms`,
  },
]

const knownUnit = (table: Exclude<Table, 'atoms'>, unit: 'user' | 'department'): SqlRule => ({
  says: `A ${unit} with a right on one of the \`${table}\` exists.`,
  of: table === 'assets' ? 'ratedAssets' : 'ratedCollections',
  query: `SELECT format('${NOUNS[table]} %d has a right for the ${unit} %d, which does not exist',
      ${NOUNS[table]}_id, unit_id)
    FROM ${NOUNS[table]}_rights WHERE ${NOUNS[table]}_id IN added AND unit_type = ${UNIT_TYPES[unit]}
      AND unit_id NOT IN (SELECT id FROM ${unit}s)`,
})

/** Rules about who made assets, atoms and collections, and who has rights on them. */
export const MADE_RULES: readonly SqlRule[] = [
  knownUser('assets', 'create_user'),
  knownUser('assets', 'update_user'),
  notBeforeItsUser('assets'),
  ...notUpdatedBefore('assets'),
  knownUnit('assets', 'user'),
  knownUnit('assets', 'department'),
  knownUser('atoms', 'create_user'),
  notBeforeItsUser('atoms'),
  knownUser('collections', 'create_user'),
  knownUser('collections', 'update_user'),
  notBeforeItsUser('collections'),
  ...notUpdatedBefore('collections'),
  knownUnit('collections', 'user'),
  knownUnit('collections', 'department'),
]
