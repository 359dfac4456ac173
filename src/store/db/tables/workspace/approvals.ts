import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { checked, ID, INSTANT, JSON_TEXT, oneOf, TEXT, WHOLE } from '../checks.ts'
import { idOf } from '../references.ts'
import { assets } from './assets.ts'
import { users } from './users.ts'

/** `category` of an approval task. */
export const APPROVAL_CATEGORY = 'APPROVAL'

/** `processCategory` of the definitions that E9 takes, and of its tasks (A-9-9). */
export const PUBLISHING_CATEGORY = 'RESOURCE_PUBLISHMENT'

export const processDefinitions = sqliteTable(
  'process_definitions',
  {
    id: integer().primaryKey(),
    name: text().notNull(),
    processCategory: text().notNull(),
  },
  () => [...checked(ID, 'id'), ...checked(TEXT, 'name', 'processCategory')],
)

export const approvals = sqliteTable(
  'approvals',
  {
    id: integer().primaryKey(),
    processDefinitionId: idOf(() => processDefinitions.id),
    name: text().notNull(),
    detailName: text().notNull(),
    category: text().notNull(),
    /** The request's `variables`, as JSON text. */
    variables: text().notNull(),
    submitter: idOf(() => users.id),
    status: text().notNull(),
    createdAtMs: integer().notNull(),
  },
  () => [
    ...checked(ID, 'id'),
    ...checked(TEXT, 'name', 'detailName', 'category'),
    ...checked((column) => `${JSON_TEXT(column)} AND json_type(${column}) = 'object'`, 'variables'),
    ...checked(oneOf('IN_PROGRESS', 'APPROVED', 'REJECTED', 'WITHDRAWN'), 'status'),
    ...checked(INSTANT, 'createdAtMs'),
  ],
)

/** What an approval is about: atoms, which become assets when it is approved, and assets. */
export const approvalObjects = sqliteTable(
  'approval_objects',
  {
    approvalId: idOf(() => approvals.id),
    objectId: integer().notNull(),
    /** The asset: the object itself, or the one made of it. */
    assetId: integer().references(() => assets.id),
  },
  (table) => [
    primaryKey({ columns: [table.approvalId, table.objectId] }),
    index('approval_objects_object').on(table.objectId, table.approvalId),
    ...checked(WHOLE, 'objectId'),
  ],
)

/** One task per key and assignee; `createdAtMs` is null until the step before is done. */
export const approvalTasks = sqliteTable(
  'approval_tasks',
  {
    sequence: integer().primaryKey(),
    id: text().notNull().unique(),
    approvalId: idOf(() => approvals.id),
    key: text().notNull(),
    step: integer().notNull(),
    processName: text().notNull(),
    processCategory: text().notNull(),
    category: text().notNull(),
    submitter: integer().notNull(),
    assignee: idOf(() => users.id),
    status: text().notNull(),
    createdAtMs: integer(),
    endedAtMs: integer(),
    /** The comment of the decision, which the interface does not show. */
    comment: text(),
  },
  (table) => [
    index('approval_tasks_created').on(table.createdAtMs, table.sequence),
    index('approval_tasks_approval').on(table.approvalId, table.step),
    ...checked(ID, 'sequence', 'submitter'),
    ...checked(TEXT, 'id', 'key', 'processName', 'processCategory', 'category', 'comment'),
    ...checked(WHOLE, 'step'),
    ...checked(oneOf('PENDING', 'IN_PROGRESS', 'APPROVED', 'REJECTED', 'WITHDRAWN'), 'status'),
    ...checked(INSTANT, 'createdAtMs', 'endedAtMs'),
  ],
)
