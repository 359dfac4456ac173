import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { SubResource } from '#src/contract/resources/asset-detail.ts'
import { LIMITS } from '#src/limits.ts'
import { otherWorkspace, seedRows } from '#test/kit/databases.ts'
import { md5Of } from '#test/kit/downloads.ts'
import { ODD_TEXTS } from '#test/kit/records.ts'
import { assumptionsOf, expectRefusal, expectSuccess, findingsOf } from '#test/kit/replies.ts'
import { injectServer, type ServerOptions, type TestServer } from '#test/kit/server.ts'
import {
  abort,
  begin,
  bytesFrom,
  complete,
  cut,
  download,
  MIN_PART_BYTES,
  makeAsset,
  payloadOf,
  sendPart,
  sendSingle,
  uploadPieces,
  uploadWhole,
} from '#test/kit/uploads.ts'

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
const [{ file: uploadedFile } = { file: '' }] = seedRows<{ file: string }>(
  'minimal',
  'uploads',
  'uploads',
)
const UPLOADED_BYTES = statSync(
  join(import.meta.dirname, '../../seed/minimal/files', uploadedFile),
).size

const atomsOf = (
  server: TestServer,
  fileList: object[],
): Promise<{ assetElementIdList: number[] }> => server.result('E16', { fileList })

/** The answer of E4 for atoms after they are ingested. */
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

/** The id of the next atom; a refused call must not use one. */
const nextAtomId = async (server: TestServer): Promise<number | undefined> =>
  (await atomsOf(server, [file])).assetElementIdList[0]

describe('E16 create content atoms', () => {
  test('answers one atom per file, in order', async () => {
    const server = await injectServer()
    const last = Math.max(...server.fixtures.atoms.ids)
    const fileList = ['a', 'b', 'a'].map((name) => ({ ...file, path: `upload/${name}`, name }))
    const reply = await server.call('E16', { fileList })
    expectSuccess(reply, { assetElementIdList: [last + 1, last + 2, last + 3] })
    const details = await ingested(server, [last + 3, last + 2, last + 1])
    expect(details.map(({ subResList }) => subResList[0]?.name)).toEqual(['a', 'b', 'a'])
  })

  test('remembers the declared facts of a path that was never uploaded, with a finding per file', async () => {
    const server = await injectServer()
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
    const server = await injectServer()
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
    const server = await injectServer()
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
    const server = await injectServer()
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
    const server = await injectServer()
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

  const longest = {
    path: '屿'.repeat(LIMITS.filePathCharacters.max),
    name: '屿'.repeat(LIMITS.fileNameCharacters.max),
    type: '屿'.repeat(LIMITS.mediaTypeCharacters.max),
  }
  const odd = Object.entries(ODD_TEXTS)
    .filter(([, { length }]) => length <= longest.type.length)
    .map(([name, text]) => [name, { path: text, name: text, type: text }] as const)

  test.each([...odd, ['the longest texts', longest] as const])(
    'remembers %s unchanged',
    async (_name, texts) => {
      const server = await injectServer()
      const { assetElementIdList } = await atomsOf(server, [texts])
      const [detail] = await ingested(server, assetElementIdList)
      expect(detail?.subResList[0]).toMatchObject(texts)
    },
  )

  test('answers a null in an optional field like its absence, with a finding per field', async () => {
    const server = await injectServer()
    const reply = await server.call('E16', { fileList: [{ ...file, size: null, type: null }] })
    expect(findingsOf(reply)).toEqual([
      'path-never-uploaded param.fileList[0].path',
      'null-as-absent param.fileList[0].size',
      'null-as-absent param.fileList[0].type',
    ])
    const { result } = reply.body as { result: { assetElementIdList: number[] } }
    const [detail] = await ingested(server, result.assetElementIdList)
    expect(detail?.subResList[0]).toMatchObject({ size: 0, type: 'application/octet-stream' })
  })

  test('answers with unknown fields as without, with a finding per field', async () => {
    const server = await injectServer()
    const reply = await server.call('E16', { folder: 1, fileList: [{ ...file, md5: 'x' }] })
    expectSuccess(reply, { assetElementIdList: [700_005] })
    expect(findingsOf(reply)).toEqual([
      'unknown-field param.folder',
      'unknown-field param.fileList[0].md5',
      'path-never-uploaded param.fileList[0].path',
    ])
  })

  test('refuses a path that was never uploaded in the variant refused of A-16-1', async () => {
    const server = await injectServer({ variants: { 'A-16-1': 'refused' } })
    const { upload } = server.fixtures
    await server.result('E13', upload)
    const uploaded = { path: upload.filePath, name: 'hero.jpg' }
    const reply = await server.call('E16', { fileList: [uploaded, file] })
    expectRefusal(reply, '90030020', 'param.fileList[1].path', 'upload/new/a.png')
    expect(assumptionsOf(reply)).toEqual(['A-16-1'])
    expect(await atomsOf(server, [uploaded])).toEqual({ assetElementIdList: [700_005] })
  })

  test('refuses the path of an upload that is not completed in the variant refused of A-16-1', async () => {
    const server = await injectServer({ variants: { 'A-16-1': 'refused' } })
    const { filePath } = server.fixtures.upload
    const reply = await server.call('E16', { fileList: [{ path: filePath, name: 'hero.jpg' }] })
    expectRefusal(reply, '90030020', 'param.fileList[0].path', filePath)
  })

  test('refuses the path of an open upload alone in the variant refused of A-16-1.taken', async () => {
    const server = await injectServer({ variants: { 'A-16-1.taken': 'refused' } })
    const { upload } = server.fixtures
    const open = { path: upload.filePath, name: 'hero.jpg' }
    const reply = await server.call('E16', { fileList: [file, open] })
    const words = ['param.fileList[1].path', upload.uploadId, 'merge its parts with E13 first']
    expectRefusal(reply, '90030060', ...words)
    expect(assumptionsOf(reply)).toContain('A-16-1')
    expect(await nextAtomId(server)).toBe(700_005)
    await server.result('E13', upload)
    expect(await atomsOf(server, [open])).toEqual({ assetElementIdList: [700_006] })
  })

  test('refuses the path of an expired upload alone in the variant refused of A-16-1.taken', async () => {
    const server = await injectServer({ variants: { 'A-16-1.taken': 'refused' } })
    const { filePath, uploadId } = await begin(server, { name: 'x', size: 5 })
    const path = { path: filePath, name: 'x' }
    server.workspace.clock.set({ mode: 'offset', offsetMs: 2 * 86_400_000 })
    const reply = await server.call('E16', { fileList: [file, path] })
    expectRefusal(reply, '90030024', 'param.fileList[1].path', uploadId, 'has expired')
    expect(assumptionsOf(reply)).toContain('A-16-1')
  })

  test.each([0, UPLOADED_BYTES + 1])(
    'refuses the wrong size %i of a completed upload, and the whole call with it',
    async (size) => {
      const server = await injectServer()
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
    const server = await injectServer()
    expectRefusal(await server.call('E16', { fileList }), code, words)
    expect(await nextAtomId(server)).toBe(700_005)
  })
})

/** Facts of a file read with other programs (`test/files/README.md`); stored dimensions. */
interface KnownFacts {
  file: string
  mediaType: string
  sizeBytes: number
  md5: string
  width: number | null
  height: number | null
  orientation: number | null
  rotation?: number
  durationMs: number | null
  words: number | null
}

const FILES = join(import.meta.dirname, '../files')

const fileBytes = (name: string): Buffer => readFileSync(join(FILES, name))

const KNOWN: KnownFacts[] = JSON.parse(readFileSync(join(FILES, 'facts.json'), 'utf8'))

/** Sends a test file in one request and returns its path. */
const send = async (server: TestServer, name: string, type?: string): Promise<string> =>
  payloadOf<{ filePath: string }>(await sendSingle(server, name, fileBytes(name), type)).filePath

/** The answer of E4 for all known files, made into assets by one call, by name. */
const shownFacts = async (options: ServerOptions): Promise<Record<string, unknown>> => {
  const server = await injectServer(options)
  const fileList = []
  for (const { file, mediaType, sizeBytes } of KNOWN)
    fileList.push({
      path: await send(server, file),
      name: file,
      type: mediaType.toUpperCase(),
      size: sizeBytes,
    })
  const reply = await server.call('E16', { fileList })
  expect(findingsOf(reply)).toEqual([])
  const { assetElementIdList } = payloadOf<{ assetElementIdList: number[] }>(reply)
  const details = await ingested(server, assetElementIdList)
  const parts = details.map(({ size, subResList: [part] }) => {
    expect(part?.size).toBe(size)
    return part as unknown as SubResource
  })
  return Object.fromEntries(
    parts.map(({ name, type, size, uniMd5, width, height, duration, wordNum }, index) => {
      const isCounted = KNOWN[index]?.words !== null || !type.startsWith('text/')
      const words = isCounted ? { wordNum } : {}
      return [name, { type, size, uniMd5, width, height, duration, ...words }]
    }),
  )
}

/** The same by other programs. */
const knownFacts = (): Record<string, unknown> =>
  Object.fromEntries(
    KNOWN.map((known) => {
      const isTurned = (known.orientation ?? 1) >= 5 || (known.rotation ?? 0) % 180 !== 0
      const { width, height } = known
      const isCounted = known.words !== null || !known.mediaType.startsWith('text/')
      const facts = {
        type: known.mediaType,
        size: known.sizeBytes,
        uniMd5: known.md5,
        ...(isTurned ? { width: height, height: width } : { width, height }),
        duration: known.durationMs,
        ...(isCounted && { wordNum: known.words }),
      }
      return [known.file, facts]
    }),
  )

describe('E16 of files that were uploaded', () => {
  test('remembers of every kind of file what other programs read in it, sides as they are shown', async () => {
    expect(await shownFacts({})).toEqual(knownFacts())
  })

  test.each([
    ['a text that is called a picture', 'text.png', 'image/png', ['type-differs-from-file']],
    ['a picture that is called a text', 'plain.jpg', 'text/plain', ['type-differs-from-file']],
    ['a picture that is called another', 'plain.jpg', 'image/png', ['type-differs-from-file']],
    ['a picture in capitals', 'plain.jpg', 'IMAGE/JPEG', []],
    ['a picture with parameters', 'plain.jpg', 'image/jpeg; quality=1', []],
    ['a picture by an old name', 'plain.jpg', 'image/jpg', []],
    ['a picture of no type', 'plain.jpg', '', []],
    [
      'a picture of the vaguest type',
      'plain.jpg',
      'application/octet-stream',
      ['type-differs-from-file'],
    ],
    ['a sound by an old name', 'sound.wav', 'audio/x-wav', []],
    ['a table as text', 'table.csv', 'text/plain', ['type-differs-from-file']],
  ])(
    'answers %s with findings of the type as they should be',
    async (_name, name, type, findings) => {
      const server = await injectServer()
      const path = await send(server, name)
      const reply = await server.call('E16', { fileList: [file, { path, name, type }] })
      expect(findingsOf(reply)).toEqual([
        'path-never-uploaded param.fileList[0].path',
        ...findings.map((code) => `${code} param.fileList[1].type`),
      ])
    },
  )

  test.each<[string, Partial<SubResource>, string[]]>([
    ['text.png', { type: 'text/plain', width: null, height: null, fileFormatType: 'document' }, []],
    ['empty.bin', { type: 'application/octet-stream', size: 0, uniMd5: md5Of('') }, []],
    ['truncated.jpg', { type: 'image/jpeg', width: 320, height: 200 }, []],
    ['bomb.png', { type: 'image/png', width: 30_000, height: 30_000 }, []],
    ['bomb.zip', { type: 'application/zip', fileFormatType: 'archive' }, []],
    ['xml-bomb.svg', { type: 'image/svg+xml' }, ['unreadable-file param.fileList[0].path']],
  ])(
    'answers %s, which is there to do harm, and remembers its bytes',
    async (name, facts, findings) => {
      const server = await injectServer()
      const bytes = fileBytes(name)
      const asset = await makeAsset(server, { path: await send(server, name), name })
      expect(asset).toMatchObject({ ...facts, size: bytes.length, uniMd5: md5Of(bytes) })
      expect(asset.findings).toEqual(findings)
      expect((await download(asset.downloadUrl)).equals(bytes)).toBe(true)
    },
  )

  test('remembers the facts of a file that was merged of parts cut in its middle', async () => {
    const server = await injectServer()
    const picture = fileBytes('bomb.png')
    const pieces = cut(picture, MIN_PART_BYTES)
    expect(pieces).toHaveLength(2)
    const path = await uploadWhole(server, 'x.png', pieces)
    const asset = await makeAsset(server, { path, name: 'x.png', size: picture.length })
    expect(asset).toMatchObject({ type: 'image/png', width: 30_000, uniMd5: md5Of(picture) })
    expect(asset.findings).toEqual([])
  })

  test('remembers the type declared at the start of the upload when the bytes have no known type', async () => {
    const server = await injectServer()
    const upload = await begin(server, { name: 'x', type: 'application/x-model', size: 500 })
    const { etag } = await sendPart(server, upload.uploadId, 1, bytesFrom(7, 500))
    const partETags = [{ partNumber: 1, etag }]
    expect(payloadOf(await complete(server, { ...upload, partETags }))).toBe(true)
    const asset = await makeAsset(server, { path: upload.filePath, name: 'x' })
    expect(asset).toMatchObject({ type: 'application/x-model', findings: [] })
  })

  test('remembers each of two atoms of one path by its own name', async () => {
    const server = await injectServer()
    const path = await send(server, 'plain.jpg')
    const first = await makeAsset(server, { path, name: 'first.jpg' })
    const second = await makeAsset(server, { path, name: 'second' })
    expect([first.name, second.name]).toEqual(['first.jpg', 'second'])
    expect([first.extension, second.extension]).toEqual(['jpg', ''])
    expect([first.uniMd5, first.width]).toEqual([second.uniMd5, second.width])
    expect(await download(second.downloadUrl)).toEqual(await download(first.downloadUrl))
  })

  test.each([
    ['open', 'upload-not-completed'],
    ['aborted', 'upload-ended'],
    ['expired', 'upload-ended'],
  ])(
    'answers for the path of an upload that is %s what was declared, with the finding %s',
    async (state, finding) => {
      const server = await injectServer()
      const upload = await uploadPieces(server, 'x.png', [Buffer.from('abc')])
      if (state === 'aborted') expectSuccess(await abort(server, upload.uploadId), true)
      if (state === 'expired')
        server.workspace.clock.set({ mode: 'offset', offsetMs: 2 * 86_400_000 })
      const declared = { path: upload.filePath, name: 'x.png', type: 'image/png', size: 7 }
      const asset = await makeAsset(server, declared)
      expect(asset.findings).toEqual([`${finding} param.fileList[0].path`])
      expect(asset).toMatchObject({ size: 7, type: 'image/png', uniMd5: null, width: null })
    },
  )

  test('isolates workspaces: a path that one has uploaded the other has not', async () => {
    const server = await injectServer()
    const { token } = await otherWorkspace(server)
    const path = await send(server, 'plain.jpg')
    const asset = await makeAsset(server, { path, name: 'plain.jpg' }, { token })
    expect(asset.findings).toEqual(['path-never-uploaded param.fileList[0].path'])
    expect(asset.uniMd5).toBeNull()
  })
})
