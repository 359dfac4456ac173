import { COUNTED_HOUR_MS } from '../../db/row-counts.ts'
import { prepared, type Store } from '../../db/store.ts'

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
