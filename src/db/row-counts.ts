import type Database from 'better-sqlite3'

/**
 * The length of the hours by which rows are counted, where counting them for a call would take too long. It is written
 * in the triggers of the migration `row_counts` too.
 */
export const COUNTED_HOUR_MS = 3_600_000

/** A table of counts, which triggers write when a counted row is inserted, changed or deleted. */
interface RowCounts {
  readonly table: string
  /** A query of what the table must have. */
  readonly counted: string
}

/** All tables of counts. A count that is 0 has no row, so that equal data have equal counts. */
export const ROW_COUNTS: readonly RowCounts[] = [
  {
    table: 'approval_task_counts',
    counted: `SELECT created_at_ms / ${COUNTED_HOUR_MS}, category, process_category, ended_at_ms IS NOT NULL, count(*)
      FROM approval_tasks WHERE created_at_ms IS NOT NULL GROUP BY 1, 2, 3, 4`,
  },
  {
    table: 'portal_content_counts',
    counted: `SELECT block_id, hour, sum(change) FROM (
        SELECT block_id, published_at_ms / ${COUNTED_HOUR_MS} AS hour, 1 AS change FROM portal_contents
        WHERE stopped_at_ms IS NULL OR stopped_at_ms > published_at_ms
        UNION ALL
        SELECT block_id, stopped_at_ms / ${COUNTED_HOUR_MS}, -1 FROM portal_contents WHERE stopped_at_ms > published_at_ms)
      GROUP BY 1, 2 HAVING sum(change) <> 0`,
  },
]

/** The name of a table of counts that differ from the rows; undefined when all are right. */
export const findWrongCounts = (database: Database.Database): string | undefined =>
  ROW_COUNTS.find(({ table, counted }) =>
    database
      .prepare(
        `SELECT 1 WHERE EXISTS (SELECT * FROM (${counted}) EXCEPT SELECT * FROM ${table})
           OR EXISTS (SELECT * FROM ${table} EXCEPT SELECT * FROM (${counted}))`,
      )
      .get(),
  )?.table
