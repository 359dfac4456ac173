import { prepared, type Store } from '../db/store.ts'

const statements = prepared((store) => {
  const kept = new Map<string, ReturnType<typeof store.sqlite.prepare<unknown[], unknown>>>()
  return (query: string) => {
    const found = kept.get(query)
    if (found) return found
    const statement = store.sqlite.prepare<unknown[], unknown>(query)
    kept.set(query, statement)
    return statement
  }
})

/** The rows of a query, whose statement is prepared once for each database. */
export const rowsOf = <Row>(store: Store, query: string, ...parameters: unknown[]): Row[] =>
  statements(store)(query).all(...parameters) as Row[]

/** The first column of the first row of a query, prepared like those of {@link rowsOf}. */
export const firstValueOf = <Value>(
  store: Store,
  query: string,
  ...parameters: unknown[]
): Value | undefined =>
  Object.values(statements(store)(query).get(...parameters) ?? {})[0] as Value | undefined

/** Runs a statement that returns nothing, prepared once for each database. */
export const runKept = (store: Store, statement: string, ...parameters: unknown[]): void => {
  statements(store)(statement).run(...parameters)
}
