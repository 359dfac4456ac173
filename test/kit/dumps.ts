import type { Store } from '#src/store/db/store.ts'

/** All rows of a database by table, in an order that does not depend on when they were written. */
export const dumpOf = ({ sqlite }: Pick<Store, 'sqlite'>): Record<string, string[]> => {
  const tables = sqlite
    .prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    .pluck()
    .all()
  return Object.fromEntries(
    tables.map((table) => [
      table,
      sqlite
        .prepare(`SELECT * FROM "${table}"`)
        .all()
        .map((row) => JSON.stringify(row))
        .sort(),
    ]),
  )
}
