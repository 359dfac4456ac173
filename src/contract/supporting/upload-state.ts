import { type Static, Type } from '@sinclair/typebox'
import { invented } from '../known-field.ts'
import { ClosedObject, Count } from '../resources/primitives.ts'

/** A part as it is listed: number, MD5 of its bytes, size in bytes. */
export const ArrivedPart = ClosedObject(
  {
    partNumber: invented(Count, 'Number of the part, from 1.', 'A-upload-1', 'A-limit-3'),
    etag: invented(Type.String(), 'MD5 of its bytes, 32 hex digits.', 'A-upload-1'),
    size: invented(Count, 'Size in bytes.', 'A-upload-1'),
  },
  { description: 'A part that has arrived.' },
)
export type ArrivedPart = Static<typeof ArrivedPart>

/** An upload with the parts that have arrived, by their numbers. */
export const UploadState = ClosedObject({
  uploadId: invented(Type.String(), 'Id of the upload, which E13 takes.', 'A-upload-1'),
  filePath: invented(Type.String(), 'Path of the file, which E13 and E16 take.', 'A-upload-1'),
  status: invented(Type.String(), '`open`, `completed`, `aborted` or `expired`.', 'A-13-1'),
  parts: invented(
    Type.Array(ArrivedPart),
    'Parts that have arrived, by their numbers.',
    'A-upload-1',
  ),
})
export type UploadState = Static<typeof UploadState>
