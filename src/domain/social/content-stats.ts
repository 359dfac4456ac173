import { refuse } from '../../contract/errors/refusals.ts'
import type { PostStats, SocialMediaStats } from '../../contract/resources/report-shapes.ts'
import { groupBy } from '../../kernel/lists.ts'
import { formatTimestamp } from '../../kernel/timestamps.ts'
import type { ServiceContext } from '../call.ts'
import { zoneOffsetOf } from '../zone.ts'

const POSTS_OF_PERIOD = `SELECT media_type AS mediaType, title, read_num AS readNum, create_date AS createDate, stat_date AS statDate
   FROM social_posts
   WHERE year = :year AND substr(create_date, 1, length(:period)) = :period
     AND create_date <= :lastDay AND stat_date <= :lastDay
   ORDER BY media_type, read_num DESC, id`

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
  const kinds = groupBy(
    call.store.all<PostStats & { mediaType: string }>(POSTS_OF_PERIOD, asked),
    ({ mediaType }) => mediaType,
  )
  if (kinds.size === 0) call.outcome('empty-list')
  const data = [...kinds].map(([mediaType, posts]) => ({
    mediaType,
    size: posts.length,
    contentList: posts.map(({ mediaType: _, ...post }) => post),
  }))
  return { createDate: period, data }
}
