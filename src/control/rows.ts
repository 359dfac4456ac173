import { prepared, type Store } from '../db/store.ts'

/** Counts the rows of a table; a join or a condition may follow its name. */
export const counterOf = (from: string): ((store: Store) => number) => {
  const statement = prepared((store) =>
    store.sqlite.prepare<[], number>(`SELECT count(*) FROM ${from}`).pluck(),
  )
  return (store) => statement(store).get() ?? 0
}

/** The SQL expressions of an object, by its properties. */
export type Expressions<Row> = { readonly [Name in keyof Row]: string }

/** An expression that makes JSON of the others. */
export const jsonObject = (expressions: Readonly<Record<string, string>>): string =>
  `json_object(${Object.entries(expressions)
    .map(([name, expression]) => `'${name}', ${expression}`)
    .join(', ')})`

/** The rows of a page, of which one more was read, and the id after which the next page begins. */
export const pageOf = <Row extends { readonly id: number }>(
  rows: readonly Row[],
  limit: number,
): { shown: Row[]; next: number | null } => {
  const shown = rows.slice(0, limit)
  return { shown, next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null }
}
