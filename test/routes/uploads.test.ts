import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NOW, otherWorkspace } from '#test/kit/databases.ts'
import { md5Of } from '#test/kit/downloads.ts'
import { type Reply, send } from '#test/kit/http.ts'
import { freshFolder } from '#test/kit/process.ts'
import { freezeAt } from '#test/kit/records.ts'
import { expectEnvelope, expectRefusal, expectSuccess } from '#test/kit/replies.ts'
import { injectServer, TOKEN } from '#test/kit/server.ts'
import { expectSigned } from '#test/kit/signed-urls.ts'
import {
  abort,
  askUploads,
  begin,
  bytesFrom,
  type CreatedUpload,
  callAt,
  complete,
  completionOf,
  cut,
  digestsIn,
  download,
  look,
  MIN_PART_BYTES,
  makeAsset,
  payloadOf,
  put,
  putByToken,
  type SentPart,
  STORES,
  sendAll,
  sendPart,
  sendSingle,
  sha256Of,
  type Target,
  uploadPieces,
} from '#test/kit/uploads.ts'

const MIB = 1_048_576
const DAY_MS = 86_400_000

/** Makes an asset of an uploaded file, whose download must be these bytes. */
const expectDownload = async (target: Target, path: string, bytes: Buffer): Promise<void> => {
  const file = await makeAsset(target, { path, name: 'file' })
  expect(file.findings).toEqual([])
  expect(file).toMatchObject({ path, size: bytes.length, uniMd5: md5Of(bytes) })
  expect((await download(file.downloadUrl)).equals(bytes)).toBe(true)
  expect((await download(file.originalUrl)).equals(bytes)).toBe(true)
}

describe.each(STORES)('an upload %s', (_name, env) => {
  test('answers the same bytes all the way: begin, parts, list, E13, E16, E21, E4, download', async () => {
    const server = await injectServer({ env: env() })
    const bytes = bytesFrom(1, 5 * MIN_PART_BYTES + 7)
    const pieces = cut(bytes, MIN_PART_BYTES, MIN_PART_BYTES + 1, 2 * MIN_PART_BYTES)
    const declared = { name: 'holiday film.bin', type: 'application/x-film', size: bytes.length }
    const upload = await begin(server, { ...declared, partSizeBytes: 2 * MIN_PART_BYTES })
    const { uploadId, filePath } = upload
    expect(await look(server, uploadId)).toEqual({ uploadId, filePath, status: 'open', parts: [] })

    const sent: SentPart[] = []
    for (const [index, piece] of pieces.slice(0, 3).entries()) {
      const reply = await put(upload.parts[index]?.url ?? '', piece)
      expect(reply.headers.get('etag')).toBe(`"${md5Of(piece)}"`)
      sent.push(payloadOf(reply))
    }
    const last = pieces[3] ?? Buffer.of()
    const reply = await putByToken(server, uploadId, 4, last)
    expect(reply.headers.get('etag')).toBe(`"${md5Of(last)}"`)
    sent.push(payloadOf(reply))
    expect(sent).toEqual(
      pieces.map((piece, index) => ({
        partNumber: index + 1,
        etag: md5Of(piece),
        size: piece.length,
      })),
    )
    expect((await look(server, uploadId)).parts).toEqual(sent)

    const completion = completionOf(
      upload,
      [3, 0, 2, 1].flatMap((index) => sent[index] ?? []),
    )
    expectSuccess(await complete(server, completion), true)
    expect(await look(server, uploadId)).toMatchObject({ status: 'completed', parts: sent })
    await expectDownload(server, filePath, bytes)
    const file = await makeAsset(server, { path: filePath, name: 'holiday film.bin' })
    expect(file.type).toBe('application/x-film')
  })

  test('isolates workspaces: an upload of one is unknown to the other', async () => {
    const server = await injectServer({ env: env() })
    const { token } = await otherWorkspace(server)
    const upload = await begin(server, { name: 'x', size: 3 })
    const { uploadId } = upload
    const foreign = { token }
    const get = await askUploads(server, 'GET', `/${uploadId}`, undefined, foreign)
    expectRefusal(get, '90030016', 'uploadId', uploadId)
    expectRefusal(await abort(server, uploadId, foreign), '90030016')
    const sent = await putByToken(server, uploadId, 1, Buffer.from('abc'), foreign)
    expect(sent.status).toBe(404)
    expectEnvelope(sent, '90030016', uploadId)
    expectRefusal(await complete(server, completionOf(upload, []), foreign), '90030016')
    expect(await look(server, uploadId)).toMatchObject({ status: 'open', parts: [] })
  })
})

describe('parts', () => {
  test('are merged to the same bytes for every cut and numbering', async () => {
    const server = await injectServer()
    const sizes = fc.array(fc.integer({ min: MIN_PART_BYTES, max: 2 * MIN_PART_BYTES }), {
      maxLength: 4,
    })
    const cutting = fc.record({
      sizes,
      lastBytes: fc.oneof(fc.nat(3), fc.nat(2 * MIN_PART_BYTES)),
      numbers: fc.uniqueArray(fc.integer({ min: 1, max: 10_000 }), { minLength: 5, maxLength: 5 }),
    })
    const property = fc.asyncProperty(cutting, async ({ sizes, lastBytes, numbers }) => {
      const total = sizes.reduce((sum, size) => sum + size, lastBytes)
      const bytes = bytesFrom(total, total)
      const upload = await begin(server, { name: 'x', size: total })
      const ascending = numbers.slice(0, sizes.length + 1).sort((one, other) => one - other)
      const sent: SentPart[] = []
      for (const [index, piece] of [...cut(bytes, ...sizes).entries()].reverse())
        sent.push(await sendPart(server, upload.uploadId, ascending[index] ?? 0, piece))
      expectSuccess(await complete(server, completionOf(upload, sent)), true)
      await expectDownload(server, upload.filePath, bytes)
    })
    await fc.assert(property, { numRuns: 10 })
  })
})

describe('beginning an upload', () => {
  test('answers the URL of each part, and their expiry', async () => {
    const server = await injectServer()
    freezeAt(server, NOW)
    const upload = await begin(server, { name: 'a.JPG', type: 'image/jpeg', size: 20 * MIB })
    const { filePath, uploadId, partSizeBytes, parts } = upload
    expect(Object.keys(upload)).toEqual(['uploadId', 'filePath', 'partSizeBytes', 'parts'])
    expect(uploadId).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    )
    expect(filePath).toBe(`upload/${uploadId.replaceAll('-', '')}.jpg`)
    expect(partSizeBytes).toBe(8 * MIB)
    expect(parts.map(({ partNumber }) => partNumber)).toEqual([1, 2, 3])
    for (const { partNumber, url } of parts)
      expect(expectSigned(server, url, NOW + 3_600_000)).toBe(
        `/_files/00000000/uploads/${uploadId}/parts/${partNumber}`,
      )
  })

  test('answers parts as large as wanted or usual, and larger when they would be too many', async () => {
    const server = await injectServer()
    for (const [size, wanted, partSizeBytes, count] of [
      [0, {}, 8 * MIB, 1],
      [16 * MIB, {}, 8 * MIB, 2],
      [16 * MIB + 1, {}, 8 * MIB, 3],
      [250_000, { partSizeBytes: 102_400 }, 102_400, 3],
      [1_000 * 200_000, { partSizeBytes: 102_400 }, 200_000, 1_000],
      [1_000 * 10 * MIB, {}, 10 * MIB, 1_000],
      [5 * 1_024 * MIB * 10_000, {}, 5 * 1_024 * MIB, 10_000],
    ] as const) {
      const upload = await begin(server, { name: 'x', size, ...wanted })
      expect([upload.partSizeBytes, upload.parts.length]).toEqual([partSizeBytes, count])
    }
  })

  test('refuses wrong fields, names them and uses up no id', async () => {
    const server = await injectServer()
    const { token } = await otherWorkspace(server)
    for (const [body, code, words] of [
      [{ size: 1 }, '90020001', 'name is missing; expected a string'],
      [{ name: '', size: 1 }, '90020003', 'name must not be empty'],
      [{ name: 7, size: 1 }, '90020002', 'name must be a string, got a number'],
      [{ name: 'x'.repeat(1_001), size: 1 }, '90020003', 'name must'],
      [{ name: 'x', size: null }, '90020001', 'size is missing'],
      [{ name: 'x', size: 1.5 }, '90020002', 'size must be an integer'],
      [{ name: 'x', size: -1 }, '90020003', 'size must be at least 0'],
      [{ name: 'x', size: 2 ** 53 }, '90020003', 'size must be at most'],
      [{ name: 'x', size: 1, type: 'x'.repeat(201) }, '90020003', 'type must'],
      [{ name: 'x', size: 1, partSizeBytes: 102_399 }, '90020003', 'must be at least 102400'],
      [{ name: 'x', size: 1, partSizeBytes: 2 ** 40 }, '90020003', 'must be at most 5368709120'],
      [[], '90020002', 'The request body must be an object, got an array'],
    ] as const)
      expectRefusal(await askUploads(server, 'POST', '', body), code, words)
    const { uploadId } = await begin(server, { name: 'x', size: 1 })
    const other = await begin(server, { name: 'x', size: 1 }, { token })
    expect(uploadId).toBe(other.uploadId)
  })
})

describe('the view of an upload', () => {
  test('answers its parts by their numbers, in any order of arrival', async () => {
    const server = await injectServer()
    const { uploadId } = await begin(server, { name: 'x', size: 9 })
    for (const partNumber of [10_000, 7, 1, 100])
      await sendPart(server, uploadId, partNumber, Buffer.from(String(partNumber)))
    const { parts } = await look(server, uploadId)
    expect(parts.map(({ partNumber, size }) => [partNumber, size])).toEqual([
      [1, 1],
      [7, 1],
      [100, 3],
      [10_000, 5],
    ])
  })

  test('answers its final status, with its parts', async () => {
    const server = await injectServer()
    freezeAt(server, NOW)
    const parts = [{ partNumber: 1, etag: md5Of('abc'), size: 3 }]
    const states = []
    for (const end of ['complete', 'abort', 'wait'] as const) {
      const completion = await uploadPieces(server, 'x', [Buffer.from('abc')])
      if (end === 'complete') expectSuccess(await complete(server, completion), true)
      if (end === 'abort') expectSuccess(await abort(server, completion.uploadId), true)
      states.push(completion.uploadId)
    }
    freezeAt(server, NOW + DAY_MS)
    const looks = await Promise.all(states.map((id) => look(server, id)))
    expect(looks.map(({ status }) => status)).toEqual(['completed', 'aborted', 'expired'])
    for (const state of looks) expect(state.parts).toEqual(parts)
    await server.sandbox.sweeper.sweep()
    expect(await Promise.all(states.map((id) => look(server, id)))).toEqual(looks)
  })

  test('refuses an unknown id', async () => {
    const server = await injectServer()
    for (const id of ['nothing', 'single', "' OR 1=1 --"]) {
      const path = `/${encodeURIComponent(id)}`
      expectRefusal(await askUploads(server, 'GET', path), '90030016', 'uploadId', id)
      expectRefusal(await askUploads(server, 'DELETE', path), '90030016', 'uploadId', id)
    }
  })
})

describe('aborting an upload', () => {
  test('refuses a completed upload, whose file stays', async () => {
    const server = await injectServer()
    const bytes = Buffer.from('abc')
    const completion = await uploadPieces(server, 'x', [bytes])
    expectSuccess(await complete(server, completion), true)
    expectRefusal(await abort(server, completion.uploadId), '90030025', completion.uploadId)
    await server.sandbox.sweeper.sweep()
    await expectDownload(server, completion.filePath, bytes)
  })

  test('answers during the merge of E13: one of both counts, and the other is refused', async () => {
    const server = await injectServer()
    const property = fc.asyncProperty(fc.boolean(), fc.nat(), async (isAbortFirst, number) => {
      const pieces = cut(bytesFrom(number, 3 * MIN_PART_BYTES), MIN_PART_BYTES)
      const completion = await uploadPieces(server, 'x', pieces)
      const both = [
        () => complete(server, completion),
        () => abort(server, completion.uploadId),
      ] as const
      const calls = await Promise.all(
        (isAbortFirst ? both.toReversed() : both).map((call) => call()),
      )
      const [merged, aborted] = isAbortFirst ? calls.toReversed() : calls
      const { status } = await look(server, completion.uploadId)
      expect(['completed', 'aborted']).toContain(status)
      const isCompleted = status === 'completed'
      const [winner, loser] = isCompleted ? [merged, aborted] : [aborted, merged]
      expectSuccess(winner as Reply, true)
      expectRefusal(loser as Reply, isCompleted ? '90030025' : '90030019')
    })
    await fc.assert(property, { numRuns: 10 })
  })
})

describe('the lifetime of an upload', () => {
  test('answers until a day has passed by the clock of its workspace, and is refused then', async () => {
    const server = await injectServer()
    freezeAt(server, NOW)
    const completion = await uploadPieces(server, 'x', [Buffer.from('abc')])
    freezeAt(server, NOW + DAY_MS)
    expectRefusal(await complete(server, completion), '90030024', 'param.uploadId')
    freezeAt(server, NOW + DAY_MS - 1)
    expectSuccess(await complete(server, completion), true)
    freezeAt(server, NOW + 100 * DAY_MS)
    expectSuccess(await complete(server, completion), true)
  })

  test('answers as long as SANDBOX_UPLOAD_SECONDS says', async () => {
    const server = await injectServer({ env: { SANDBOX_UPLOAD_SECONDS: '60' } })
    freezeAt(server, NOW)
    const { uploadId } = await begin(server, { name: 'x', size: 1 })
    freezeAt(server, NOW + 59_999)
    expect((await look(server, uploadId)).status).toBe('open')
    freezeAt(server, NOW + 60_000)
    expect((await look(server, uploadId)).status).toBe('expired')
  })

  test('remembers an open upload with its parts over a restart', async () => {
    const env = { SANDBOX_DATA: freshFolder() }
    const first = await injectServer({ env })
    const bytes = bytesFrom(3, MIN_PART_BYTES + 5)
    const [one = bytes, two = bytes] = cut(bytes, MIN_PART_BYTES)
    const upload = await begin(first, { name: 'x', size: bytes.length })
    const before = await sendPart(first, upload.uploadId, 1, one)
    await first.close()
    const second = await injectServer({ env })
    const after = await sendPart(second, upload.uploadId, 2, two)
    expect((await look(second, upload.uploadId)).parts).toEqual([before, after])
    expectSuccess(await complete(second, completionOf(upload, [before, after])), true)
    await second.close()
    const third = await injectServer({ env })
    expectSuccess(await complete(third, completionOf(upload, [before, after])), true)
    await expectDownload(third, upload.filePath, bytes)
  })
})

/** Names that have broken file stores before, and any others. */
const anyName = fc.oneof(
  fc.constantFrom(
    '../../../../etc/passwd',
    '..',
    '.',
    '/etc/passwd',
    '/tmp/dam-sandbox-evil',
    '\\\\server\\share\\evil.txt',
    'a\0b.txt',
    '../contents/evil\0.png',
    'CON',
    ' ',
    'trailing ',
    '..%c0%afevil',
    '..／..／evil',
    'line\r\nSet-Cookie: x=1',
    '\u202egnp.exe',
    `${'x'.repeat(996)}.txt`,
    'x'.repeat(1_000),
    'x'.repeat(1_001),
    '😀'.repeat(1_000),
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
  fc
    .array(fc.constantFrom('..', '.', '', 'contents', 'unfinished', 'evil', '~', '00'), {
      minLength: 2,
      maxLength: 8,
    })
    .map((segments) => segments.join('/') || '/'),
)

const OURS = [
  /^registry\.sqlite(-wal|-shm|-journal)?$/,
  /^databases(\/database\.\d+(-wal|-shm|-journal)?)?$/,
  /^files(\/(contents|unfinished|pictures))?$/,
  /^files\/contents\/([0-9a-f]{2})(\/\1[0-9a-f]{62})?$/,
  /^files\/unfinished\/[0-9a-f]{32}$/,
  /^files\/pictures\/([0-9a-f]{2})(\/\1[0-9a-f]{62}(\/\d+x\d+\.(jpg|png))?)?$/,
]

/** Entries around a data folder that the server does not create. */
const strangersAround = (data: string): string[] =>
  readdirSync(join(data, '..'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path !== 'data')
    .filter((path) => !OURS.some((pattern) => pattern.test(path.replace(/^data\//, ''))))

/** Expects a success or a clear refusal, and returns whether it is a success. */
const isAnswered = (reply: Reply): boolean => {
  expect(reply.status, reply.text).toBeLessThan(500)
  expect(reply.body, reply.text).toMatchObject({ code: expect.stringMatching(/^(0|9\d{7})$/) })
  return (reply.body as { code: string }).code === '0'
}

const isShort = (name: string): boolean => [...name].length <= 1_000

describe('names', () => {
  test('refuses an abort whose body is no JSON', async () => {
    const { url } = await injectServer()
    const headers = { 'access-token': TOKEN, 'content-type': 'text/plain' }
    const path = `${url}/_files/uploads/single`
    expectRefusal(await send(path, { method: 'DELETE', headers, body: 'text' }), '90000003')
  })

  test('refuses an upload whose id is empty, as a relative path segment makes it', async () => {
    const server = await injectServer()
    const reply = await askUploads(server, 'GET', '/.')
    expectRefusal(reply, '90020003', 'uploadId must not be empty')
  })

  test('answers or refuses every name, remembers it unchanged, and makes no path of it', async () => {
    const data = join(freshFolder(), 'data')
    const server = await injectServer({ env: { SANDBOX_DATA: data } })
    const bytes = Buffer.from('abc')
    const keep = async (path: string, name: string): Promise<void> => {
      const file = await makeAsset(server, { path, name })
      expect(file).toMatchObject({ name, path })
      expect(file.findings).toEqual([])
      expect(await download(file.downloadUrl)).toEqual(bytes)
    }
    const property = fc.asyncProperty(anyName, async (name) => {
      const begun = await askUploads(server, 'POST', '', { name, size: bytes.length })
      expect(isAnswered(begun), begun.text).toBe(isShort(name))
      if (isShort(name)) {
        const upload = payloadOf<CreatedUpload>(begun)
        expect(upload.filePath).toMatch(/^upload\/[0-9a-f]{32}(\.[a-z0-9]{1,10})?$/)
        const completion = completionOf(upload, await sendAll(server, upload.uploadId, [bytes]))
        const wrong = await complete(server, { ...completion, filePath: name })
        expectRefusal(wrong, '90030017', 'param.filePath')
        expectSuccess(await complete(server, completion), true)
        await keep(upload.filePath, name)
      }
      const single = await sendSingle(server, name, bytes)
      expect(isAnswered(single), single.text).toBe(isShort(name))
      if (isShort(name)) await keep(payloadOf<{ filePath: string }>(single).filePath, name)
      const unknown = await callAt(server, 'E13', { filePath: name, uploadId: name, partETags: [] })
      expectRefusal(unknown, isShort(name) ? '90030016' : '90020003')
      if (isShort(name)) {
        const never = await makeAsset(server, { path: name, name, size: 3 })
        expect(never).toMatchObject({ path: name, name })
        await download(never.downloadUrl)
      }
      isAnswered(await askUploads(server, 'GET', `/${encodeURIComponent(name)}`))
      isAnswered(await putByToken(server, encodeURIComponent(name), 1, bytes))
    })
    await fc.assert(property, { numRuns: 60 })
    expect(strangersAround(data)).toEqual([])
    expect(digestsIn(join(data, 'files'))).toContain(sha256Of(bytes))
  })

  test('end the path with their extension where it is a plain one', async () => {
    const server = await injectServer()
    for (const [name, ending] of [
      ['photo.JPG', '.jpg'],
      ['archive.tar.gz', '.gz'],
      ['no extension', ''],
      ['.hidden', '.hidden'],
      ['dir.d/file', ''],
      ['bad.p%n', ''],
      ['long.abcdefghijk', ''],
      ['trailing.', ''],
    ] as const) {
      const { filePath, uploadId } = await begin(server, { name, size: 1 })
      expect(filePath).toBe(`upload/${uploadId.replaceAll('-', '')}${ending}`)
    }
  })
})
