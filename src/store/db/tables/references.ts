import { type AnySQLiteColumn, integer, text } from 'drizzle-orm/sqlite-core'

export const idOf = (column: () => AnySQLiteColumn) => integer().notNull().references(column)

export const nameOf = (column: () => AnySQLiteColumn) => text().notNull().references(column)
