import { and, asc, desc, eq, lte, sql } from 'drizzle-orm'
import { JsonText } from '../../contract/json-text.ts'
import type { SocialMediaStats } from '../../contract/resources/social-media-stats.ts'
import { jsonList, jsonObject } from '../../db/json-object.ts'
import { keptLookup } from '../../db/kept-results.ts'
import { prepared } from '../../db/store.ts'
import { socialPosts } from '../../db/tables/workspace/social.ts'
import { refuse } from '../../errors/refusals.ts'
import { formatTimestamp } from '../../kernel/timestamps.ts'
import type { ServiceContext } from '../call.ts'
import { zoneOffsetOf } from '../zone.ts'

type MediaStats = SocialMediaStats['data'][number]

/** The kinds of media of a year, each with its posts as JSON text. */
const statsOfYear = prepared((store) =>
  store.orm
    .select({
      stats: jsonObject<MediaStats>({
        mediaType: socialPosts.mediaType,
        size: sql`count(*)`,
        contentList: jsonList(
          jsonObject<MediaStats['contentList'][number]>({
            title: socialPosts.title,
            readNum: socialPosts.readNum,
            createDate: socialPosts.createDate,
            statDate: socialPosts.statDate,
          }),
          desc(socialPosts.readNum),
          asc(socialPosts.id),
        ),
      }),
    })
    .from(socialPosts)
    .where(
      and(
        eq(socialPosts.year, sql.placeholder('year')),
        sql`substr(${socialPosts.createDate}, 1, length(${sql.placeholder('period')})) = ${sql.placeholder('period')}`,
        lte(socialPosts.createDate, sql.placeholder('lastDay')),
        lte(socialPosts.statDate, sql.placeholder('lastDay')),
      ),
    )
    .groupBy(socialPosts.mediaType)
    .orderBy(asc(socialPosts.mediaType))
    .prepare(),
)

const YEAR = /^\d{4}$/

/** After every day that a post can have. */
const END_OF_DAYS = '9999-12-31'

/** The last day whose posts are answered, as `YYYY-MM-DD` in the zone of formatted times (A-2-3). */
const lastDayOf = (call: ServiceContext): string =>
  call.variant('A-2-3') === 'all'
    ? END_OF_DAYS
    : formatTimestamp(call.nowMs, zoneOffsetOf(call.variant('A-time-1'))).slice(0, DAY.length)

const DAY = 'YYYY-MM-DD'

interface Posts {
  readonly period: string
  readonly lastDay: string
}

/** The kinds of media of posts, as the elements of a JSON list. */
const statsOf = keptLookup(
  (store, { period, lastDay }: Posts): string => {
    const year = period.slice(0, 'YYYY'.length)
    const found = statsOfYear(store).all({ year, period, lastDay })
    return found.map(({ stats }) => stats).join(',')
  },
  {
    keyOf: ({ period, lastDay }) => `${lastDay}/${period}`,
    sizeOf: ({ length }) => length,
    until: 'any-write',
  },
)

/** Posts of a year, by variant of A-2-4 also of a month or a day, per kind of media, most read first (E2). */
export const contentStats = (call: ServiceContext, period: string): JsonText => {
  if (!YEAR.test(period) && call.variant('A-2-4') === 'year')
    throw refuse.wrongFormat('createDate', 'a year of four digits', period)
  const data = statsOf(call.store, { period, lastDay: lastDayOf(call) })
  if (data === '') call.outcome('empty-list')
  return new JsonText(`{"createDate":${JSON.stringify(period)},"data":[${data}]}`)
}
