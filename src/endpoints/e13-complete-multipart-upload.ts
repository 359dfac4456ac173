import { Type } from '@sinclair/typebox'
import { completeUpload, mergeParts } from '../domain/uploads/complete-upload.ts'
import { defineEndpoint } from '../http/define-endpoint.ts'
import { Filled, Int } from '../resources/primitives.ts'

/** E13. Merge the parts of an upload that has them all. */
export default defineEndpoint({
  id: 'E13',
  summary: 'Complete multipart upload',
  path: '/open-api/standard/v1/file/complete-multipart-upload',
  param: Type.Object({
    filePath: Filled,
    uploadId: Filled,
    partETags: Type.Array(Type.Object({ partNumber: Int, etag: Type.String() })),
  }),
  result: Type.Boolean(),
  assumes: ['A-13-1', 'A-13-2'],
  prepare: (call) => mergeParts(call, call.param),
  handle: (call, merged) => completeUpload(call, call.param, merged),
})
