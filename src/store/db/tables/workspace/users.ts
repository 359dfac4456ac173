import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { checked, FLAG, ID, INSTANT, oneOf, TEXT, WHOLE } from '../checks.ts'
import { idOf } from '../references.ts'

export const departments = sqliteTable(
  'departments',
  {
    id: integer().primaryKey(),
    parentId: integer(),
    name: text().notNull(),
  },
  () => [...checked(ID, 'id', 'parentId'), ...checked(TEXT, 'name')],
)

/** Dimension items, by which users are grouped across departments. */
export const dimensions = sqliteTable(
  'dimensions',
  {
    id: integer().primaryKey(),
    name: text().notNull(),
  },
  () => [...checked(ID, 'id'), ...checked(TEXT, 'name')],
)

export const USER_ROLES = ['viewer', 'editor', 'administrator'] as const

export type UserRole = (typeof USER_ROLES)[number]

/** Users of the service (document, "User simple info"). */
export const users = sqliteTable(
  'users',
  {
    id: integer().primaryKey(),
    email: text().notNull(),
    emailFolded: text().notNull().unique(),
    nickname: text().notNull(),
    hasPhone: integer({ mode: 'boolean' }).notNull(),
    deptId: idOf(() => departments.id),
    verifyEmail: integer().notNull(),
    uid: text().notNull(),
    status: integer().notNull(),
    logoutStatus: integer().notNull(),
    userType: integer().notNull(),
    createdAtMs: integer().notNull(),
    lineManagerUserId: integer(),
    /** The application's owner acts when no user is named. */
    isAppOwner: integer({ mode: 'boolean' }).notNull(),
    /** Administrators see and may do everything, viewers only read (A-auth-11). */
    role: text({ enum: USER_ROLES }).notNull().default('editor'),
  },
  (table) => [
    index('users_app_owner').on(table.isAppOwner, table.id),
    ...checked(ID, 'id', 'lineManagerUserId'),
    ...checked(TEXT, 'email', 'emailFolded', 'nickname', 'uid'),
    ...checked(FLAG, 'hasPhone', 'isAppOwner'),
    ...checked(WHOLE, 'verifyEmail', 'status', 'logoutStatus', 'userType'),
    ...checked(INSTANT, 'createdAtMs'),
    ...checked(oneOf(...USER_ROLES), 'role'),
  ],
)

export const userDimensions = sqliteTable(
  'user_dimensions',
  {
    userId: idOf(() => users.id),
    dimensionId: idOf(() => dimensions.id),
  },
  (table) => [primaryKey({ columns: [table.userId, table.dimensionId] })],
)

export const dataRoles = sqliteTable(
  'data_roles',
  {
    id: integer().primaryKey(),
    code: text().notNull().unique(),
    name: text().notNull(),
    editable: integer({ mode: 'boolean' }).notNull(),
    mayDownload: integer({ mode: 'boolean' }).notNull(),
  },
  () => [
    ...checked(ID, 'id'),
    ...checked(TEXT, 'code', 'name'),
    ...checked(FLAG, 'editable', 'mayDownload'),
  ],
)
