import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { SubResource } from '#src/contract/resources/asset-shapes.ts'
import { md5Of } from '#test/kit/downloads.ts'
import { expectRefusal, expectSuccess, findingsOf } from '#test/kit/replies.ts'
import { injectServer, type ServerOptions, startServer, type TestServer } from '#test/kit/server.ts'
import {
  abort,
  download,
  makeAsset,
  payloadOf,
  sendSingle,
  uploadPieces,
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

const file = { path: 'upload/new/a.png', name: 'a.png', size: 99, type: 'image/png' }

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
    parts.map(({ name, type, size, uniMd5, width, height, duration, wordNum }) => [
      name,
      { type, size, uniMd5, width, height, duration, wordNum },
    ]),
  )
}

/** The same by other programs. */
const knownFacts = (): Record<string, unknown> =>
  Object.fromEntries(
    KNOWN.map((known) => {
      const isTurned = (known.orientation ?? 1) >= 5 || (known.rotation ?? 0) % 180 !== 0
      const { width, height } = known
      const facts = {
        type: known.mediaType,
        size: known.sizeBytes,
        uniMd5: known.md5,
        ...(isTurned ? { width: height, height: width } : { width, height }),
        duration: known.durationMs,
        wordNum: known.words,
      }
      return [known.file, facts]
    }),
  )

describe('E16 of a declared type in another case', () => {
  test('answers the type as it was sent, and the kind of its lower case', async () => {
    const server = await injectServer()
    const param = { fileList: [{ path: 'p', name: 'a', size: 9_000, type: 'IMAGE/PNG' }] }
    const { assetElementIdList } = await server.result<{ assetElementIdList: number[] }>(
      'E16',
      param,
    )
    const [asset] = await ingested(server, assetElementIdList)
    expect(asset?.subResList).toMatchObject([{ type: 'IMAGE/PNG', fileFormatType: 'picture' }])
  })
})

describe('E16 of files that were uploaded', () => {
  test('remembers of every kind of file what other programs read in it, sides as they are shown', async () => {
    expect(await shownFacts({})).toEqual(knownFacts())
  })

  test.each([
    ['a text that is called a picture', 'text.png', 'image/png', ['text/plain']],
    ['a picture that is called a text', 'plain.jpg', 'text/plain', ['image/jpeg']],
    ['a picture with parameters', 'plain.jpg', 'image/jpeg; quality=1', []],
    ['a picture by an old name', 'plain.jpg', 'image/jpg', []],
    ['a picture of no type', 'plain.jpg', '', []],
    ['a picture of the type that claims nothing', 'plain.jpg', 'application/octet-stream', []],
    ['a sound that is called a container', 'voice.webm', 'video/webm', []],
  ])('answers %s with findings of the type as they should be', async (_name, name, type, meant) => {
    const server = await injectServer()
    const path = await send(server, name)
    const reply = await server.call('E16', { fileList: [file, { path, name, type }] })
    expect(findingsOf(reply)).toEqual([
      'path-never-uploaded param.fileList[0].path',
      ...meant.map((one) => `type-differs-from-file param.fileList[1].type ${one}`),
    ])
  })

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
      const declared = { path: upload.filePath, name: 'x.png', type: 'image/png', size: 99 }
      const asset = await makeAsset(server, declared)
      expect(asset.findings).toEqual([`${finding} param.fileList[0].path`])
      expect(asset).toMatchObject({ size: 99, type: 'image/png', uniMd5: null, width: 1 })
    },
  )
})

/** Forms of a path that clients take for it. */
const FORMS: [name: string, form: (path: string) => string][] = [
  ['with a slash before it', (path) => `/${path}`],
  ['with two slashes before it', (path) => `//${path}`],
  ['as a URL', (path) => `http://127.0.0.1:6401/dam-00000000/${path}`],
  [
    'as a URL of the host of its bucket',
    (path) => `https://dam-00000000.oss.example.com/${path}?x=1`,
  ],
  ['as a URL of object storage', (path) => `oss://dam-00000000/${path}`],
  ['as an encoded URL', (path) => `http://h/dam-00000000/${encodeURIComponent(path)}`],
  ['with its bucket', (path) => `dam-00000000/${path}`],
  ['with slash and bucket', (path) => `/dam-00000000/${path}`],
  ['without its extension', (path) => path.replace(/\.jpg$/, '')],
  ['with another extension', (path) => path.replace(/jpg$/, 'png')],
  ['in capitals', (path) => path.toUpperCase()],
  ['as its file name', (path) => path.replace('upload/', '')],
  ['as its file name in capitals without extension', (path) => path.slice(7, -4).toUpperCase()],
]

describe('E16 of a path that differs from that of an upload', () => {
  test.each(FORMS)(
    'only in form, %s, answers an error that names the path',
    async (_name, form) => {
      const server = await startServer()
      const path = await send(server, 'plain.jpg')
      const reply = await server.call('E16', { fileList: [{ ...file, path: form(path) }] })
      expect(reply.body).toMatchObject({ code: '0' })
      expect(findingsOf(reply)).toEqual([`path-in-other-form param.fileList[0].path ${path}`])
      const found = { code: 'path-in-other-form', level: 'error', expected: path }
      expect(await server.control('/journal')).toMatchObject({
        entries: expect.arrayContaining([
          expect.objectContaining({
            operation: 'E16',
            findings: [{ ...found, field: 'param.fileList[0].path' }],
          }),
        ]),
      })
      expect(await server.control('/findings')).toMatchObject({
        findings: expect.arrayContaining([
          expect.objectContaining({
            code: found.code,
            level: 'error',
            calls: [expect.objectContaining({ expected: path })],
          }),
        ]),
      })
    },
  )

  test.each([
    ['another name', (path: string) => path.replace('upload/', 'upload/f')],
    ['a shorter name', (path: string) => path.slice(0, -5)],
    ['another folder', (path: string) => path.replace('upload/', 'uploads/')],
    ['a file in a folder of its name', (path: string) => `${path}/x`],
    ['only its folder', () => 'upload/'],
    ['nothing but slashes', () => '//'],
    ['only a wildcard', () => 'upload/%'],
  ])('in %s, answers the warning of a path that was never uploaded', async (_name, form) => {
    const server = await injectServer()
    const path = await send(server, 'plain.jpg')
    const reply = await server.call('E16', { fileList: [{ ...file, path: form(path) }] })
    expect(findingsOf(reply)).toEqual(['path-never-uploaded param.fileList[0].path'])
  })

  test.each(FORMS)(
    'only in form, %s, is refused with the path, where A-16-1 refuses',
    async (_name, form) => {
      const server = await injectServer({ variants: { 'A-16-1': 'refused' } })
      const path = await send(server, 'plain.jpg')
      const reply = await server.call('E16', { fileList: [{ ...file, path: form(path) }] })
      expectRefusal(reply, '90030020', `; use "${path}"`)
    },
  )
})
