import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { DATA_FINDINGS } from '#src/contract/findings/catalogue.ts'
import type { Reply } from '#test/kit/http.ts'
import { callPortal } from '#test/kit/portal.ts'
import { freshFolder } from '#test/kit/process.ts'
import { samplesOf } from '#test/kit/samples.ts'
import type { ServerOptions, TestServer } from '#test/kit/server.ts'
import {
  abort,
  begin,
  complete,
  completionOf,
  filesBelow,
  payloadOf,
  sendPart,
  sendSingle,
  sha256Of,
  uploadPieces,
  uploadWhole,
} from '#test/kit/uploads.ts'
import type { FindingCase, FindingCases } from './finding-case.ts'

const FILE = Buffer.from('a text in a file\n')

const withVariants = (variants: ServerOptions['variants']) => () => ({
  ...(variants && { variants }),
})

const filter = (server: TestServer, code: string, value: string): Promise<Reply> =>
  callPortal(server, 'E6', {
    blockId: server.fixtures.portal.blockId,
    filterConditionList: [{ type: 1, code, value: [value] }],
  })

const atomOf = (server: TestServer, path: string, more: object = {}): Promise<Reply> =>
  server.call('E16', { fileList: [{ path, name: 'a.txt', ...more }] })

const uploaded = (server: TestServer): Promise<string> => uploadWhole(server, 'a.txt', [FILE])

const ofUploaded: FindingCase['nearMiss'] = async (server) => atomOf(server, await uploaded(server))

const shipped = async (server: TestServer, name: string): Promise<Reply> => {
  const bytes = readFileSync(new URL(`../../../files/${name}`, import.meta.url))
  const { filePath } = payloadOf<{ filePath: string }>(await sendSingle(server, name, bytes))
  return server.call('E16', { fileList: [{ path: filePath, name }] })
}

const ofSize = async (server: TestServer, declared: number): Promise<Reply> => {
  const upload = await begin(server, { name: 'a.txt', size: declared })
  const part = await sendPart(server, upload.uploadId, 1, FILE)
  return complete(server, completionOf(upload, [part]))
}

const completeTwo = async (server: TestServer, isReversed: boolean): Promise<Reply> => {
  const upload = await uploadPieces(server, 'a', [Buffer.alloc(102_400), FILE])
  if (isReversed) upload.partETags.reverse()
  return complete(server, upload)
}

const addTo = (server: TestServer, id: number): Promise<Reply> =>
  server.call('E22', { collectionId: server.fixtures.collections.editable.id, assetIds: [id] })

const release = (server: TestServer, releaseTime: string): Promise<Reply> =>
  server.call('E15', { ...server.fixtures.creative, releaseTime })

/** Renames one value of the fixtures twice in one call. */
const rename = (server: TestServer, ...names: string[]) => {
  const { attrCode, values } = server.fixtures.metadata
  const attrValueCode = values[0]?.attrValueCode
  const attrValueList = names.map((attrValueName) => ({ attrValueCode, attrValueName }))
  return server.call('E20', { attrCode, attrValueList })
}

const [FILE_ID, UNKNOWN_ID] = [500_003, 424_242]

let folder = ''

export const DATA_CASES: FindingCases<keyof typeof DATA_FINDINGS> = {
  'unknown-filter-code': {
    trigger: (server) => filter(server, 'tag', server.fixtures.portal.tag),
    nearMiss: (server) => filter(server, 'tags', server.fixtures.portal.tag),
    field: 'filterConditionList[0].code',
  },
  'unknown-filter-value': {
    trigger: (server) => {
      const { attrCode, values } = server.fixtures.metadata
      return filter(server, attrCode, values[0]?.attrValueName ?? '')
    },
    nearMiss: (server) => {
      const { attrCode, values } = server.fixtures.metadata
      return filter(server, attrCode, values[0]?.attrValueCode ?? '')
    },
    field: 'filterConditionList[0].value',
  },
  'path-never-uploaded': {
    trigger: (server) => atomOf(server, 'upload/a.txt'),
    nearMiss: ofUploaded,
    field: 'param.fileList[0].path',
  },
  'size-below-picture': {
    trigger: (server) => atomOf(server, 'upload/a.png', { type: 'image/png', size: 69 }),
    nearMiss: (server) => atomOf(server, 'upload/a.png', { type: 'image/png', size: 70 }),
    field: 'param.fileList[0].size',
  },
  'upload-not-completed': {
    trigger: async (server) => atomOf(server, (await uploadPieces(server, 'a', [FILE])).filePath),
    nearMiss: ofUploaded,
    field: 'param.fileList[0].path',
  },
  'upload-ended': {
    trigger: async (server) => {
      const { uploadId, filePath } = await uploadPieces(server, 'a', [FILE])
      await abort(server, uploadId)
      return atomOf(server, filePath)
    },
    // Aborting an upload that is completed changes nothing.
    nearMiss: async (server) => {
      const completion = await uploadPieces(server, 'a', [FILE])
      await complete(server, completion)
      await abort(server, completion.uploadId)
      return atomOf(server, completion.filePath)
    },
    field: 'param.fileList[0].path',
  },
  'empty-list': {
    trigger: (server) => server.call('E9', { ...samplesOf(server.fixtures).E9, objects: [] }),
    // Without ids E8 answers nobody, which does no harm.
    nearMiss: (server) => server.call('E8', { userIds: [] }),
    field: 'param.objects',
  },
  'archive-root': {
    trigger: (server) => server.call('E17', { groupPath: ['PRODUCT/TEA', 'PRODUCT'] }),
    nearMiss: (server) => server.call('E17', { groupPath: ['PRODUCT/TEA'] }),
    field: 'param.groupPath[1]',
  },
  'repeated-value': {
    trigger: (server) => rename(server, 'One', 'Another'),
    nearMiss: (server) => rename(server, 'One', 'One'),
    field: 'param.attrValueList[1].attrValueCode',
  },
  'path-in-other-form': {
    trigger: (server) => server.call('E17', { groupPath: ['product/tea/'] }),
    nearMiss: (server) => server.call('E17', { groupPath: ['PRODUCT/TEA'] }),
    field: 'param.groupPath[0]',
  },
  'parts-out-of-order': {
    trigger: (server) => completeTwo(server, true),
    nearMiss: (server) => completeTwo(server, false),
    field: 'param.partETags',
  },
  'inactive-user': {
    trigger: (server) => {
      const sql = 'UPDATE users SET status = 0 WHERE id = 1002'
      server.workspace.store.sqlite.exec(sql)
      return server.call('E9', samplesOf(server.fixtures).E9)
    },
    nearMiss: (server) => server.call('E9', samplesOf(server.fixtures).E9),
    field: 'param.assignees.task1',
  },
  'unknown-sort': {
    options: withVariants({ 'A-1-2': 'default' }),
    trigger: (server) => server.call('E1', { sortBy: { field: 'size', sort: 'desc' } }),
    nearMiss: (server) => server.call('E1', { sortBy: { field: 'itemCount', sort: 'asc' } }),
    field: 'param.sortBy.field',
  },
  'unknown-scope': {
    options: withVariants({ 'A-1-1': 'everything' }),
    trigger: (server) => server.call('E1', { scope: 4 }),
    nearMiss: (server) => server.call('E1', { scope: 3 }),
    field: 'param.scope',
  },
  'page-size-clamped': {
    options: withVariants({ 'A-page-1': 'clamped' }),
    trigger: (server) => server.call('E1', { pageSize: 1_001 }),
    nearMiss: (server) => server.call('E1', { pageSize: 1_000 }),
    field: 'param.pageSize',
  },
  'unknown-passed-over': {
    options: withVariants({ 'A-22-2': 'known-only' }),
    trigger: (server) => addTo(server, UNKNOWN_ID),
    nearMiss: (server) => addTo(server, server.fixtures.assets.ids[0] ?? 0),
    field: 'param.assetIds[0]',
  },
  'release-in-the-past': {
    options: withVariants({ 'A-15-2': 'finding' }),
    trigger: (server) => release(server, '2001-02-03 04:05:06'),
    nearMiss: (server) => release(server, '2099-02-03 04:05:06'),
    field: 'param.releaseTime',
  },
  'type-differs-from-file': {
    trigger: async (server) => atomOf(server, await uploaded(server), { type: 'image/png' }),
    nearMiss: async (server) => atomOf(server, await uploaded(server), { type: 'TEXT/plain' }),
    field: 'param.fileList[0].type',
  },
  'size-differs-from-declared': {
    options: withVariants({ 'A-13-1': 'finding' }),
    trigger: (server) => ofSize(server, FILE.length + 1),
    nearMiss: (server) => ofSize(server, FILE.length),
  },
  'bytes-missing': {
    options: () => {
      folder = freshFolder()
      return { env: { SANDBOX_DATA: folder } }
    },
    trigger: async (server) => {
      const path = await uploaded(server)
      for (const file of filesBelow(folder))
        if (file.endsWith(sha256Of(FILE))) rmSync(join(folder, file))
      return atomOf(server, path)
    },
    nearMiss: ofUploaded,
    field: 'param.fileList[0].path',
  },
  'unreadable-file': {
    trigger: (server) => shipped(server, 'xml-bomb.svg'),
    nearMiss: (server) => shipped(server, 'truncated.jpg'),
    field: 'param.fileList[0].path',
  },
  'file-id-for-asset': {
    trigger: (server) => server.call('E4', { assetIdList: [FILE_ID] }),
    nearMiss: (server) => server.call('E4', { assetIdList: [UNKNOWN_ID] }),
    field: 'param.assetIdList[0]',
  },
  'atom-id-for-asset': {
    trigger: (server) => server.call('E4', { assetIdList: [server.fixtures.atoms.ids[0]] }),
    nearMiss: async (server) => {
      const ingested = await server.call('E21', { assetIdList: [server.fixtures.atoms.ids[0]] })
      const { successMaterialIdList } = payloadOf<{ successMaterialIdList: number[] }>(ingested)
      return server.call('E4', { assetIdList: successMaterialIdList })
    },
    field: 'param.assetIdList[0]',
  },
  'asset-id-for-atom': {
    trigger: (server) => server.call('E21', { assetIdList: [server.fixtures.assets.ids[0]] }),
    nearMiss: (server) => server.call('E21', { assetIdList: [server.fixtures.atoms.ids[0]] }),
    field: 'param.assetIdList[0]',
  },
  'file-id-for-atom': {
    trigger: (server) => server.call('E21', { assetIdList: [FILE_ID] }),
    nearMiss: (server) => server.call('E21', { assetIdList: [UNKNOWN_ID] }),
    field: 'param.assetIdList[0]',
  },
}
