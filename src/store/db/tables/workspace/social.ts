import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { COUNT, checked, glob, ID, TEXT } from '../checks.ts'

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
  (table) => [
    index('social_posts_year').on(table.year, table.mediaType, table.readNum, table.id),
    ...checked(ID, 'id'),
    ...checked(TEXT, 'mediaType', 'title'),
    ...checked(COUNT, 'readNum'),
    ...checked(glob('[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'), 'createDate', 'statDate'),
    ...checked(glob('[0-9][0-9][0-9][0-9]'), 'year'),
  ],
)
