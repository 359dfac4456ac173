import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const socialPosts = sqliteTable(
  'social_posts',
  {
    id: integer().primaryKey(),
    mediaType: text().notNull(),
    title: text().notNull(),
    readNum: integer().notNull(),
    /** `YYYY-MM-DD`. */
    createDate: text().notNull(),
    /** `YYYY-MM-DD`. */
    statDate: text().notNull(),
    year: text().notNull(),
  },
  (table) => [index('social_posts_year').on(table.year, table.mediaType, table.readNum, table.id)],
)
