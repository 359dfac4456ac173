import { asc, desc, eq, sql } from 'drizzle-orm'
import type { SocialMediaStats } from '../../contract/resources/social-media-stats.ts'
import { prepared } from '../../db/store.ts'
import { socialPosts } from '../../db/tables/workspace/social.ts'
import { groupBy } from '../../kernel/lists.ts'
import type { ServiceContext } from '../call.ts'

const postsOfYear = prepared((store) =>
  store.orm
    .select()
    .from(socialPosts)
    .where(eq(socialPosts.year, sql.placeholder('year')))
    .orderBy(asc(socialPosts.mediaType), desc(socialPosts.readNum), asc(socialPosts.id))
    .prepare(),
)

/** Posts of a year per kind of media, most read first (E2). */
export const contentStats = (call: ServiceContext, year: string): SocialMediaStats => {
  const posts = postsOfYear(call.store).all({ year })
  return {
    createDate: year,
    data: [...groupBy(posts, (post) => post.mediaType)].map(([mediaType, group]) => ({
      mediaType,
      size: group.length,
      contentList: group.map(({ title, readNum, createDate, statDate }) => ({
        title,
        readNum,
        createDate,
        statDate,
      })),
    })),
  }
}
