import { type Static, Type } from '@sinclair/typebox'
import { ClosedObject, Count } from './primitives.ts'

/** Social media content statistics; dates are `YYYY-MM-DD`, the outer `createDate` the year asked for. */
export const SocialMediaStats = ClosedObject(
  {
    createDate: Type.String(),
    data: Type.Array(
      ClosedObject({
        mediaType: Type.String(),
        size: Count,
        contentList: Type.Array(
          ClosedObject({
            title: Type.String(),
            readNum: Count,
            createDate: Type.String(),
            statDate: Type.String(),
          }),
        ),
      }),
    ),
  },
  { title: 'SocialMediaStats', description: 'Statistics of a year; dates are `YYYY-MM-DD`.' },
)
export type SocialMediaStats = Static<typeof SocialMediaStats>
