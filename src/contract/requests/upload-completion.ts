import { type Static, Type } from '@sinclair/typebox'
import { LIMITS } from '../../limits.ts'
import { Int, ListOf, NonEmptyText, Text } from '../resources/primitives.ts'

/** The upload that E13 completes, with the parts as the caller knows them. */
export const UploadCompletion = Type.Object({
  filePath: NonEmptyText,
  uploadId: NonEmptyText,
  partETags: ListOf(Type.Object({ partNumber: Int, etag: Text }), LIMITS.listedParts),
})
export type UploadCompletion = Static<typeof UploadCompletion>
