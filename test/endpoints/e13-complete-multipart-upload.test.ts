import { describe, expect, test } from 'vitest'
import { expectRefusal, expectSuccess, findingsOf } from '#test/kit/replies.ts'
import { startServer, type TestServer } from '#test/kit/server.ts'

interface Part {
  partNumber: number
  etag: string
}

const only = (...parts: (Part | undefined)[]): Part[] => parts.filter((part) => part !== undefined)

/** Whether E16 takes the path for a completed upload. */
const isCompleted = async (server: TestServer): Promise<boolean> => {
  const { filePath } = server.fixtures.upload
  const reply = await server.call('E16', { fileList: [{ path: filePath, name: 'probe.jpg' }] })
  return !findingsOf(reply).some((finding) => finding.startsWith('path-never-uploaded'))
}

describe('E13 complete multipart upload', () => {
  test("answers true in the envelope to the document's sample", async () => {
    const server = await startServer()
    const reply = await server.call('E13', server.fixtures.upload)
    expectSuccess(reply, true)
    expect(findingsOf(reply)).toEqual([])
  })

  test('remembers that the upload is completed: E16 knows the path', async () => {
    const server = await startServer()
    expect(await isCompleted(server)).toBe(false)
    await server.result('E13', server.fixtures.upload)
    expect(await isCompleted(server)).toBe(true)
  })

  test('answers true again to a completed upload', async () => {
    const server = await startServer()
    await server.result('E13', server.fixtures.upload)
    expectSuccess(await server.call('E13', server.fixtures.upload), true)
    expect(await isCompleted(server)).toBe(true)
  })

  test('answers true to the parts in any order', async () => {
    const server = await startServer()
    const { upload } = server.fixtures
    const partETags = upload.partETags.toReversed()
    expect(partETags.map(({ partNumber }) => partNumber)).toEqual([3, 2, 1])
    expectSuccess(await server.call('E13', { ...upload, partETags }), true)
    expect(await isCompleted(server)).toBe(true)
  })

  test.each([
    ['in quotes', (etag: string) => `"${etag}"`],
    ['in upper case', (etag: string) => etag.toUpperCase()],
    ['in quotes and upper case', (etag: string) => `"${etag.toUpperCase()}"`],
  ])('answers true to etags %s', async (_name, write) => {
    const server = await startServer()
    const { upload } = server.fixtures
    const partETags = upload.partETags.map((part) => ({ ...part, etag: write(part.etag) }))
    expectSuccess(await server.call('E13', { ...upload, partETags }), true)
    expect(await isCompleted(server)).toBe(true)
  })

  test('answers with unknown fields as without, with a finding per field', async () => {
    const server = await startServer()
    const { upload } = server.fixtures
    const partETags = upload.partETags.map((part) => ({ ...part, size: 1 }))
    const reply = await server.call('E13', { bucket: 'b', ...upload, partETags })
    expectSuccess(reply, true)
    expect(findingsOf(reply)).toEqual([
      'unknown-field param.bucket',
      'unknown-field param.partETags[0].size',
      'unknown-field param.partETags[1].size',
      'unknown-field param.partETags[2].size',
    ])
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
    [
      'a negative part number',
      (parts) => [...parts, { partNumber: -1, etag: 'x' }],
      'part -1 has not arrived',
    ],
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
  ])('refuses %s and completes nothing', async (_name, change, problem) => {
    const server = await startServer()
    const { upload } = server.fixtures
    const reply = await server.call('E13', { ...upload, partETags: change(upload.partETags) })
    expectRefusal(reply, '90030018', 'param.partETags', problem)
    expect(await isCompleted(server)).toBe(false)
    expectSuccess(await server.call('E13', upload), true)
  })

  test('refuses wrong parts of a completed upload too', async () => {
    const server = await startServer()
    const { upload } = server.fixtures
    await server.result('E13', upload)
    const reply = await server.call('E13', { ...upload, partETags: upload.partETags.slice(1) })
    expectRefusal(reply, '90030018', 'part 1 has arrived but is not listed')
  })

  test('refuses another path than that of the upload', async () => {
    const server = await startServer()
    const { upload } = server.fixtures
    const reply = await server.call('E13', { ...upload, filePath: 'upload/other.jpg' })
    expectRefusal(reply, '90030017', 'param.filePath', 'upload/other.jpg')
    expect(await isCompleted(server)).toBe(false)
  })

  test('refuses an unknown upload', async () => {
    const server = await startServer()
    const { upload } = server.fixtures
    const reply = await server.call('E13', { ...upload, uploadId: 'nothing' })
    expectRefusal(reply, '90030016', 'param.uploadId', 'nothing')
    expect(await isCompleted(server)).toBe(false)
  })

  test.each([
    ['filePath', undefined, '90020001', 'param.filePath is missing; expected a string'],
    ['filePath', '', '90020003', 'param.filePath must not be empty'],
    ['uploadId', null, '90020001', 'param.uploadId is missing; expected a string'],
    ['uploadId', 7, '90020002', 'param.uploadId must be a string, got a number'],
    ['partETags', undefined, '90020001', 'param.partETags is missing; expected an array'],
    ['partETags', {}, '90020002', 'param.partETags must be an array, got an object'],
    ['partETags', [{ etag: 'x' }], '90020001', 'param.partETags[0].partNumber is missing'],
    ['partETags', [{ partNumber: 1 }], '90020001', 'param.partETags[0].etag is missing'],
    [
      'partETags',
      [{ partNumber: '1', etag: 'x' }],
      '90020002',
      'param.partETags[0].partNumber must be an integer, got a string',
    ],
  ])('refuses %s %j and names it', async (field, value, code, words) => {
    const server = await startServer()
    const reply = await server.call('E13', { ...server.fixtures.upload, [field]: value })
    expectRefusal(reply, code, words)
    expect(await isCompleted(server)).toBe(false)
  })
})
