import { Type } from '@sinclair/typebox'
import { ClosedObject, Count, Id } from '../contract/resources/primitives.ts'
import { createAtoms, readUploadedFiles } from '../domain/assets/create-atoms.ts'
import { defineEndpoint } from '../http/define-endpoint.ts'
import { LIMITS } from '../limits.ts'

/** E16. Create content atoms from uploaded files, one per file, in order. */
export default defineEndpoint({
  id: 'E16',
  summary: 'Create content atoms',
  description: 'Makes atoms of uploaded files, with size, type and dimensions read from the bytes.',
  path: '/open-api/standard/v2/asset-element/upload',
  param: Type.Object({
    fileList: Type.Array(
      Type.Object({
        path: Type.String({ minLength: 1, maxLength: LIMITS.filePathCharacters.max }),
        name: Type.String({ minLength: 1, maxLength: LIMITS.fileNameCharacters.max }),
        size: Type.Optional(Count),
        type: Type.Optional(Type.String({ maxLength: LIMITS.mediaTypeCharacters.max })),
      }),
      { maxItems: LIMITS.filesOfCall.max },
    ),
  }),
  result: ClosedObject({ assetElementIdList: Type.Array(Id) }),
  assumes: ['A-16-1', 'A-16-2', 'A-16-3'],
  prepare: (call) => readUploadedFiles(call, call.param.fileList),
  handle: (call, uploaded) => ({
    assetElementIdList: createAtoms(call, call.param.fileList, uploaded),
  }),
})
