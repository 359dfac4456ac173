import { refuse } from '../../contract/errors/refusals.ts'
import type { NotificationRequest } from '../../contract/resources/user-shapes.ts'
import { LIMITS } from '../../kernel/limits.ts'
import { distinct } from '../../kernel/lists.ts'
import { foldCase } from '../../kernel/text.ts'
import { takeIds } from '../../store/db/sequences.ts'
import { insertInto } from '../../store/db/statements.ts'
import type { Store } from '../../store/db/store.ts'
import { notifications } from '../../store/db/tables/workspace/notifications.ts'
import type { ServiceContext } from '../call.ts'

const insertNotification = insertInto(notifications)

const SENT_BETWEEN =
  'SELECT count(*) FROM notifications WHERE send_at_ms > :afterMs AND send_at_ms <= :untilMs'

/** The number of notifications that become visible in a span, epoch ms. */
export const countNotifications = (
  store: Store,
  span: { afterMs: number; untilMs: number },
): number => store.value<number>(SENT_BETWEEN, span) ?? 0

/** Adds one notification per e-mail address, all or nothing (E12). */
export const addNotifications = (call: ServiceContext, request: NotificationRequest): true => {
  const { store, nowMs } = call
  if ((request.sendTime ?? nowMs) > nowMs) call.outcome('later-notification')
  if (request.users.length === 0) call.warn('empty-list', 'users')
  const named = request.users.map(foldCase)
  const emails = distinct(named)
  mustBeStorable(request.content.htmlContent, emails.length)
  const found = emails.map((email) =>
    store.value<number>('SELECT id FROM users WHERE email_folded = ?', email),
  )
  const missing = emails.filter((_email, index) => found[index] === undefined)
  if (missing.length > 0 && call.variant('A-12-1') === 'all-or-nothing')
    throw refuse.unknownUser('users', missing)
  const unknown = new Set(missing)
  for (const [index, email] of named.entries())
    if (unknown.delete(email)) call.warn('unknown-passed-over', `users[${index}]`)
  for (const userId of found) {
    if (userId === undefined) continue
    insertNotification(store, {
      id: takeIds(store, 'notification'),
      userId,
      templateCode: request.templateCode,
      modelCode: request.modelCode ?? null,
      sendAtMs: request.sendTime ?? nowMs,
      htmlContent: request.content.htmlContent,
      url: request.url ?? '',
      createdAtMs: nowMs,
    })
  }
  return true
}

/** Every recipient has a copy of the HTML. */
const mustBeStorable = (html: string, recipients: number): void => {
  const { max } = LIMITS.notificationBytes
  const sizeBytes = Buffer.byteLength(html) * recipients
  if (sizeBytes > max)
    throw refuse.outOfRange(
      'content.htmlContent',
      `have at most ${max} bytes for all recipients together, got ${sizeBytes}; split them into batches`,
    )
}
