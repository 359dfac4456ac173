import { type Static, Type } from '@sinclair/typebox'
import { shown } from '../known-field.ts'
import { ClosedObject, Count } from './primitives.ts'

/** A post of the statistics. */
export const PostStats = ClosedObject(
  {
    title: shown(Type.String(), 'Title of the post.'),
    readNum: shown(Count, 'How often it was read.', 'A-2-1'),
    createDate: shown(Type.String(), 'Day of the post, `YYYY-MM-DD`.', 'A-2-1'),
    statDate: shown(Type.String(), 'Day of its figures, `YYYY-MM-DD`.', 'A-2-1'),
  },
  { description: 'A post with its figures.' },
)

export type PostStats = Static<typeof PostStats>

const MediaStats = ClosedObject(
  {
    mediaType: shown(Type.String(), 'Media type, any text.', 'A-2-1'),
    size: shown(Count, 'Number of the posts.', 'A-2-1'),
    contentList: shown(Type.Array(PostStats), 'The posts, most read first.', 'A-2-1'),
  },
  { description: 'The posts of one media type.' },
)

/** Social media content statistics; dates are `YYYY-MM-DD`, the outer `createDate` the year asked for. */
export const SocialMediaStats = ClosedObject(
  {
    createDate: shown(Type.String(), 'Year asked for.', 'A-2-4'),
    data: shown(
      Type.Array(MediaStats),
      'Posts by media type, in order of its name; empty for a year without posts.',
      'A-2-1',
    ),
  },
  { title: 'SocialMediaStats', description: 'Statistics of a year; dates are `YYYY-MM-DD`.' },
)
export type SocialMediaStats = Static<typeof SocialMediaStats>
