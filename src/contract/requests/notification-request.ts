import { type Static, Type } from '@sinclair/typebox'
import { LIMITS } from '../../limits.ts'
import { shown } from '../known-field.ts'
import { EpochMs, ListOf, LongText, NonEmptyText, Text, TextUpTo } from '../resources/primitives.ts'

/** The notifications that E12 adds; `sendTime` in epoch milliseconds. */
export const NotificationRequest = Type.Object({
  users: shown(
    ListOf(Text, LIMITS.notifiedUsers),
    'E-mail addresses of the users to notify, each once.',
    'A-12-1',
  ),
  templateCode: shown(
    NonEmptyText,
    'Code of a template, any text that is not empty; no template is looked up.',
    'A-12-2',
  ),
  sendTime: shown(
    Type.Optional(EpochMs),
    'When the notification becomes visible, epoch milliseconds; at once when absent.',
    'A-12-1',
  ),
  content: shown(
    Type.Object({ htmlContent: shown(TextUpTo(LIMITS.html), 'Text as HTML.', 'A-12-2') }),
    'Content of the notification.',
  ),
  url: shown(
    Type.Optional(LongText),
    'Path of the page that the notification leads to, kept as sent; empty when absent.',
    'A-12-2',
  ),
  modelCode: shown(
    Type.Optional(Text),
    'Code of the module that the notification is about, any text; seen: `MATERIAL`.',
    'A-12-2',
  ),
})
export type NotificationRequest = Static<typeof NotificationRequest>
