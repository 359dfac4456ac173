import { describe, expect, test } from 'vitest'
import { ODD_TEXTS } from '#test/kit/records.ts'
import { assumptionsOf, expectRefusal, expectSuccess, findingsOf } from '#test/kit/replies.ts'
import { startServer, type TestServer } from '#test/kit/server.ts'

interface Detail {
  size: number
  extension: string
  materialOrigin: { id: number; createUser: number }
  collectionInfo: { id: number; groupName: string }[]
  subResList: {
    name: string
    path: string
    size: number
    type: string
    extension: string
    fileFormatType: string
    resType: number
    keyName: string
  }[]
}

const file = { path: 'upload/new/a.png', name: 'a.png', size: 12, type: 'image/png' }

/** The bytes of the upload of the seed. */
const UPLOADED_BYTES = 2_097_152 + 2_097_152 + 734_003

const atomsOf = (
  server: TestServer,
  fileList: object[],
): Promise<{ assetElementIdList: number[] }> => server.result('E16', { fileList })

/** What E4 tells of atoms once they are ingested. */
const ingested = async (server: TestServer, atomIds: readonly number[]): Promise<Detail[]> => {
  const { successMaterialIdList } = await server.result<{ successMaterialIdList: number[] }>(
    'E21',
    { assetIdList: atomIds },
  )
  const { detail } = await server.result<{ detail: Detail[] }>('E4', {
    assetIdList: successMaterialIdList,
  })
  return detail
}

/** The id that the next atom gets; a refused call must not use one up. */
const nextAtomId = async (server: TestServer): Promise<number | undefined> =>
  (await atomsOf(server, [file])).assetElementIdList[0]

describe('E16 create content atoms', () => {
  test('answers one atom per file, in order', async () => {
    const server = await startServer()
    const last = Math.max(...server.fixtures.atoms.ids)
    const fileList = ['a', 'b', 'a'].map((name) => ({ ...file, path: `upload/${name}`, name }))
    const reply = await server.call('E16', { fileList })
    expectSuccess(reply, { assetElementIdList: [last + 1, last + 2, last + 3] })
    const details = await ingested(server, [last + 3, last + 2, last + 1])
    expect(details.map(({ subResList }) => subResList[0]?.name)).toEqual(['a', 'b', 'a'])
  })

  test('answers no atoms for no files', async () => {
    const server = await startServer()
    expectSuccess(await server.call('E16', { fileList: [] }), { assetElementIdList: [] })
  })

  test('remembers the declared facts of a path that was never uploaded, with a finding per file', async () => {
    const server = await startServer()
    const other = { path: 'upload/b.MP4', name: 'Clip.MP4', size: 34, type: 'video/mp4' }
    const reply = await server.call('E16', { fileList: [file, other] })
    expect(findingsOf(reply)).toEqual([
      'path-never-uploaded param.fileList[0].path',
      'path-never-uploaded param.fileList[1].path',
    ])
    expect(assumptionsOf(reply)).toEqual(['A-16-1'])
    const { result } = reply.body as { result: { assetElementIdList: number[] } }
    const details = await ingested(server, result.assetElementIdList)
    expect(
      details.map(({ size, extension, subResList }) => [size, extension, ...subResList]),
    ).toEqual([
      [
        12,
        'png',
        expect.objectContaining({
          name: 'a.png',
          path: 'upload/new/a.png',
          keyName: 'a.png',
          size: 12,
          type: 'image/png',
          extension: 'png',
          fileFormatType: 'picture',
          resType: 0,
        }),
      ],
      [
        34,
        'mp4',
        expect.objectContaining({
          name: 'Clip.MP4',
          path: 'upload/b.MP4',
          keyName: 'b.MP4',
          size: 34,
          type: 'video/mp4',
          extension: 'mp4',
          fileFormatType: 'video',
          resType: 0,
        }),
      ],
    ])
  })

  test('remembers size and type of a completed upload, and needs neither to be declared', async () => {
    const server = await startServer()
    await server.result('E13', server.fixtures.upload)
    const path = server.fixtures.upload.filePath
    const reply = await server.call('E16', { fileList: [{ path, name: 'hero.jpg' }] })
    expect(findingsOf(reply)).toEqual([])
    const { result } = reply.body as { result: { assetElementIdList: number[] } }
    const [detail] = await ingested(server, result.assetElementIdList)
    expect(detail?.size).toBe(UPLOADED_BYTES)
    expect(detail?.subResList[0]).toMatchObject({
      name: 'hero.jpg',
      path,
      size: UPLOADED_BYTES,
      type: 'image/jpeg',
      fileFormatType: 'picture',
    })
  })

  test('remembers the type of the upload when another is declared, with a finding', async () => {
    const server = await startServer()
    await server.result('E13', server.fixtures.upload)
    const path = server.fixtures.upload.filePath
    const reply = await server.call('E16', {
      fileList: [{ path, name: 'hero.jpg', size: UPLOADED_BYTES, type: 'video/mp4' }],
    })
    expect(findingsOf(reply)).toEqual(['type-differs-from-file param.fileList[0].type'])
    const { result } = reply.body as { result: { assetElementIdList: number[] } }
    const [detail] = await ingested(server, result.assetElementIdList)
    expect(detail?.subResList[0]?.type).toBe('image/jpeg')
  })

  test('remembers the acting user as the creator of what becomes of the atom', async () => {
    const server = await startServer()
    const as = 'editor@example.com'
    const { assetElementIdList } = await server.result<{ assetElementIdList: number[] }>(
      'E16',
      { fileList: [file] },
      { as },
    )
    const { successMaterialIdList } = await server.result<{ successMaterialIdList: number[] }>(
      'E21',
      { assetIdList: assetElementIdList },
      { as },
    )
    const { detail } = await server.result<{ detail: Detail[] }>('E4', {
      assetIdList: successMaterialIdList,
    })
    expect(detail.map(({ materialOrigin }) => materialOrigin.createUser)).toEqual([1002])
  })

  test('remembers a file all the way: E13, E16, E21, E4, E22 and E1', async () => {
    const server = await startServer()
    const { upload, collections } = server.fixtures
    const collectionId = collections.editable.id
    const itemCount = async (): Promise<number> => {
      const { list } = await server.result<{ list: { id: number; itemCount: number }[] }>('E1', {})
      return list.find(({ id }) => id === collectionId)?.itemCount ?? Number.NaN
    }
    const before = await itemCount()

    await server.result('E13', upload)
    const { assetElementIdList } = await atomsOf(server, [
      { path: upload.filePath, name: 'hero.jpg', size: UPLOADED_BYTES, type: 'image/jpeg' },
    ])
    const [asset] = await ingested(server, assetElementIdList)
    const assetId = asset?.materialOrigin.id ?? Number.NaN
    expect(asset).toMatchObject({ size: UPLOADED_BYTES, extension: 'jpg', collectionInfo: [] })

    await server.result('E22', { collectionId, assetIds: [assetId] })
    expect(await itemCount()).toBe(before + 1)
    const { detail } = await server.result<{ detail: Detail[] }>('E4', { assetIdList: [assetId] })
    expect(detail[0]?.collectionInfo).toEqual([
      { id: collectionId, groupName: '共享工作区 Shared Workspace' },
    ])
  })

  test.each(Object.entries(ODD_TEXTS))('remembers %s unchanged', async (_name, text) => {
    const server = await startServer()
    const { assetElementIdList } = await atomsOf(server, [{ path: text, name: text, type: text }])
    const [detail] = await ingested(server, assetElementIdList)
    expect(detail?.subResList[0]).toMatchObject({ path: text, name: text, type: text })
  })

  test('answers a null in an optional field like its absence, with a finding per field', async () => {
    const server = await startServer()
    const reply = await server.call('E16', { fileList: [{ ...file, size: null, type: null }] })
    expect(findingsOf(reply)).toEqual([
      'null-as-absent param.fileList[0].size',
      'null-as-absent param.fileList[0].type',
      'path-never-uploaded param.fileList[0].path',
    ])
    const { result } = reply.body as { result: { assetElementIdList: number[] } }
    const [detail] = await ingested(server, result.assetElementIdList)
    expect(detail?.subResList[0]).toMatchObject({ size: 0, type: 'application/octet-stream' })
  })

  test('answers with unknown fields as without, with a finding per field', async () => {
    const server = await startServer()
    const reply = await server.call('E16', { folder: 1, fileList: [{ ...file, md5: 'x' }] })
    expectSuccess(reply, { assetElementIdList: [700_005] })
    expect(findingsOf(reply)).toEqual([
      'unknown-field param.folder',
      'unknown-field param.fileList[0].md5',
      'path-never-uploaded param.fileList[0].path',
    ])
  })

  test('refuses a path that was never uploaded in the variant refused of A-16-1', async () => {
    const server = await startServer({ variants: { 'A-16-1': 'refused' } })
    const { upload } = server.fixtures
    await server.result('E13', upload)
    const uploaded = { path: upload.filePath, name: 'hero.jpg' }
    const reply = await server.call('E16', { fileList: [uploaded, file] })
    expectRefusal(reply, '90030020', 'param.fileList[1].path', 'upload/new/a.png')
    expect(assumptionsOf(reply)).toEqual(['A-16-1'])
    expect(await atomsOf(server, [uploaded])).toEqual({ assetElementIdList: [700_005] })
  })

  test('refuses the path of an upload that is not completed in the variant refused of A-16-1', async () => {
    const server = await startServer({ variants: { 'A-16-1': 'refused' } })
    const { filePath } = server.fixtures.upload
    const reply = await server.call('E16', { fileList: [{ path: filePath, name: 'hero.jpg' }] })
    expectRefusal(reply, '90030020', 'param.fileList[0].path', filePath)
  })

  test.each([12, 0, UPLOADED_BYTES + 1])(
    'refuses the wrong size %i of a completed upload, and the whole call with it',
    async (size) => {
      const server = await startServer()
      const { upload } = server.fixtures
      await server.result('E13', upload)
      const wrong = { path: upload.filePath, name: 'hero.jpg', size }
      const reply = await server.call('E16', { fileList: [file, wrong] })
      const words = `param.fileList[1].size is ${size}, but the uploaded file has ${UPLOADED_BYTES} bytes`
      expectRefusal(reply, '90030021', words)
      expect(await nextAtomId(server)).toBe(700_005)
    },
  )

  test.each([
    [undefined, '90020001', 'param.fileList is missing; expected an array'],
    [null, '90020001', 'param.fileList is missing; expected an array'],
    [file, '90020002', 'param.fileList must be an array, got an object'],
    [[file, null], '90020002', 'param.fileList[1] must be an object, got null'],
    [[file, 'a.png'], '90020002', 'param.fileList[1] must be an object, got a string'],
    [[{ name: 'a.png' }], '90020001', 'param.fileList[0].path is missing; expected a string'],
    [[{ ...file, path: '' }], '90020003', 'param.fileList[0].path must not be empty'],
    [[{ path: 'a' }], '90020001', 'param.fileList[0].name is missing; expected a string'],
    [[{ ...file, name: null }], '90020001', 'param.fileList[0].name is missing'],
    [[{ ...file, name: '' }], '90020003', 'param.fileList[0].name must not be empty'],
    [[file, { ...file, size: -1 }], '90020003', 'param.fileList[1].size must be at least 0'],
    [[{ ...file, size: '12' }], '90020002', 'param.fileList[0].size must be an integer'],
    [[{ ...file, size: 1.5 }], '90020002', 'param.fileList[0].size must be an integer'],
    [[{ ...file, type: 1 }], '90020002', 'param.fileList[0].type must be a string'],
  ])('refuses fileList %j, names the field and makes no atom', async (fileList, code, words) => {
    const server = await startServer()
    expectRefusal(await server.call('E16', { fileList }), code, words)
    expect(await nextAtomId(server)).toBe(700_005)
  })
})
