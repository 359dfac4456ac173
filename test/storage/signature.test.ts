import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatHttpDate } from '#src/kernel/timestamps.ts'
import { keyOf } from '#src/storage/address.ts'
import type { StorageRequest } from '#src/storage/protocol.ts'
import {
  OSS_V4,
  readSignature,
  S3_V4,
  unknownAccessKey,
  verifySignature,
} from '#src/storage/signature.ts'
import {
  ACCESS_KEY_ID,
  codeOf,
  GRANT,
  RECORDED,
  REFUSED,
  type RecordedRequest,
  recordedBy,
} from './recorded.ts'

const MINUTE = 60_000

/** Finds the grant by the access key, as the listener does. */
const judge = (request: StorageRequest, nowMs: number): void => {
  const signature = readSignature(request)
  if (signature.accessKeyId !== ACCESS_KEY_ID) throw unknownAccessKey()
  verifySignature(request, signature, GRANT, nowMs)
}

const KEYS = [
  ...['', 'up/plain.jpg', 'up/with space.jpg', 'up/a+b=c&d.jpg', "up/it's (1)!*~.jpg"],
  ...['up/素材/图片.png', 'up/素材/a b.bin', 'up/🎉emoji😀.bin'],
  ...['up/100%25.txt', 'up/x?y#z;:@,$.txt'],
]

const withHeader = (request: RecordedRequest, name: string, value: string): RecordedRequest => ({
  ...request,
  headers: { ...request.headers, [name]: value },
})

const withParameter = (request: RecordedRequest, name: string, value: string): RecordedRequest => {
  const [path = '', query] = request.url.split('?')
  const parameters = new URLSearchParams(query)
  parameters.set(name, value)
  return { ...request, url: `${path}?${parameters}` }
}

const V1 = recordedBy('ali-oss/v1/sld/put')
const V1_URL = recordedBy('ali-oss/v1/cname/urlput')
const V4 = recordedBy('ali-oss/v4/ip/put')
const V4_URL = recordedBy('ali-oss/v4/host/urlget')
const S3 = recordedBy('client-s3/path/put')
const S3_URL = recordedBy('client-s3/path/urlget')

describe('the signature of a recorded request', () => {
  test.each(RECORDED)('is accepted from $client, whose key is found in every style', (request) => {
    expect(() => judge(request, request.at)).not.toThrow()
    expect(KEYS).toContain(keyOf(request, GRANT.bucket))
  })

  test('tells scheme, access key and what covers the body', () => {
    expect(readSignature(V1)).toMatchObject({ scheme: undefined, payload: 'UNSIGNED-PAYLOAD' })
    expect(readSignature(V4_URL)).toMatchObject({ scheme: OSS_V4, expires: 600 })
    const payload = S3.headers['x-amz-content-sha256']
    expect(readSignature(S3)).toMatchObject({ scheme: S3_V4, payload })
    const streamed = recordedBy('client-s3/path/streamCRC32')
    expect(readSignature(streamed).payload).toBe('STREAMING-UNSIGNED-PAYLOAD-TRAILER')
    for (const request of RECORDED) expect(readSignature(request).accessKeyId).toBe(ACCESS_KEY_ID)
  })
})

type Place = [text: string, put: (text: string) => RecordedRequest]

/** Each text that the signature covers or is, and how another takes its place. */
const placesOf = (request: RecordedRequest): Place[] => {
  const [path = '', query = ''] = request.url.split('?')
  const { scheme, signedHeaders } = readSignature(request)
  const signed = scheme === S3_V4 ? signedHeaders.split(';') : ['content-type', 'content-md5']
  const headers = Object.entries(request.headers).filter(
    ([name]) => signed.includes(name) || name === 'authorization' || name.startsWith('x-oss-'),
  )
  const parameters = [...new URLSearchParams(query)].filter(([name]) =>
    /^(?:uploads|uploadId|x-|response-|Expires|Signature|security-)/i.test(name),
  )
  const urlOf = (key: string) => `/${encodeURIComponent(key).replaceAll('%2F', '/')}?${query}`
  return [
    [request.method, (method) => ({ ...request, method })],
    [decodeURIComponent(path).slice(1), (key) => ({ ...request, url: urlOf(key) })],
    ...headers.map(
      ([name, value]): Place => [String(value), (text) => withHeader(request, name, text)],
    ),
    ...parameters.map(
      ([name, value]): Place => [value, (text) => withParameter(request, name, text)],
    ),
  ]
}

describe('an altered request', () => {
  test('is refused with a code of the protocol, and throws nothing else', () => {
    const all = RECORDED.flatMap((request) =>
      placesOf(request).map((place) => ({ at: request.at, place })),
    )
    const letters = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ012345')
    fc.assert(
      fc.property(fc.constantFrom(...all), fc.nat(), letters, ({ at, place }, index, letter) => {
        const [text, put] = place
        const start = index % Math.max(1, text.length)
        const altered = text.slice(0, start) + letter + text.slice(start + 1)
        fc.pre(altered.isWellFormed() && altered !== text)
        expect(codeOf(() => judge(put(altered), at))).toMatch(REFUSED)
      }),
      { numRuns: 10_000 },
    )
  })

  test.each([
    ['signature', withHeader(V1, 'authorization', `${V1.headers.authorization?.slice(0, -2)}a=`)],
    ['content type', withHeader(V1, 'content-type', 'text/html')],
    ['header of OSS', withHeader(V4, 'x-oss-meta-new', '1')],
    ['signed header', withHeader(S3, 'x-amz-checksum-crc32', 'AAAAAA==')],
    ['key', { ...S3, url: S3.url.replace('up/', 'down/') }],
    ['parameter of V1', withParameter(V1, 'uploadId', 'x')],
    ['lifetime', withParameter(V4_URL, 'x-oss-expires', '601')],
    ['lifetime of S3', withParameter(S3_URL, 'X-Amz-Expires', '901')],
    ['deadline of V1', withParameter(V1_URL, 'Expires', '4000000000')],
    ['token', withHeader(V1, 'x-oss-security-token', 'other'), 'InvalidSecurityToken'],
    ['token of V4', withHeader(V4, 'x-oss-security-token', 'other'), 'InvalidSecurityToken'],
    ['token in a URL', withParameter(V1_URL, 'security-token', 'a'), 'InvalidSecurityToken'],
    ['token of S3', withHeader(S3, 'x-amz-security-token', 'other'), 'InvalidToken'],
    ['token in S3', withParameter(S3_URL, 'X-Amz-Security-Token', 'other'), 'InvalidToken'],
    ['date', withHeader(V1, 'x-oss-date', 'yesterday'), 'AccessDenied'],
    ['date of V4', withHeader(V4, 'x-oss-date', '2026-11-27T16:12:18Z'), 'AccessDenied'],
    ['date of S3', withHeader(S3, 'x-amz-date', '20261127T999999Z'), 'AccessDenied'],
    ['date in a URL', withParameter(V1_URL, 'Expires', '1e12'), 'AccessDenied'],
    ['path, not in UTF-8', { ...S3, url: '/dam-0a1b2c3d/%ff' }, 'InvalidURI'],
  ])('is refused for another %s', (_part, request, code = 'SignatureDoesNotMatch') => {
    expect(codeOf(() => judge(request, request.at))).toBe(code)
  })

  test('is refused for a header of S3 that is not signed', () => {
    const request = withHeader(S3_URL, 'x-amz-acl', 'public-read')
    expect(() => judge(request, request.at)).toThrow(
      expect.objectContaining({ code: 'AccessDenied', details: { HeadersNotSigned: 'x-amz-acl' } }),
    )
  })
})

test.each([V1, V4, S3])('the date of $client may differ by 15 minutes', (request) => {
  for (const sign of [-1, 1]) {
    expect(codeOf(() => judge(request, request.at + sign * 14 * MINUTE))).toBe('accepted')
    const late = () => judge(request, request.at + sign * 16 * MINUTE)
    expect(codeOf(late)).toBe('RequestTimeTooSkewed')
  }
})

test.each([V1_URL, V4_URL, S3_URL])('the lifetime of $client ends', (request) => {
  expect(codeOf(() => judge(request, request.at + 9 * MINUTE))).toBe('accepted')
  expect(() => judge(request, request.at + 31 * MINUTE)).toThrow('Request has expired.')
})

const AUTHORIZATION =
  'AWS4-HMAC-SHA256 Credential=a/20260101/b/s3/aws4_request,SignedHeaders=host,Signature=c'

const OTHER_SERVICE = AUTHORIZATION.replace('/s3/', '/ec2/')

describe('a request without a readable signature', () => {
  test('is refused with a status below 500 for any headers and any URL', () => {
    const names = ['authorization', 'date', 'x-oss-date', 'x-amz-date', 'x-amz-content-sha256']
    const value = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.constantFrom('OSS a:b', 'AWS a:b', 'OSS4-HMAC-SHA256 ', AUTHORIZATION),
    )
    const signature = fc.constantFrom(
      ...['', 'X-Amz-Algorithm=AWS4-HMAC-SHA256', 'x-oss-signature=', 'Signature=%', '%ff'],
      'OSSAccessKeyId=a&Signature=b&Expires=1',
    )
    const anyHeaders = fc.dictionary(fc.constantFrom(...names, 'x-oss-security-token'), value)
    const anyUrl = fc.tuple(fc.webPath(), fc.webQueryParameters(), signature)
    fc.assert(
      fc.property(anyHeaders, anyUrl, (headers, [path, query, more]) => {
        const request = { method: 'PUT', url: `${path}?${query}&${more}`, headers }
        expect(codeOf(() => judge(request, 0))).toMatch(REFUSED)
      }),
      { numRuns: 2_000 },
    )
  })

  test.each([
    ['none', {}, '/key', 'AccessDenied'],
    ['two', { authorization: 'OSS a:b' }, '/key?Signature=b', 'InvalidArgument'],
    ['an unknown type', { authorization: 'Bearer a' }, '/key', 'InvalidArgument'],
    ['version 2 of S3', { authorization: 'AWS a:b' }, '/key', 'InvalidRequest'],
    ['another service', { authorization: OTHER_SERVICE }, '/key', 'AuthorizationHeaderMalformed'],
  ])('is refused for %s', (_what, headers, url, code) => {
    expect(codeOf(() => readSignature({ method: 'PUT', url, headers }))).toBe(code)
  })
})

/** Python's SDK of OSS sends the slashes of a key encoded, in path style. */
test('accepts a key with encoded slashes, which it decodes once', () => {
  const date = formatHttpDate(0)
  const text = `PUT\n\n\n${date}\nx-oss-security-token:${GRANT.securityToken}\n/${GRANT.bucket}/up/素材/a%2Fb`
  const value = createHmac('sha1', GRANT.accessKeySecret).update(text).digest('base64')
  const request = {
    method: 'PUT',
    url: `/${GRANT.bucket}/up%2F%E7%B4%A0%E6%9D%90%2Fa%252Fb`,
    headers: {
      date,
      authorization: `OSS ${ACCESS_KEY_ID}:${value}`,
      'x-oss-security-token': GRANT.securityToken,
    },
  }
  expect(codeOf(() => judge(request, 0))).toBe('accepted')
  expect(keyOf(request, GRANT.bucket)).toBe('up/素材/a%2Fb')
})
