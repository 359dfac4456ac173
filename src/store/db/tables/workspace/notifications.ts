import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { checked, ID, INSTANT, TEXT, WHOLE } from '../checks.ts'
import { idOf } from '../references.ts'
import { users } from './users.ts'

export const notifications = sqliteTable(
  'notifications',
  {
    id: integer().primaryKey(),
    userId: idOf(() => users.id),
    templateCode: text().notNull(),
    modelCode: text(),
    sendAtMs: integer().notNull(),
    htmlContent: text().notNull(),
    url: text().notNull(),
    createdAtMs: integer().notNull(),
  },
  (table) => [
    index('notifications_user').on(table.userId, table.sendAtMs),
    ...checked(ID, 'id'),
    ...checked(TEXT, 'templateCode', 'modelCode', 'htmlContent', 'url'),
    ...checked(WHOLE, 'sendAtMs'),
    ...checked(INSTANT, 'createdAtMs'),
  ],
)
