import { and, eq, gt, lte, sql } from 'drizzle-orm'
import { prepared, type Store } from '../../db/store.ts'
import { uploadParts, uploads } from '../../db/tables/workspace/uploads.ts'
import type { BareContext } from '../call.ts'
import { getUpload, mustBeOpen } from './find-upload.ts'

const setStatus = prepared((store) =>
  store.orm
    .update(uploads)
    .set({ status: sql`${sql.placeholder('status')}` })
    .where(eq(uploads.id, sql.placeholder('id')))
    .prepare(),
)

const forgetDigests = prepared((store) =>
  store.orm
    .update(uploadParts)
    .set({ digest: null })
    .where(eq(uploadParts.uploadId, sql.placeholder('id')))
    .prepare(),
)

const expiredBy = prepared((store) =>
  store.orm
    .select({ id: uploads.id })
    .from(uploads)
    .where(and(eq(uploads.status, 'open'), lte(uploads.expiresAtMs, sql.placeholder('nowMs'))))
    .orderBy(uploads.id)
    .prepare(),
)

const endingBetween = prepared((store) =>
  store.orm
    .select({ count: sql<number>`count(*)` })
    .from(uploads)
    .where(
      and(
        eq(uploads.status, 'open'),
        gt(uploads.expiresAtMs, sql.placeholder('afterMs')),
        lte(uploads.expiresAtMs, sql.placeholder('untilMs')),
      ),
    )
    .prepare(),
)

/** The number of open uploads that expire in a span, epoch ms. */
export const countExpiredUploads = (
  store: Store,
  span: { afterMs: number; untilMs: number },
): number => endingBetween(store).get(span)?.count ?? 0

const firstEnd = prepared((store) =>
  store.orm
    .select({ atMs: sql<number | null>`min(${uploads.expiresAtMs})` })
    .from(uploads)
    .where(eq(uploads.status, 'open'))
    .prepare(),
)

/** When the first of the open uploads expires, epoch ms; null without open uploads. */
export const firstExpiry = (store: Store): number | null => firstEnd(store).get()?.atMs ?? null

/** Releases the bytes of an upload's parts for removal; numbers and etags stay. */
export const releaseParts = (store: Store, id: string): void => {
  forgetDigests(store).run({ id })
}

/** Ends an open upload without a file. */
export const abortUpload = (call: BareContext, uploadId: string): true => {
  const upload = getUpload(call, uploadId)
  if (upload.status === 'aborted') return true
  mustBeOpen(upload)
  setStatus(call.store).run({ id: upload.id, status: 'aborted' })
  releaseParts(call.store, upload.id)
  return true
}

/** Expires open uploads; returns their number. */
export const expireUploads = (store: Store, nowMs: number): number => {
  const due = expiredBy(store).all({ nowMs })
  if (due.length > 0)
    store.transaction(() => {
      for (const { id } of due) {
        setStatus(store).run({ id, status: 'expired' })
        releaseParts(store, id)
      }
    })
  return due.length
}
