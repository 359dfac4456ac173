import { type Static, Type } from '@sinclair/typebox'
import { LIMITS } from '../../limits.ts'
import { invented } from '../known-field.ts'
import { Count, NonEmptyText } from '../resources/primitives.ts'

/** Bounds of the parts of an upload (A-limit-3). */
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
