import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { checked, ID, INSTANT, TEXT, WHOLE } from '../checks.ts'
import { idOf } from '../references.ts'

export const marketingPlans = sqliteTable(
  'marketing_plans',
  {
    id: integer().primaryKey(),
    name: text().notNull(),
  },
  () => [...checked(ID, 'id'), ...checked(TEXT, 'name')],
)

export const contentGroups = sqliteTable(
  'content_groups',
  {
    id: integer().primaryKey(),
    name: text().notNull(),
  },
  () => [...checked(ID, 'id'), ...checked(TEXT, 'name')],
)

/** Private-domain marketing tasks; the wire calls the id `creativeId`. */
export const marketingTasks = sqliteTable(
  'marketing_tasks',
  {
    id: integer().primaryKey(),
    planId: idOf(() => marketingPlans.id),
    contentType: text().notNull(),
    releaseAtMs: integer().notNull(),
    remark: text().notNull(),
    contentGroupId: idOf(() => contentGroups.id),
    updatedAtMs: integer().notNull(),
  },
  () => [
    ...checked(ID, 'id'),
    ...checked(TEXT, 'contentType', 'remark'),
    ...checked(WHOLE, 'releaseAtMs'),
    ...checked(INSTANT, 'updatedAtMs'),
  ],
)
