import type { FastifyRequest } from 'fastify'
import { refuse } from '../contract/errors/refusals.ts'
import { PART_LIMITS } from '../contract/resources/upload-shapes.ts'
import type { BareContext, CallFiles } from '../domain/call.ts'
import { fileBytesOf } from '../domain/files/kept-files.ts'
import { whileReceiving } from '../http/bodies/streamed-body.ts'
import { CallContext } from '../http/call-context.ts'
import { type StoredFile, TooLargeError } from '../store/blobs/blob-store.ts'
import { Arrival } from '../workspaces/quotas.ts'

export interface Reception<T> {
  /** Refuses the call before its bytes are read. */
  before?(call: BareContext): void
  /** The bytes of the file, where they are not those of the body. */
  bytesOf?(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
  after(call: BareContext, stored: StoredFile): T
}

/** Receives the bytes of a file within the quota of its workspace, and keeps it. */
export const receiveFile = async <T>(
  request: FastifyRequest,
  { before, bytesOf, after }: Reception<T>,
): Promise<T> => {
  const { call } = request
  const { workspace } = call
  return request.server.sandbox.files.whileHeld(async (files) => {
    using arrival = new Arrival(workspace, () => fileBytesOf(workspace.store))
    before?.(new CallContext(call, files))
    arrival.mustHaveRoom(Number(request.raw.headers['content-length'] ?? 0))
    const stored = await keepBody(request, files, (body) =>
      arrival.through(bytesOf ? bytesOf(body) : body),
    )
    // Time has passed, and the workspace may have another database.
    const later = new CallContext(call, files)
    return later.store.transaction(() => {
      arrival.mustFit(stored.sizeBytes)
      return after(later, stored)
    })
  })
}

const MAX = '5 GiB'

const keepBody = async (
  request: FastifyRequest,
  files: CallFiles,
  bytesOf: NonNullable<Reception<unknown>['bytesOf']>,
): Promise<StoredFile> => {
  const { raw, headers } = request
  if (Number(headers['content-length'] ?? 0) > PART_LIMITS.maxBytes) throw refuse.fileTooLarge(MAX)
  try {
    // Leaving the body early must not cut the connection that the answer needs.
    const bytes = bytesOf(raw.iterator({ destroyOnReturn: false }))
    const stored = await whileReceiving(raw, () => files.receive(bytes, PART_LIMITS.maxBytes))
    request.call.body.fileBytes = stored.sizeBytes
    return stored
  } catch (error) {
    if (error instanceof TooLargeError) throw refuse.fileTooLarge(MAX)
    throw raw.complete || !raw.destroyed
      ? error
      : refuse.badRequest('the client closed the connection')
  }
}
