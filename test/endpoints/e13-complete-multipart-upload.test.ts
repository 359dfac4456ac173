import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { freezeAt } from '#test/kit/records.ts'
import { assumptionsOf, expectRefusal, expectSuccess, findingsOf } from '#test/kit/replies.ts'
import { injectServer, type TestServer } from '#test/kit/server.ts'
import {
  abort,
  begin,
  bytesFrom,
  type Completion,
  complete,
  completionOf,
  cut,
  digestsIn,
  download,
  look,
  MIN_PART_BYTES,
  makeAsset,
  putByToken,
  STORES,
  sendAll,
  sendPart,
  sha256Of,
  unfinishedIn,
  uploadPieces,
} from '#test/kit/uploads.ts'

const DAY_MS = 86_400_000

interface Part {
  partNumber: number
  etag: string
}

const only = (...parts: (Part | undefined)[]): Part[] => parts.filter((part) => part !== undefined)

/** Whether E16 takes the path for a completed upload. */
const isCompleted = async (server: TestServer): Promise<boolean> => {
  const { filePath } = server.fixtures.upload
  const reply = await server.call('E16', { fileList: [{ path: filePath, name: 'probe.jpg' }] })
  return !findingsOf(reply).some((finding) => finding.startsWith('upload-not-completed'))
}

describe('E13 complete multipart upload', () => {
  test('remembers that the upload is completed: E16 knows the path', async () => {
    const server = await injectServer()
    expect(await isCompleted(server)).toBe(false)
    await server.result('E13', server.fixtures.upload)
    expect(await isCompleted(server)).toBe(true)
  })

  test.each([
    ['in quotes', (etag: string) => `"${etag}"`],
    ['in upper case', (etag: string) => etag.toUpperCase()],
    ['in quotes and upper case', (etag: string) => `"${etag.toUpperCase()}"`],
  ])('answers true to etags %s', async (_name, write) => {
    const server = await injectServer()
    const { upload } = server.fixtures
    const partETags = upload.partETags.map((part) => ({ ...part, etag: write(part.etag) }))
    expectSuccess(await server.call('E13', { ...upload, partETags }), true)
    expect(await isCompleted(server)).toBe(true)
  })

  test.each<[string, (parts: Part[]) => Part[], string]>([
    ['no part at all', () => [], 'part 1 has arrived but is not listed'],
    ['a missing part', ([one, two]) => only(one, two), 'part 3 has arrived but is not listed'],
    ['a part listed twice', (parts) => [...parts, ...parts.slice(1, 2)], 'part 2 is listed twice'],
    [
      'a part that never arrived',
      (parts) => [...parts, { partNumber: 4, etag: 'x' }],
      'part 4 has not arrived',
    ],
    ['a part 0', (parts) => [{ partNumber: 0, etag: 'x' }, ...parts], 'part 0 has not arrived'],
    [
      'a wrong etag',
      ([one, two, three]) =>
        only(one, { partNumber: 2, etag: one?.etag ?? '' }, three, two).slice(0, 3),
      'part 2 has another etag',
    ],
    [
      'an empty etag',
      (parts) => parts.map((part) => ({ ...part, etag: '' })),
      'part 1 has another etag',
    ],
  ])('refuses %s, and the upload stays as it was', async (_name, change, problem) => {
    const server = await injectServer()
    const { upload } = server.fixtures
    const before = await look(server, upload.uploadId)
    const reply = await server.call('E13', { ...upload, partETags: change(upload.partETags) })
    expectRefusal(reply, '90030018', 'param.partETags', problem)
    expect(await isCompleted(server)).toBe(false)
    expect(await look(server, upload.uploadId)).toEqual(before)
    expectSuccess(await server.call('E13', upload), true)
    expect(await isCompleted(server)).toBe(true)
  })
})

const SIZES = [MIN_PART_BYTES, MIN_PART_BYTES + 1, 5]
const BYTES = bytesFrom(13, 2 * MIN_PART_BYTES + 6)
const PIECES = cut(BYTES, ...SIZES.slice(0, 2))

/** The bytes of a path, after it is made an asset. */
const bytesAt = async (server: TestServer, path: string): Promise<Buffer> =>
  download((await makeAsset(server, { path, name: 'x' })).downloadUrl)

/** Runs work between the next merge and the rest of E13. */
const whileMerging = (server: TestServer, meddle: () => Promise<unknown>): void => {
  const { blobs } = server.sandbox.files
  const merge = blobs.merge.bind(blobs)
  vi.spyOn(blobs, 'merge').mockImplementationOnce(async (lease, digests) => {
    const merged = await merge(lease, digests)
    await meddle()
    return merged
  })
}

describe.each(STORES)('E13, %s', (_name, env) => {
  test('answers true twice when it is called twice at once, and there is one file', async () => {
    const server = await injectServer({ env: env() })
    const completion = await uploadPieces(server, 'x', PIECES)
    const replies = await Promise.all([1, 2, 3].map(() => complete(server, completion)))
    for (const reply of replies) expectSuccess(reply, true)
    const { root } = server.sandbox.files.blobs.paths
    expect(digestsIn(root).filter((digest) => digest === sha256Of(BYTES))).toHaveLength(1)
    expect(unfinishedIn(root)).toEqual([])
    expect((await bytesAt(server, completion.filePath)).equals(BYTES)).toBe(true)
    expectSuccess(await complete(server, completion), true)
  })

  test('answers for either bytes when a part is sent again at the same time', async () => {
    const server = await injectServer({ env: env() })
    const property = fc.asyncProperty(fc.nat(), fc.boolean(), async (number, isFirst) => {
      const completion = await uploadPieces(server, 'x', PIECES)
      const other = bytesFrom(number, MIN_PART_BYTES)
      const calls = [
        () => complete(server, completion),
        () => putByToken(server, completion.uploadId, 1, other),
      ] as const
      const replies = await Promise.all(
        (isFirst ? calls : calls.toReversed()).map((call) => call()),
      )
      const [merged, sent] = isFirst ? replies : replies.toReversed()
      const { status, parts } = await look(server, completion.uploadId)
      if (status === 'completed') {
        expect(merged?.body).toMatchObject({ code: '0', result: true })
        expect((await bytesAt(server, completion.filePath)).equals(BYTES)).toBe(true)
        return
      }
      expect(merged?.body).toMatchObject({ code: '90030018', result: null })
      expect(sent?.status).toBe(200)
      expectSuccess(await complete(server, completionOf(completion, parts)), true)
      const [, ...rest] = PIECES
      const expected = Buffer.concat([other, ...rest])
      expect((await bytesAt(server, completion.filePath)).equals(expected)).toBe(true)
    })
    await fc.assert(property, { numRuns: 10 })
  })

  test.each<[string, (server: TestServer, upload: Completion) => Promise<unknown>, string]>([
    [
      'a part is sent again with other bytes',
      (server, { uploadId }) => sendPart(server, uploadId, 1, bytesFrom(1, MIN_PART_BYTES)),
      'part 1 has another etag',
    ],
    [
      'a further part is sent',
      (server, { uploadId }) => sendPart(server, uploadId, 4, Buffer.from('abc')),
      'part 4 has arrived but is not listed',
    ],
    ['it is aborted', (server, { uploadId }) => abort(server, uploadId), 'was aborted'],
    [
      'its time is over',
      async (server) => freezeAt(server, server.workspace.clock.now() + 2 * DAY_MS),
      'has expired',
    ],
  ])('refuses an upload when %s while it is merged', async (_name, meddle, words) => {
    const server = await injectServer({ env: env() })
    const completion = await uploadPieces(server, 'x', PIECES)
    whileMerging(server, () => meddle(server, completion))
    const reply = await complete(server, completion)
    expect(reply.body).toMatchObject({ result: null, message: expect.stringContaining(words) })
    const { status } = await look(server, completion.uploadId)
    expect(status).not.toBe('completed')
    const { findings } = await makeAsset(server, { path: completion.filePath, name: 'x' })
    const finding = status === 'open' ? 'upload-not-completed' : 'upload-ended'
    expect(findings).toEqual([`${finding} param.fileList[0].path`])
  })

  test('refuses an upload without a part, and takes it once one has arrived', async () => {
    const server = await injectServer({ env: env() })
    const upload = await begin(server, { name: 'x', size: 3 })
    const reply = await complete(server, completionOf(upload, []))
    expectRefusal(reply, '90030018', 'param.partETags', 'no part has arrived')
    const invented = [{ partNumber: 1, etag: 'x', size: 3 }]
    const unsent = await complete(server, completionOf(upload, invented))
    expectRefusal(unsent, '90030018', 'part 1 has not arrived')
    expect(await look(server, upload.uploadId)).toMatchObject({ status: 'open', parts: [] })
    const sent = await sendPart(server, upload.uploadId, 1, Buffer.from('abc'))
    expectSuccess(await complete(server, completionOf(upload, [sent])), true)
  })

  test.each([
    ['one byte too small and not the last', [MIN_PART_BYTES - 1, 10], 1, MIN_PART_BYTES - 1],
    ['empty and not the last', [0, 10], 1, 0],
    ['too small in the middle', [MIN_PART_BYTES, 7, MIN_PART_BYTES], 2, 7],
  ])('refuses a part that is %s, until it is sent anew', async (_name, sizes, number, size) => {
    const server = await injectServer({ env: env() })
    const pieces = sizes.map((length, index) => bytesFrom(index, length))
    const total = MIN_PART_BYTES - size + sizes.reduce((sum, length) => sum + length, 0)
    const upload = await begin(server, { name: 'x', size: total })
    const sent = await sendAll(server, upload.uploadId, pieces)
    const reply = await complete(server, completionOf(upload, sent))
    const words = `part ${number} has ${size} bytes; every part but the last must have at least 102400`
    expectRefusal(reply, '90030018', 'param.partETags', words)
    expect(await look(server, upload.uploadId)).toMatchObject({ status: 'open', parts: sent })
    const grown = bytesFrom(99, MIN_PART_BYTES)
    await sendPart(server, upload.uploadId, number, grown)
    const { parts } = await look(server, upload.uploadId)
    expectSuccess(await complete(server, completionOf(upload, parts)), true)
    const expected = Buffer.concat(pieces.with(number - 1, grown))
    expect((await bytesAt(server, upload.filePath)).equals(expected)).toBe(true)
  })

  test.each([
    ['fewer', 2],
    ['more', 4],
  ])(
    'refuses %s bytes than were declared, until the last part is as it should be',
    async (_name, bytes) => {
      const server = await injectServer({ env: env() })
      const upload = await begin(server, { name: 'x', size: 3 })
      const sent = await sendPart(server, upload.uploadId, 1, bytesFrom(1, bytes))
      const reply = await complete(server, completionOf(upload, [sent]))
      const words = `the parts have ${bytes} bytes together, but 3 were declared`
      expectRefusal(reply, '90030018', 'param.partETags', words)
      expect(assumptionsOf(reply)).toEqual(['A-13-1'])
      expect(await look(server, upload.uploadId)).toMatchObject({ status: 'open', parts: [sent] })
      const right = await sendPart(server, upload.uploadId, 1, bytesFrom(2, 3))
      expectSuccess(await complete(server, completionOf(upload, [right])), true)
      expect(await bytesAt(server, upload.filePath)).toEqual(bytesFrom(2, 3))
    },
  )

  test('refuses another path, and the upload stays as it was', async () => {
    const server = await injectServer({ env: env() })
    const completion = await uploadPieces(server, 'x', PIECES)
    const before = await look(server, completion.uploadId)
    const other = await begin(server, { name: 'x', size: 3 })
    for (const filePath of [other.filePath, `${completion.filePath} `, `/${completion.filePath}`]) {
      const reply = await complete(server, { ...completion, filePath })
      expectRefusal(reply, '90030017', 'param.filePath', filePath)
    }
    expect(await look(server, completion.uploadId)).toEqual(before)
    expectSuccess(await complete(server, completion), true)
  })
})
