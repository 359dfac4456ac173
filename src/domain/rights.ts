import { sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { inBoundList } from '../db/sql.ts'
import type { Actor } from './call.ts'

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
export const actorParameters = (actor: Actor) => ({
  actor: actor.id,
  admin: actor.role === 'administrator' ? 1 : 0,
  departments: actor.departmentIds,
})
