import { and, gt, lte, sql } from 'drizzle-orm'
import { prepared, type Store } from '../../db/store.ts'
import { notifications } from '../../db/tables/workspace/notifications.ts'

const sentBetween = prepared((store) =>
  store.orm
    .select({ count: sql<number>`count(*)` })
    .from(notifications)
    .where(
      and(
        gt(notifications.sendAtMs, sql.placeholder('afterMs')),
        lte(notifications.sendAtMs, sql.placeholder('untilMs')),
      ),
    )
    .prepare(),
)

/** The number of notifications that become visible in a span, epoch ms. */
export const countNotifications = (
  store: Store,
  span: { afterMs: number; untilMs: number },
): number => sentBetween(store).get(span)?.count ?? 0
