import type { Store } from '../../store/db/store.ts'
import type { BareContext } from '../call.ts'
import { getUpload, mustBeOpen, type Upload } from './find-upload.ts'

/** The maximum number of uploads that one turn of a sweep ends, and about that of their parts. */
const ENDED_AT_ONCE = { uploads: 500, parts: 5_000 }

const EXPIRED_BY = `SELECT id FROM uploads WHERE status = 'open' AND expires_at_ms <= ?
   ORDER BY expires_at_ms LIMIT ${ENDED_AT_ONCE.uploads}`

const ENDING_BETWEEN = `SELECT count(*) FROM uploads
   WHERE status = 'open' AND expires_at_ms > :afterMs AND expires_at_ms <= :untilMs`

const FIRST_END = "SELECT min(expires_at_ms) FROM uploads WHERE status = 'open'"

/** The number of open uploads that expire in a span, epoch ms. */
export const countExpiredUploads = (
  store: Store,
  span: { afterMs: number; untilMs: number },
): number => store.value<number>(ENDING_BETWEEN, span) ?? 0

/** When the first of the open uploads expires, epoch ms; null without open uploads. */
export const firstExpiry = (store: Store): number | null =>
  store.value<number | null>(FIRST_END) ?? null

/** Releases the bytes of an upload's parts for removal, and returns their number; part numbers and etags stay. */
export const releaseParts = (store: Store, id: string): number =>
  store.run('UPDATE upload_parts SET digest = NULL WHERE upload_id = ?', id).changes

const end = (store: Store, status: Upload['status'], id: string): number => {
  store.run('UPDATE uploads SET status = ? WHERE id = ?', status, id)
  return releaseParts(store, id)
}

export const abortUpload = (call: BareContext, uploadId: string): true => {
  const upload = getUpload(call, uploadId)
  if (upload.status === 'aborted') return true
  mustBeOpen(upload)
  end(call.store, 'aborted', upload.id)
  return true
}

/** Ends some of the expired uploads, and returns their number; 0 after the last. */
export const expireUploads = (store: Store, nowMs: number): number => {
  const due = store.values<string>(EXPIRED_BY, nowMs)
  if (due.length === 0) return 0
  return store.transaction(() => {
    let ended = 0
    let parts = 0
    while (ended < due.length && parts < ENDED_AT_ONCE.parts) {
      parts += end(store, 'expired', due[ended] as string)
      ended += 1
    }
    return ended
  })
}
