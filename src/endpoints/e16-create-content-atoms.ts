import { Type } from '@sinclair/typebox'
import { example } from '../contract/example.ts'
import { shown } from '../contract/known-field.ts'
import { DeclaredFile } from '../contract/resources/asset-shapes.ts'
import { ClosedObject, Id, ListOf } from '../contract/resources/primitives.ts'
import { createAtoms, hasUploadedFile, readUploadedFiles } from '../domain/assets/create-atoms.ts'
import { defineEndpoint } from '../http/define-endpoint.ts'
import { LIMITS } from '../kernel/limits.ts'

export default defineEndpoint({
  id: 'E16',
  summary: 'Create content atoms',
  summaryInChinese: '创建原子素材',
  tag: 'Assets',
  description:
    'Creates atoms from uploaded files, with size, type and dimensions read from the bytes.',
  path: '/open-api/standard/v2/asset-element/upload',
  access: 'write',
  hasUserHeader: true,
  outcomes: { 'never-uploaded': 'answered for a path that was never uploaded' },
  param: Type.Object({
    fileList: shown(
      ListOf(DeclaredFile, LIMITS.filesOfCall),
      'Files to make atoms of, at most 100.',
      'A-limit-3',
    ),
  }),
  result: shown(
    ClosedObject({
      assetElementIdList: shown(
        Type.Array(Id),
        'Ids of the atoms, in the order of the files.',
        'A-id-1',
      ),
    }),
    'The created atoms.',
  ),
  refuses: [
    'neverUploaded',
    'openUpload',
    'abortedUpload',
    'expiredUpload',
    'wrongSize',
    'wrongFormat',
    'busyFiles',
  ],
  onlyWith: {
    neverUploaded: ['A-16-1=refused'],
    'never-uploaded': ['A-16-1=placeholder'],
    openUpload: ['A-16-1.taken=refused'],
    abortedUpload: ['A-16-1.taken=refused'],
    expiredUpload: ['A-16-1.taken=refused'],
  },
  assumes: ['A-16-1', 'A-16-2', 'A-13-1', 'A-id-1', 'A-4-7', 'A-limit-3'],
  // Nothing but their places links ids to the files of the request.
  variation: { ordered: { assetElementIdList: () => true } },
  sample: () => ({
    fileList: [{ path: 'upload/a.png', name: 'a.png', size: 12, type: 'image/png' }],
  }),
  examples: [
    {
      ...example('success', 'The file of a merged upload', (_, { upload }) => ({
        fileList: [{ path: upload.filePath, name: 'hero.jpg', size: 258_568, type: 'image/jpeg' }],
      })),
      after: 'E13',
    },
    example('never-uploaded', 'A path without an upload; the atom has the declared facts'),
    {
      ...example('wrongSize', 'Another size than that of the merged upload', (_, { upload }) => ({
        fileList: [{ path: upload.filePath, name: 'hero.jpg', size: 1, type: 'image/jpeg' }],
      })),
      after: 'E13',
    },
    example('wrongFormat', 'The kind of a text as media type', {
      fileList: [{ path: 'upload/a', name: 'a', size: 12, type: 'content_text' }],
    }),
    example('missingField', 'Without the path', {
      fileList: [{ name: 'a.png', size: 12, type: 'image/png' }],
    }),
  ],
  waits: (store, { fileList }) => hasUploadedFile(store, fileList),
  prepare: (call) => readUploadedFiles(call, call.param.fileList),
  handle: (call, uploaded) => ({
    assetElementIdList: createAtoms(call, call.param.fileList, uploaded),
  }),
})
