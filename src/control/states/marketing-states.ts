import { streamValue } from '../../kernel/streams.ts'
import { formatTimestamp } from '../../kernel/timestamps.ts'
import { takeIds } from '../../store/db/sequences.ts'
import { insertInto } from '../../store/db/statements.ts'
import { notifications } from '../../store/db/tables/workspace/notifications.ts'
import { userOf } from './builders.ts'
import { freeId } from './free-id.ts'
import type { State, StateSetting } from './named-state.ts'

const insertNotification = insertInto(notifications)

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
const freeYear = ({ store, nowMs }: StateSetting): string => {
  const isTaken = (year: string): boolean =>
    store.value('SELECT 1 FROM social_posts WHERE year = ?', year) !== undefined
  let year = Math.min(LAST_YEAR, Number(formatTimestamp(nowMs, 0).slice(0, YEAR_DIGITS)) - 1)
  const text = () => String(year).padStart(YEAR_DIGITS, '0')
  while (isTaken(text())) year -= 1
  return text()
}

export const marketingStates = {
  'notification-scheduled': {
    sentence: 'A notification for the viewer will be sent in an hour.',
    set: (setting) => {
      const { store, nowMs } = setting
      const { userId, userEmail } = userOf(setting, 'viewer')
      const id = takeIds(store, 'notification')
      const sendAtMs = nowMs + HOUR_MS
      const notification = {
        id,
        userId,
        templateCode: 'MATERIAL_SHARED_WITH_YOU',
        modelCode: 'MATERIAL',
        sendAtMs,
        htmlContent: '<p>The first pot is ready.</p>',
        url: '/library/assets',
        createdAtMs: nowMs,
      }
      insertNotification(store, notification)
      return { notificationId: id, userId, userEmail, sendTime: sendAtMs }
    },
  },

  'marketing-task-planned': {
    sentence: 'A marketing task will be released in a day.',
    set: (setting) => {
      const { store, nowMs } = setting
      const creativeId = freeId(store, 'marketing_tasks')
      const planId = freeId(store, 'marketing_plans')
      const contentGroupId = freeId(store, 'content_groups')
      const task = {
        id: creativeId,
        planId,
        contentType: 'GROUP_MESSAGE',
        releaseAtMs: nowMs + DAY_MS,
        remark: 'First wave',
        contentGroupId,
        updatedAtMs: nowMs,
      }
      setting.load({
        marketingPlans: [{ id: planId, name: 'Spring' }],
        contentGroups: [{ id: contentGroupId, name: 'Spring offers' }],
        marketingTasks: [task],
      })
      return { creativeId, planId, contentGroupId }
    },
  },

  'metadata-field-with-values': {
    sentence: 'A metadata field has three values.',
    set: (setting) => {
      const place = takeIds(setting.store, 'stateItem')
      const { generatorSeed } = setting.workspace.record
      const code = streamValue(generatorSeed, 'ids', `metadata field ${place}`)
      const values = VALUES.map((value) => ({
        code: value.attrValueCode,
        name: value.attrValueName,
        updatedAtMs: setting.nowMs,
      }))
      setting.load({ metadataFields: [{ code, name: 'Channel', values }] })
      return { attrCode: code, values: VALUES }
    },
  },

  'social-year': {
    sentence: 'The year in createDate has three posts, of two media types.',
    set: (setting) => {
      const createDate = freeYear(setting)
      const socialPosts = POSTS.map(({ day, ...post }) => ({
        ...post,
        id: freeId(setting.store, 'social_posts'),
        createDate: `${createDate}-${day}`,
        statDate: `${createDate}-12-31`,
      }))
      setting.load({ socialPosts })
      return { createDate, postIds: socialPosts.map(({ id }) => id) }
    },
  },
} as const satisfies Record<string, State>
