import { and, asc, eq, sql } from 'drizzle-orm'
import { prepared, type Store } from '../../db/store.ts'
import { uploadParts, uploads } from '../../db/tables/world/uploads.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Call } from '../call.ts'

/** A part as the caller lists it: number from 1, etag with or without quotes. */
export interface ListedPart {
  partNumber: number
  etag: string
}

const byId = prepared((store) =>
  store.orm
    .select()
    .from(uploads)
    .where(eq(uploads.id, sql.placeholder('id')))
    .prepare(),
)

const completedByPath = prepared((store) =>
  store.orm
    .select({ sizeBytes: uploads.sizeBytes, mediaType: uploads.mediaType })
    .from(uploads)
    .where(and(eq(uploads.filePath, sql.placeholder('path')), eq(uploads.status, 'completed')))
    .prepare(),
)

const arrivedParts = prepared((store) =>
  store.orm
    .select({ partNumber: uploadParts.partNumber, etag: uploadParts.etag })
    .from(uploadParts)
    .where(eq(uploadParts.uploadId, sql.placeholder('id')))
    .orderBy(asc(uploadParts.partNumber))
    .prepare(),
)

const markCompleted = prepared((store) =>
  store.orm
    .update(uploads)
    .set({ status: 'completed', completedAtMs: sql`${sql.placeholder('nowMs')}` })
    .where(eq(uploads.id, sql.placeholder('id')))
    .prepare(),
)

/** The facts of the file that a completed upload left at a path. */
export const findCompletedUpload = (
  store: Store,
  path: string,
): { sizeBytes: number; mediaType: string } | undefined => completedByPath(store).get({ path })

/** Merges the parts of an upload; a completed one answers true again (E13). */
export const completeUpload = (
  call: Call,
  request: { uploadId: string; filePath: string; partETags: readonly ListedPart[] },
): true => {
  const upload = byId(call.store).get({ id: request.uploadId })
  if (!upload) throw refuse.unknownUpload('param.uploadId', request.uploadId)
  if (upload.filePath !== request.filePath)
    throw refuse.wrongUploadPath('param.filePath', request.filePath)
  if (upload.status === 'aborted') throw refuse.abortedUpload('param.uploadId', upload.id)
  const problem = problemOfParts(request.partETags, arrivedParts(call.store).all({ id: upload.id }))
  if (problem) throw refuse.wrongParts('param.partETags', problem)
  if (upload.status === 'open') markCompleted(call.store).run({ id: upload.id, nowMs: call.nowMs })
  return true
}

const problemOfParts = (
  listed: readonly ListedPart[],
  arrived: readonly ListedPart[],
): string | undefined => {
  const etags = new Map(arrived.map((part) => [part.partNumber, plainEtag(part.etag)]))
  const seen = new Set<number>()
  for (const { partNumber, etag } of listed) {
    const expected = etags.get(partNumber)
    if (expected === undefined) return `part ${partNumber} has not arrived`
    if (seen.has(partNumber)) return `part ${partNumber} is listed twice`
    if (expected !== plainEtag(etag)) return `part ${partNumber} has another etag`
    seen.add(partNumber)
  }
  const forgotten = arrived.find((part) => !seen.has(part.partNumber))
  return forgotten && `part ${forgotten.partNumber} has arrived but is not listed`
}

const plainEtag = (etag: string): string => etag.replaceAll('"', '').toLowerCase()
