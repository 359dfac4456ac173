import { takeIds } from '../db/sequences.ts'
import { contentGroups, marketingPlans, marketingTasks } from '../db/tables/workspace/marketing.ts'
import { notifications } from '../db/tables/workspace/notifications.ts'
import { socialPosts } from '../db/tables/workspace/social.ts'
import { streamValue } from '../kernel/streams.ts'
import { formatTimestamp } from '../kernel/timestamps.ts'
import { userOf } from './builders.ts'
import { freeId } from './free-id.ts'
import { defineState, type StateContext } from './named-state.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const VALUES = ['Tea rooms', '官方商城', 'Social media'].map((attrValueName, index) => ({
  attrValueCode: String(101 + index),
  attrValueName,
}))

const POSTS = [
  { mediaType: 'official_account', title: 'First pot of the year', readNum: 18_240, day: '03-18' },
  { mediaType: 'official_account', title: '一罐茶的来处', readNum: 9_312, day: '08-07' },
  { mediaType: 'short_video', title: 'Fifteen seconds of steam', readNum: 46_021, day: '05-20' },
]

const LAST_YEAR = 2001
const YEAR_DIGITS = 4

/** A year without posts that is over by the clock, because E2 leaves out days to come (A-2-1). */
const freeYear = ({ store, nowMs }: StateContext): string => {
  const isTaken = store.sqlite.prepare<[string]>('SELECT 1 FROM social_posts WHERE year = ?')
  let year = Math.min(LAST_YEAR, Number(formatTimestamp(nowMs, 0).slice(0, YEAR_DIGITS)) - 1)
  const text = () => String(year).padStart(YEAR_DIGITS, '0')
  while (isTaken.get(text())) year -= 1
  return text()
}

/** States of notifications, marketing, metadata values and social media. */
export const marketingStates = {
  'notification-scheduled': defineState({
    sentence: 'A notification for the viewer is sent an hour from now.',
    take: (context) => ({
      notificationId: takeIds(context.store, 'notification'),
      ...userOf(context, 'viewer'),
      sendTime: context.nowMs + HOUR_MS,
    }),
    renew: ({ nowMs }, kept) =>
      kept.sendTime > nowMs ? kept : { ...kept, sendTime: nowMs + HOUR_MS },
    finish: ({ store, nowMs }, { notificationId, userId, sendTime }) => {
      const row = {
        id: notificationId,
        userId,
        templateCode: 'MATERIAL_SHARED_WITH_YOU',
        modelCode: 'MATERIAL',
        sendAtMs: sendTime,
        htmlContent: '<p>The first pot is ready.</p>',
        url: '/library/assets',
        createdAtMs: nowMs,
      }
      const { id: _, ...rest } = row
      store.orm
        .insert(notifications)
        .values(row)
        .onConflictDoUpdate({ target: notifications.id, set: rest })
        .run()
    },
  }),

  'marketing-task-planned': defineState({
    sentence: 'A marketing task is released a day from now.',
    take: ({ store }) => ({
      creativeId: freeId(store, marketingTasks),
      planId: freeId(store, marketingPlans),
      contentGroupId: freeId(store, contentGroups),
    }),
    seed: ({ nowMs }, { creativeId, planId, contentGroupId }) => ({
      marketingPlans: [{ id: planId, name: 'Spring' }],
      contentGroups: [{ id: contentGroupId, name: 'Spring offers' }],
      marketingTasks: [
        {
          id: creativeId,
          planId,
          contentType: 'GROUP_MESSAGE',
          releaseAtMs: nowMs + DAY_MS,
          remark: 'First wave',
          contentGroupId,
          updatedAtMs: nowMs,
        },
      ],
    }),
  }),

  'metadata-field-with-values': defineState({
    sentence: 'A metadata field has three values.',
    take: ({ store, workspace }) => {
      const place = `metadata field ${takeIds(store, 'stateItem')}`
      return {
        attrCode: streamValue(workspace.record.generatorSeed, 'ids', place),
        values: VALUES,
      }
    },
    seed: ({ nowMs }, { attrCode, values }) => ({
      metadataFields: [
        {
          code: attrCode,
          name: 'Channel',
          values: values.map(({ attrValueCode, attrValueName }) => ({
            code: attrValueCode,
            name: attrValueName,
            updatedAtMs: nowMs,
          })),
        },
      ],
    }),
  }),

  'social-year': defineState({
    sentence: 'Three posts on two kinds of media are from the year createDate.',
    take: (context) => ({
      createDate: freeYear(context),
      postIds: POSTS.map(() => freeId(context.store, socialPosts)),
    }),
    seed: (_context, { createDate, postIds }) => ({
      socialPosts: POSTS.map(({ day, ...post }, index) => ({
        ...post,
        id: postIds[index] ?? 0,
        createDate: `${createDate}-${day}`,
        statDate: `${createDate}-12-31`,
      })),
    }),
  }),
}
