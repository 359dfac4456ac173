import { and, asc, desc, eq, lte, sql } from 'drizzle-orm'
import type { SocialMediaStats } from '../../contract/resources/social-media-stats.ts'
import { prepared } from '../../db/store.ts'
import { socialPosts } from '../../db/tables/workspace/social.ts'
import { refuse } from '../../errors/refusals.ts'
import { groupBy } from '../../kernel/lists.ts'
import { formatTimestamp } from '../../kernel/timestamps.ts'
import type { ServiceContext } from '../call.ts'
import { zoneOffsetOf } from '../zone.ts'

const postsOfPeriod = prepared((store) =>
  store.orm
    .select()
    .from(socialPosts)
    .where(
      and(
        eq(socialPosts.year, sql.placeholder('year')),
        sql`substr(${socialPosts.createDate}, 1, length(${sql.placeholder('period')})) = ${sql.placeholder('period')}`,
        lte(socialPosts.createDate, sql.placeholder('lastDay')),
        lte(socialPosts.statDate, sql.placeholder('lastDay')),
      ),
    )
    .orderBy(asc(socialPosts.mediaType), desc(socialPosts.readNum), asc(socialPosts.id))
    .prepare(),
)

const YEAR = /^\d{4}$/

/** After every day that a post can have. */
const END_OF_DAYS = '9999-12-31'

const DAY = 'YYYY-MM-DD'

/** The last day whose posts are answered, as `YYYY-MM-DD` in the zone of formatted times (A-2-1). */
const lastDayOf = (call: ServiceContext): string =>
  call.variant('A-2-1') === 'all'
    ? END_OF_DAYS
    : formatTimestamp(call.nowMs, zoneOffsetOf(call.variant('A-time-1'))).slice(0, DAY.length)

/** Posts of a year, by variant of A-2-4 also of a month or a day, per kind of media, most read first (E2). */
export const contentStats = (call: ServiceContext, period: string): SocialMediaStats => {
  if (!YEAR.test(period) && call.variant('A-2-4') === 'year')
    throw refuse.wrongFormat('createDate', 'a year of four digits', period)
  const asked = { period, year: period.slice(0, 'YYYY'.length), lastDay: lastDayOf(call) }
  const kinds = groupBy(postsOfPeriod(call.store).all(asked), ({ mediaType }) => mediaType)
  if (kinds.size === 0) call.outcome('empty-list')
  const data = [...kinds].map(([mediaType, posts]) => ({
    mediaType,
    size: posts.length,
    contentList: posts.map(({ title, readNum, createDate, statDate }) => ({
      title,
      readNum,
      createDate,
      statDate,
    })),
  }))
  return { createDate: period, data }
}
