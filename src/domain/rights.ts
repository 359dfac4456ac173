import { sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { UserRole } from '../db/tables/workspace/users.ts'

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
      AND ${columns.unitId} IN (SELECT value FROM json_each(${sql.placeholder('departments')}))))`

/** The parameters of conditions about the acting user. */
export const actorParameters = (actor: {
  id: number
  role: UserRole
  departmentIds: string
}): { actor: number; admin: number; departments: string } =>
  // Departments add nothing to what an administrator sees and may, and looking them up takes as long as a simple call.
  actor.role === 'administrator'
    ? { actor: actor.id, admin: 1, departments: '[]' }
    : { actor: actor.id, admin: 0, departments: actor.departmentIds }
