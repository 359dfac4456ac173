import type { Store } from '../store/db/store.ts'

const DAY_MS = 86_400_000

/** The instants to which seeds can be shifted, 1985 and 9000: dates have four digits, and nothing is before 1970. */
const [MIN_MS, MAX_MS] = [473_385_600_000, 221_845_392_000_000]

const COLUMNS = `SELECT t.name AS "table", c.name AS "column" FROM sqlite_schema t, pragma_table_info(t.name) c
   WHERE t.type = 'table' AND c.name GLOB '*_at_ms'`

const POSTS = `UPDATE social_posts SET year = substr(date(create_date, :days), 1, 4),
   create_date = date(create_date, :days), stat_date = date(stat_date, :days)`

/** The year of most posts. */
const FIXTURE = `UPDATE fixtures SET value = json_set(value, '$.createDate', (
     SELECT year FROM social_posts GROUP BY year ORDER BY count(*) DESC, year DESC LIMIT 1))
   WHERE name = 'social'`

/** The whole days from the day of a seed to that of an instant. */
export const daysBetween = (seedDayMs: number, instantMs: number): number =>
  dayOf(Math.min(Math.max(instantMs, MIN_MS), MAX_MS)) - dayOf(seedDayMs)

const dayOf = (ms: number): number => Math.floor(ms / DAY_MS)

export const shiftTimes = (store: Store, days: number): void =>
  store.transaction(() => {
    const changes = new Map<string, string[]>()
    for (const { table, column } of store.all<{ table: string; column: string }>(COLUMNS))
      changes.set(table, [...(changes.get(table) ?? []), `${column} = ${column} + :ms`])
    for (const [table, assignments] of changes)
      store.run(`UPDATE ${table} SET ${assignments.join(', ')}`, { ms: days * DAY_MS })
    store.run(POSTS, { days: `${days} days` })
    store.run(FIXTURE)
  })
