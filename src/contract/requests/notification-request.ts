import { type Static, Type } from '@sinclair/typebox'
import { LIMITS } from '../../limits.ts'
import { EpochMs, ListOf, LongText, NonEmptyText, Text, TextUpTo } from '../resources/primitives.ts'

/** The notifications that E12 adds; `sendTime` in epoch milliseconds. */
export const NotificationRequest = Type.Object({
  users: ListOf(Text, LIMITS.notifiedUsers),
  templateCode: NonEmptyText,
  sendTime: Type.Optional(EpochMs),
  content: Type.Object({ htmlContent: TextUpTo(LIMITS.html) }),
  url: Type.Optional(LongText),
  modelCode: Type.Optional(Text),
})
export type NotificationRequest = Static<typeof NotificationRequest>
