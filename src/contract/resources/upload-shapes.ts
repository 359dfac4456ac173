import { type Static, Type } from '@sinclair/typebox'
import { LIMITS } from '../../kernel/limits.ts'
import { invented, shown } from '../known-field.ts'
import { Part } from '../shapes.ts'
import { ClosedObject, Count, field, ListOf, NonEmptyText } from './primitives.ts'

const PartTag = Type.Object(
  {
    partNumber: field.int('Number of the part, from 1.', 'A-13-1'),
    etag: field.shortText(
      'ETag that the answer to the part carried; quotes and case are ignored.',
      'A-13-1',
    ),
  },
  { description: 'A part of the file.' },
)

/** The upload that E13 completes, with the parts as the caller knows them. */
export const UploadCompletion = Type.Object({
  filePath: field.nonEmptyText(
    'Path of the file, as the beginning of the upload answered it.',
    'A-13-1',
    'A-upload-1',
  ),
  uploadId: field.nonEmptyText('Id of the upload.', 'A-13-1'),
  partETags: shown(
    ListOf(PartTag, LIMITS.listedParts),
    'Every part that has arrived, in any order.',
    'A-13-1',
    'A-limit-3',
  ),
})
export type UploadCompletion = Static<typeof UploadCompletion>

export const PART_LIMITS = {
  minBytes: 102_400,
  maxBytes: LIMITS.partBytes.max,
  parts: LIMITS.parts.max,
} as const

/** The declared file of an upload; `size` in bytes, `type` a media type (A-upload-1). */
export const DeclaredUpload = Type.Object({
  name: invented(NonEmptyText, 'Name of the file, with its extension.', 'A-upload-1'),
  type: invented(
    Type.Optional(Type.String({ maxLength: 200 })),
    'Media type, such as `image/png`; read from the bytes when absent.',
    'A-upload-1',
    'A-16-2',
  ),
  size: invented(Count, 'Size in bytes; the merged parts must have it.', 'A-upload-1', 'A-13-1'),
  partSizeBytes: invented(
    Type.Optional(Type.Integer({ minimum: PART_LIMITS.minBytes, maximum: PART_LIMITS.maxBytes })),
    'Bytes of each part but the last, from 100 KiB; chosen by the server when absent.',
    'A-upload-1',
    'A-limit-3',
  ),
})
export type DeclaredUpload = Static<typeof DeclaredUpload>

export const ArrivedPart = Part('A part that has arrived.', {
  partNumber: invented(Count, 'Number of the part, from 1.', 'A-upload-1', 'A-limit-3'),
  etag: invented(Type.String(), 'MD5 of its bytes, 32 hex digits.', 'A-upload-1'),
  size: invented(Count, 'Size in bytes.', 'A-upload-1'),
})
export type ArrivedPart = Static<typeof ArrivedPart>

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
