import { Type } from '@sinclair/typebox'
import { shown } from '../contract/known-field.ts'
import { UploadCompletion } from '../contract/requests/upload-completion.ts'
import { completeUpload, hasPartsToMerge, mergeParts } from '../domain/uploads/complete-upload.ts'
import { PART_BODY } from '../http/body-limit.ts'
import { defineEndpoint } from '../http/define-endpoint.ts'

/** E13. Merge the parts of an upload that has them all. */
export default defineEndpoint({
  id: 'E13',
  summary: 'Complete multipart upload',
  description: 'Merges the parts of an upload into one file.',
  path: '/open-api/standard/v1/file/complete-multipart-upload',
  access: 'report',
  outcomes: { 'completed-upload': 'answered for an upload that was completed already' },
  param: UploadCompletion,
  bodyLimit: PART_BODY,
  result: shown(Type.Boolean(), 'true: the parts are merged.', 'A-13-1', 'A-13-3'),
  refuses: [
    'unknownUpload',
    'wrongUploadPath',
    'wrongParts',
    'abortedUpload',
    'expiredUpload',
    'completedUpload',
  ],
  assumes: ['A-13-1', 'A-13-3'],
  waits: (store, { uploadId }) => hasPartsToMerge(store, uploadId),
  prepare: (call) => mergeParts(call, call.param),
  handle: (call, merged) => completeUpload(call, call.param, merged),
})
