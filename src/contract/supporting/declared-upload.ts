import { type Static, Type } from '@sinclair/typebox'
import { LIMITS } from '../../limits.ts'
import { Count, NonEmptyText } from '../resources/primitives.ts'

/** Bounds of the parts of an upload (A-upload-2). */
export const PART_LIMITS = {
  minBytes: 102_400,
  maxBytes: LIMITS.partBytes.max,
  parts: LIMITS.parts.max,
} as const

/** The declared file of an upload; `size` in bytes, `type` a media type (A-upload-1). */
export const DeclaredUpload = Type.Object({
  name: NonEmptyText,
  type: Type.Optional(Type.String({ maxLength: 200 })),
  size: Count,
  partSizeBytes: Type.Optional(
    Type.Integer({ minimum: PART_LIMITS.minBytes, maximum: PART_LIMITS.maxBytes }),
  ),
})
export type DeclaredUpload = Static<typeof DeclaredUpload>
