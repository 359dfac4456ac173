import { type Static, Type } from '@sinclair/typebox'
import { LIMITS } from '../../limits.ts'
import { shown } from '../known-field.ts'
import { Int, ListOf, NonEmptyText, Text } from '../resources/primitives.ts'

const PartTag = Type.Object(
  {
    partNumber: shown(Int, 'Number of the part, from 1.', 'A-13-1'),
    etag: shown(
      Text,
      'ETag that the answer to the part carried; quotes and case are ignored.',
      'A-13-1',
    ),
  },
  { description: 'A part of the file.' },
)

/** The upload that E13 completes, with the parts as the caller knows them. */
export const UploadCompletion = Type.Object({
  filePath: shown(
    NonEmptyText,
    'Path of the file, as the beginning of the upload answered it.',
    'A-13-1',
    'A-upload-1',
  ),
  uploadId: shown(NonEmptyText, 'Id of the upload.', 'A-13-1'),
  partETags: shown(
    ListOf(PartTag, LIMITS.listedParts),
    'Every part that has arrived, in any order.',
    'A-13-1',
    'A-limit-3',
  ),
})
export type UploadCompletion = Static<typeof UploadCompletion>
