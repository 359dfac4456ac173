import { takeIds } from '../db/sequences.ts'
import type { Seed } from '../seeds/seed-format.ts'
import { defineState, type StateContext } from './named-state.ts'

const FILE = 'mist-ridge.jpg'
const PART_BYTES = 102_400
const LAST_PART = 3

interface UploadIds {
  uploadId: string
  filePath: string
  partETags: { partNumber: number; etag: string }[]
}

/** An upload with a number of arrived parts. */
const takeUpload = ({ store, workspace, parts }: StateContext, arrived: number): UploadIds => {
  const uploadId = workspace.uuid(takeIds(store, 'upload'))
  return {
    uploadId,
    filePath: `upload/${uploadId.replaceAll('-', '')}.jpg`,
    partETags: parts
      .slice(0, arrived)
      .map(({ md5 }, index) => ({ partNumber: index + 1, etag: md5 })),
  }
}

const seed = ({ nowMs }: StateContext, { uploadId, filePath }: UploadIds): Seed => ({
  uploads: [
    {
      id: uploadId,
      filePath,
      name: FILE,
      createdAtMs: nowMs,
      file: FILE,
      partSizeBytes: PART_BYTES,
    },
  ],
})

/** States of uploads, with the bytes of their parts. */
export const uploadStates = {
  'upload-complete': defineState({
    sentence: 'All three parts of an upload have arrived: E13 can merge them.',
    needs: { uploaded: FILE },
    take: (context) => takeUpload(context, LAST_PART),
    seed,
  }),

  'upload-two-of-three-parts': defineState({
    sentence: 'Two of the three parts of an upload have arrived: E13 refuses to merge them.',
    needs: { uploaded: FILE },
    take: (context) => ({
      ...takeUpload(context, LAST_PART - 1),
      missingPart: { partNumber: LAST_PART, etag: context.parts[LAST_PART - 1]?.md5 },
    }),
    seed,
    finish: ({ store }, { uploadId }) => {
      store.sqlite
        .prepare('DELETE FROM upload_parts WHERE upload_id = ? AND part_number = ?')
        .run(uploadId, LAST_PART)
    },
  }),
}
