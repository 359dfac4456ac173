import { takeIds } from '../../store/db/sequences.ts'
import type { State, StateSetting } from './named-state.ts'

const FILE = 'mist-ridge.jpg'
const PART_BYTES = 102_400
const LAST_PART = 3

/** The id of the upload is not known yet. */
const NEEDS = {
  names: [FILE],
  uploads: [{ id: '', file: FILE, partSizeBytes: PART_BYTES }],
}

const addUpload = (setting: StateSetting, arrived: number) => {
  const { store, workspace, parts, nowMs } = setting
  const uploadId = workspace.uuid(takeIds(store, 'upload'))
  const filePath = `upload/${uploadId.replaceAll('-', '')}.jpg`
  const upload = { id: uploadId, filePath, name: FILE, createdAtMs: nowMs, file: FILE }
  setting.load({ uploads: [{ ...upload, partSizeBytes: PART_BYTES }] })
  const remove = 'DELETE FROM upload_parts WHERE upload_id = ? AND part_number > ?'
  store.run(remove, uploadId, arrived)
  const partETags = parts.map(({ md5 }, index) => ({ partNumber: index + 1, etag: md5 }))
  return { uploadId, filePath, partETags: partETags.slice(0, arrived) }
}

export const uploadStates = {
  'upload-complete': {
    sentence: 'All three parts of an upload have arrived, and E13 can merge them.',
    needs: NEEDS,
    set: (setting) => addUpload(setting, LAST_PART),
  },

  'upload-two-of-three-parts': {
    sentence: 'Two of the three parts of an upload have arrived, and E13 refuses to merge them.',
    needs: NEEDS,
    set: (setting) => ({
      ...addUpload(setting, LAST_PART - 1),
      missingPart: { partNumber: LAST_PART, etag: setting.parts[LAST_PART - 1]?.md5 },
    }),
  },
} as const satisfies Record<string, State>
