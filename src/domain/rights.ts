import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { inBoundList } from '../db/sql.ts'
import { departments, type UserRole } from '../db/tables/workspace/users.ts'

/** Kinds of units that rights are given to; wire name `unitType`. */
export const UNIT_TYPES = { user: 1, department: 2, everyone: 3 } as const

/** The `unitId` of everyone. */
export const EVERYONE_ID = 0

/**
 * The condition that a right's unit includes the acting user: the user, a department that the user is
 * in or below, or everyone. Placeholders `actor` and `departments`, see {@link actorParameters}.
 */
export const unitIncludesActor = (columns: { unitType: SQLiteColumn; unitId: SQLiteColumn }) =>
  sql`(${columns.unitType} = ${sql.raw(String(UNIT_TYPES.everyone))}
    OR (${columns.unitType} = ${sql.raw(String(UNIT_TYPES.user))} AND ${columns.unitId} = ${sql.placeholder('actor')})
    OR (${columns.unitType} = ${sql.raw(String(UNIT_TYPES.department))}
      AND ${inBoundList(columns.unitId, 'departments')}))`

/** The parameters of conditions about the acting user. */
export const actorParameters = (actor: {
  id: number
  role: UserRole
  departmentIds: string
}): { actor: number; admin: number; departments: string } => ({
  actor: actor.id,
  admin: actor.role === 'administrator' ? 1 : 0,
  departments: actor.departmentIds,
})

/** The name of the department of a right; null for other units. */
export const departmentName = (columns: {
  unitType: SQLiteColumn
  unitId: SQLiteColumn
}): SQL<string | null> =>
  sql<string | null>`CASE ${columns.unitType} WHEN ${sql.raw(String(UNIT_TYPES.department))}
    THEN (SELECT ${departments.name} FROM ${departments} WHERE ${departments.id} = ${columns.unitId}) END`

/** Why a user sees something: the role, the creation, a right, a collection that holds it, or that everyone sees archive groups. */
export const REASON_KINDS = [
  'administrator',
  'creator',
  'user',
  'department',
  'everyone',
  'collection',
  'archive',
] as const

/** A reason why a user sees something. */
export interface AccessReason {
  readonly kind: (typeof REASON_KINDS)[number]
  /** Id of the user, department or collection. */
  readonly id: number | null
  /** Name of the department or collection. */
  readonly name: string | null
  /** Name of the role that a right on an asset gives. */
  readonly role: string | null
  /** The collection that has the right: the one asked about, or one above it. */
  readonly rightOf: number | null
}

/** A reason without further facts. */
export const plainReason = (kind: AccessReason['kind']): AccessReason => ({
  kind,
  id: null,
  name: null,
  role: null,
  rightOf: null,
})

/** Maximum number of rights or collections that are listed as reasons of one user. */
export const MAX_REASONS = 10

/** A right whose unit includes the user. */
export interface HeldRight {
  readonly unitType: number
  readonly unitId: number
  readonly name: string | null
  readonly role?: string
  readonly rightOf?: number
}

/** The reason that a right is. */
export const reasonOfRight = ({ unitType, unitId, ...facts }: HeldRight): AccessReason => ({
  ...plainReason(kindOfUnit(unitType)),
  id: unitId,
  ...facts,
})

const kindOfUnit = (unitType: number): AccessReason['kind'] => {
  if (unitType === UNIT_TYPES.user) return 'user'
  return unitType === UNIT_TYPES.department ? 'department' : 'everyone'
}

/** The reasons that a user is: an administrator, or who created it. */
export const reasonsOfUser = (
  { role }: { readonly role: UserRole },
  isCreator: boolean,
): AccessReason[] => [
  ...(role === 'administrator' ? [plainReason('administrator')] : []),
  ...(isCreator ? [plainReason('creator')] : []),
]
