import { type Static, Type } from '@sinclair/typebox'
import { ClosedObject, Count } from '../resources/primitives.ts'

/** A part as it is listed: number, MD5 of its bytes, size in bytes. */
export const ArrivedPart = ClosedObject({ partNumber: Count, etag: Type.String(), size: Count })
export type ArrivedPart = Static<typeof ArrivedPart>

/** An upload with the parts that have arrived, by their numbers. */
export const UploadState = ClosedObject({
  uploadId: Type.String(),
  filePath: Type.String(),
  status: Type.String(),
  parts: Type.Array(ArrivedPart),
})
export type UploadState = Static<typeof UploadState>
