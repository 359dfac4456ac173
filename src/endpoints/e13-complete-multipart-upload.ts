import { again, example } from '../contract/example.ts'
import { field } from '../contract/resources/primitives.ts'
import { UploadCompletion } from '../contract/resources/upload-shapes.ts'
import { completeUpload, hasPartsToMerge, mergeParts } from '../domain/uploads/complete-upload.ts'
import { defineEndpoint } from '../http/define-endpoint.ts'
import { PART_BODY } from '../http/request.ts'

export default defineEndpoint({
  id: 'E13',
  summary: 'Complete multipart upload',
  summaryInChinese: '完成分片上传',
  tag: 'Uploads',
  description: 'Merges the parts of an upload into one file.',
  path: '/open-api/standard/v1/file/complete-multipart-upload',
  access: 'report',
  outcomes: { 'completed-upload': 'answered for an upload that was completed already' },
  param: UploadCompletion,
  bodyLimit: PART_BODY,
  result: field.flag('true: the parts are merged.', 'A-13-1', 'A-13-3'),
  refuses: [
    'unknownUpload',
    'wrongUploadPath',
    'wrongParts',
    'abortedUpload',
    'expiredUpload',
    'completedUpload',
  ],
  onlyWith: {
    completedUpload: ['A-13-3=refused'],
    'completed-upload': ['A-13-3=true-again'],
  },
  assumes: ['A-13-1', 'A-13-3', 'A-upload-1', 'A-limit-3'],
  sample: ({ upload }) => upload,
  examples: [
    example('success', 'All parts have arrived'),
    again('E13', 'completed-upload'),
    example('unknownUpload', 'An upload that was never begun', { uploadId: 'none' }),
    example('wrongUploadPath', 'The path of another upload', { filePath: 'upload/other.jpg' }),
    example('wrongParts', 'A part is not listed', (param, { upload }) => ({
      ...param,
      partETags: upload.partETags.slice(1),
    })),
  ],
  waits: (store, { uploadId }) => hasPartsToMerge(store, uploadId),
  prepare: (call) => mergeParts(call, call.param),
  handle: (call, merged) => completeUpload(call, call.param, merged),
})
