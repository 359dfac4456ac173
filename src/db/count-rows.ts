import { COUNTED_HOUR_MS } from './derived-tables.ts'
import { prepared, type Store } from './store.ts'

/** The approval tasks that are counted; null does not restrict. */
export interface CountedTasks {
  readonly fromMs: number
  readonly category: string | null
  /** Another category that is as good as the first. */
  readonly processCategory: string | null
  readonly isEnded: 0 | 1 | null
}

const ofCategory = `(:category IS NULL OR category = :category OR process_category = :processCategory)`

const tasksFrom = prepared((store) =>
  store.sqlite
    .prepare<[CountedTasks & { firstHour: number; firstHourMs: number }], number>(
      `SELECT
         (SELECT coalesce(sum(count), 0) FROM approval_task_counts
          WHERE hour >= :firstHour AND ${ofCategory} AND (:isEnded IS NULL OR is_ended = :isEnded))
         + (SELECT count(*) FROM approval_tasks
          WHERE created_at_ms >= :fromMs AND created_at_ms < :firstHourMs AND ${ofCategory}
            AND (:isEnded IS NULL OR (ended_at_ms IS NOT NULL) = :isEnded))`,
    )
    .pluck(),
)

/** Counts the tasks since an instant: whole hours are counted already, and only the rows of the first part of one are read. */
export const countTasks = (store: Store, tasks: CountedTasks): number => {
  const firstHour = Math.ceil(tasks.fromMs / COUNTED_HOUR_MS)
  const firstHourMs = firstHour * COUNTED_HOUR_MS
  return tasksFrom(store).get({ ...tasks, firstHour, firstHourMs }) ?? 0
}

interface Instant {
  readonly blockId: number
  readonly nowMs: number
  readonly hour: number
  readonly hourMs: number
}

/** A content that is stopped before it is published is never shown, so neither of its instants counts. */
const publishedAt = prepared((store) =>
  store.sqlite
    .prepare<[Instant], number>(
      `SELECT
         (SELECT coalesce(sum(count), 0) FROM portal_content_counts WHERE block_id = :blockId AND hour < :hour)
         + (SELECT count(*) FROM portal_contents
          WHERE block_id = :blockId AND published_at_ms BETWEEN :hourMs AND :nowMs
            AND (stopped_at_ms IS NULL OR stopped_at_ms > published_at_ms))
         - (SELECT count(*) FROM portal_contents
          WHERE block_id = :blockId AND stopped_at_ms BETWEEN :hourMs AND :nowMs
            AND stopped_at_ms > published_at_ms)`,
    )
    .pluck(),
)

/**
 * Counts the contents of a block that are published at an instant: the hours before are counted already, and only
 * what began or ended in its own hour is read.
 */
export const countPublished = (store: Store, blockId: number, nowMs: number): number => {
  const hour = Math.floor(nowMs / COUNTED_HOUR_MS)
  return publishedAt(store).get({ blockId, nowMs, hour, hourMs: hour * COUNTED_HOUR_MS }) ?? 0
}

const taggedAt = prepared((store) =>
  store.sqlite
    .prepare<[{ blockId: number; tag: string; nowMs: number }], number>(
      `SELECT count(*) FROM portal_tagged_contents WHERE block_id = :blockId AND tag = :tag
         AND published_at_ms <= :nowMs AND (stopped_at_ms IS NULL OR stopped_at_ms > :nowMs)`,
    )
    .pluck(),
)

/** Counts the contents of a block with a tag that are published at an instant, in one range of an index that has all of it. */
export const countTagged = (
  store: Store,
  { blockId, tag, nowMs }: { blockId: number; tag: string; nowMs: number },
): number => taggedAt(store).get({ blockId, tag, nowMs }) ?? 0
