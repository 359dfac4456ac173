import { hash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AwsChunked } from '#src/routes/storage/aws-chunked.ts'
import { Checksums } from '#src/routes/storage/checksums.ts'
import { StorageError, type StorageRequest } from '#src/routes/storage/protocol.ts'
import { recordedBy } from './recorded.ts'

async function* inPieces(body: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size)
}

interface Sent {
  request: StorageRequest
  body: Uint8Array
}

/** Reads a body as the listener does, and returns its bytes. */
const receive = async ({ request, body }: Sent, size = 7): Promise<Buffer> => {
  const chunked = new AwsChunked(request)
  const sums = new Checksums(request.headers, chunked.trailers)
  const bytes = await buffer(sums.through(chunked.decode(inPieces(body, size))))
  sums.verify({ md5: hash('md5', bytes), digest: hash('sha256', bytes) })
  return bytes
}

const codeOf = (sent: Sent): Promise<string> =>
  receive(sent).then(
    () => 'accepted',
    (error) => {
      if (error instanceof StorageError) return error.code
      throw error
    },
  )

/** The codes for a body with one byte altered, for each of its bytes. */
const codesOfAltered = (sent: Sent): Promise<string[]> =>
  Promise.all(
    [...sent.body].map((byte, at) => codeOf({ ...sent, body: sent.body.with(at, byte ^ 1) })),
  )

const STREAMS = ['CRC32', 'CRC32C', 'CRC64NVME', 'SHA1', 'SHA256'].map((name): Sent => {
  const request = recordedBy(`client-s3/path/stream${name}`)
  return { request, body: Buffer.from(request.body, 'base64') }
})

const STREAM = STREAMS[0] as Sent

describe('a body in aws-chunked', () => {
  test.each(STREAMS)('is decoded and verified in pieces of any size', async (sent) => {
    for (const size of [1, 2, 3, 7, 1_000]) expect(String(await receive(sent, size))).toBe('hello')
  })

  test.each(STREAMS)('is refused for any altered byte', async (sent) => {
    for (const code of await codesOfAltered(sent))
      expect(code).toMatch(/^(InvalidRequest|IncompleteBody|MalformedTrailerError|BadDigest)$/)
  })

  test.each(STREAMS)('is refused when it ends early or goes on', async (sent) => {
    for (let end = 0; end < sent.body.length; end += 1)
      expect(await codeOf({ ...sent, body: sent.body.subarray(0, end) })).toBe('IncompleteBody')
    const longer = Buffer.concat([sent.body, Buffer.from('x')])
    expect(await codeOf({ ...sent, body: longer })).toBe('InvalidRequest')
  })

  test('is refused with a code of the protocol for any bytes', async () => {
    const pieces = ['5', '0', '\r\n', 'hello', ';', 'ffffffffffffffff', 'a:b', '\n']
    const words = fc.array(fc.constantFrom(...pieces)).map((parts) => Buffer.from(parts.join('')))
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.uint8Array({ maxLength: 60 }), words), async (body) => {
        const code = await codeOf({ ...STREAM, body })
        expect(code).toMatch(/^(InvalidRequest|IncompleteBody|MalformedTrailerError)$/)
      }),
    )
  })

  test('is refused without the length of its content or with another, and for a line without end', async () => {
    const codeWith = (length: object) => {
      const headers = { ...STREAM.request.headers, 'x-amz-decoded-content-length': undefined }
      return codeOf({
        ...STREAM,
        request: { ...STREAM.request, headers: { ...headers, ...length } },
      })
    }
    expect(await codeWith({})).toBe('MissingContentLength')
    for (const length of ['4', '6'])
      expect(await codeWith({ 'x-amz-decoded-content-length': length })).toBe('IncompleteBody')
    expect(await codeOf({ ...STREAM, body: Buffer.alloc(100_000, 'a') })).toBe('InvalidRequest')
  })
})

/** A body of many small chunks, as the listener gets it. */
const inSmallChunks = (content: Buffer, size: number, trailers: readonly string[] = []): Sent => {
  const headers = {
    'x-amz-decoded-content-length': String(content.length),
    'x-amz-trailer': [
      ...new Set(trailers.map((line) => line.split(':', 1)[0]?.toLowerCase())),
    ].join(),
  }
  const lines: (string | Buffer)[] = []
  for (let at = 0; at < content.length; at += size) {
    const bytes = content.subarray(at, at + size)
    lines.push(`${bytes.length.toString(16)}\r\n`, bytes, '\r\n')
  }
  lines.push('0\r\n', ...trailers.map((line) => `${line}\r\n`), '\r\n')
  const body = Buffer.concat(lines.map((line) => Buffer.from(line)))
  return { request: { method: 'PUT', url: '/', headers }, body }
}

describe('small chunks of aws-chunked', () => {
  test.each([
    [1, 3],
    [1, 65_536],
    [100, 1_000],
    [16_383, 65_536],
  ])('are joined before they are handed on: chunks of %d in pieces of %d', async (chunk, piece) => {
    const content = Buffer.alloc(200_000, 'abcdefg')
    const { request, body } = inSmallChunks(content, chunk)
    const pieces: Uint8Array[] = []
    for await (const one of new AwsChunked(request).decode(inPieces(body, piece))) pieces.push(one)
    expect(Buffer.concat(pieces).equals(content)).toBe(true)
    expect(pieces.length).toBe(Math.ceil(content.length / 65_536))
  })

  test('leave large ones as they are', async () => {
    const content = Buffer.concat([Buffer.alloc(3, 'a'), Buffer.alloc(100_000, 'b')])
    const { request, body } = inSmallChunks(content, 60_000)
    const pieces: Uint8Array[] = []
    for await (const one of new AwsChunked(request).decode(inPieces(body, 1e6))) pieces.push(one)
    expect(pieces.map(({ length }) => length)).toEqual([60_000, 40_003])
  })
})

test('a trailer is refused when it occurs twice, in any case, and kept with bytes that are no ASCII blank', async () => {
  const crc = (value: string) => `x-amz-checksum-crc32:${value}`
  const good = inSmallChunks(Buffer.from('hello'), 5, [crc('\t NhCmhg== \t')])
  expect(await codeOf(good)).toBe('accepted')
  for (const other of [crc('NhCmhg=='), crc('NhCmhg==').toUpperCase()]) {
    const twice = inSmallChunks(Buffer.from('hello'), 5, [crc('AAAAAA=='), other])
    expect(await codeOf(twice)).toBe('MalformedTrailerError')
  }
  const odd = inSmallChunks(Buffer.from('hello'), 5, [crc('NhCmhg==\xa0')])
  expect(await codeOf(odd)).toBe('InvalidRequest')
})

const HELLO: Readonly<Record<string, string>> = {
  'content-md5': 'XUFAKrxLKna5cZ2REBfFkg==',
  'x-amz-checksum-crc32': 'NhCmhg==',
  'x-amz-checksum-crc32c': 'mnG7TA==',
  'x-amz-checksum-crc64nvme': 'M3eFcAZSQlc=',
  'x-amz-checksum-sha1': 'qvTGHdzF6KLavt4PO0gs2a6pQ00=',
  'x-amz-checksum-sha256': 'LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=',
  'x-amz-content-sha256': '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
  'x-oss-content-sha256': '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
}

const sumsOf = async (headers: Record<string, string>, body: string): Promise<Checksums> => {
  const sums = new Checksums(headers)
  await buffer(sums.through(inPieces(Buffer.from(body), 2)))
  sums.verify({ md5: hash('md5', body), digest: hash('sha256', body) })
  return sums
}

describe('the checksums of a body', () => {
  test.each(Object.entries(HELLO))('are verified: %s', async (name, value) => {
    expect(await sumsOf({ [name]: value }, 'hello')).toMatchObject({ isChecked: true })
    const code = name === 'x-amz-content-sha256' ? 'XAmzContentSHA256Mismatch' : 'BadDigest'
    await expect(sumsOf({ [name]: value }, 'hallo')).rejects.toMatchObject({ code, status: 400 })
  })

  test('have the CRC-64 of OSS, and need no header', async () => {
    const sums = await sumsOf({ 'x-amz-checksum-algorithm': 'CRC32' }, '123456789')
    expect(sums.crc64).toBe('11051210869376104954')
    expect(sums.isChecked).toBe(false)
  })

  test.each([
    [{ 'content-md5': 'abc' }, 'InvalidDigest'],
    [{ 'x-amz-checksum-crc32': 'NhCmhg' }, 'InvalidRequest'],
    [{ 'x-amz-checksum-crc32': HELLO['x-amz-checksum-sha1'] }, 'InvalidRequest'],
    [HELLO, 'InvalidRequest'],
    [{ 'x-amz-checksum-xxhash64': 'AAAAAAAAAAA=' }, 'NotImplemented'],
  ])('are refused when they cannot be read: %j', (headers, code) => {
    expect(() => new Checksums(headers)).toThrow(expect.objectContaining({ code }))
  })
})
