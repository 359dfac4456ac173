import type Database from 'better-sqlite3'

/**
 * The length of the hours by which rows are counted, where counting them for a call would take too long. It is written
 * in the triggers of the migration `derived_tables` too.
 */
export const COUNTED_HOUR_MS = 3_600_000

/** A table that triggers write when the rows that it is derived from are inserted, changed or deleted. */
interface DerivedTable {
  readonly table: string
  /** A query of what the table must have. */
  readonly rows: string
}

/** All derived tables. A count that is 0 has no row, so that equal data have equal counts. */
export const DERIVED_TABLES: readonly DerivedTable[] = [
  {
    table: 'approval_task_counts',
    rows: `SELECT created_at_ms / ${COUNTED_HOUR_MS}, category, process_category, ended_at_ms IS NOT NULL, count(*)
      FROM approval_tasks WHERE created_at_ms IS NOT NULL GROUP BY 1, 2, 3, 4`,
  },
  {
    table: 'portal_content_counts',
    rows: `SELECT block_id, hour, sum(change) FROM (
        SELECT block_id, published_at_ms / ${COUNTED_HOUR_MS} AS hour, 1 AS change FROM portal_contents
        WHERE stopped_at_ms IS NULL OR stopped_at_ms > published_at_ms
        UNION ALL
        SELECT block_id, stopped_at_ms / ${COUNTED_HOUR_MS}, -1 FROM portal_contents WHERE stopped_at_ms > published_at_ms)
      GROUP BY 1, 2 HAVING sum(change) <> 0`,
  },
  {
    table: 'portal_tagged_contents',
    rows: `SELECT block_id, tag, published_at_ms, id, stopped_at_ms
      FROM portal_content_tags JOIN portal_contents ON id = content_id`,
  },
]

/** The name of a derived table that differs from the rows it is derived from; undefined when all are right. */
export const findWrongTable = (database: Database.Database): string | undefined =>
  DERIVED_TABLES.find(({ table, rows }) =>
    database
      .prepare(
        `SELECT 1 WHERE EXISTS (SELECT * FROM (${rows}) EXCEPT SELECT * FROM ${table})
           OR EXISTS (SELECT * FROM ${table} EXCEPT SELECT * FROM (${rows}))`,
      )
      .get(),
  )?.table
