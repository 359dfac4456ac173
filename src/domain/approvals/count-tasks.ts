import { COUNTED_HOUR_MS } from '../../db/row-counts.ts'
import { prepared, type Store } from '../../db/store.ts'

/** The tasks that are counted; null does not restrict. */
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
