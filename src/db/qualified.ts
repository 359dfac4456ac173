import { type SQL, sql } from 'drizzle-orm'

/**
 * Keeps the table names of the columns in a selected expression. In a select from one table the query
 * builder drops them from the expression's own columns, which in a subquery then mean another table's.
 */
export const qualified = <T>(expression: SQL<T>): SQL<T> => sql<T>`${expression}`
