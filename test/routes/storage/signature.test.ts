import { createHash, createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatHttpDate } from '#src/kernel/timestamps.ts'
import { keyOf } from '#src/routes/storage/address.ts'
import type { StorageRequest } from '#src/routes/storage/protocol.ts'
import {
  OSS_V4,
  readSignature,
  S3_V4,
  type Scheme,
  signingKey,
  unknownAccessKey,
  verifySignature,
} from '#src/routes/storage/signature.ts'
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

interface Plain {
  method?: string
  /** In path style, with no character that needs to be encoded but a question mark. */
  key?: string
  headers?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
  /** What a client that signs V1 sends as its date. */
  date?: string
}

const SHA256_OF_NOTHING = createHash('sha256').update('').digest('hex')

const escaped = (text: string) => encodeURIComponent(text).replaceAll('%2F', '/')

const sorted = (fields: Readonly<Record<string, string>>): [string, string][] =>
  Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1))

const linesOf = (headers: Readonly<Record<string, string>>, canonical: (value: string) => string) =>
  sorted(headers).map(([name, value]) => `${name}:${canonical(value)}`)

/** Signs with V4 as SDKs do, in a header or in the query; only spaces and tabs are blanks. */
const signV4 = (scheme: Scheme, isPresigned: boolean, plain: Plain): StorageRequest => {
  const { method = 'PUT', key = 'upload/a.bin', headers = {}, query = {} } = plain
  const { algorithm, algorithmParameter, prefix, service, headersField, headersParameter } = scheme
  const isOfS3 = scheme === S3_V4
  const name = (text: string) =>
    isOfS3 && isPresigned
      ? text.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase()).replace('dh', 'dH')
      : text
  const scope = `19700101/r/${service}`
  const signedHeaders = (isOfS3 ? Object.keys({ ...headers, host: '' }) : []).sort().join(';')
  const credential = `${ACCESS_KEY_ID}/${scope}`
  const fields = {
    [name(`${prefix}date`)]: '19700101T000000Z',
    [name(`${prefix}security-token`)]: GRANT.securityToken,
  }
  const inQuery = {
    ...query,
    ...(isPresigned && {
      ...fields,
      [name(algorithmParameter)]: algorithm,
      [name(`${prefix}credential`)]: credential,
      [name(`${prefix}expires`)]: '60',
      ...(isOfS3 && { [name(headersParameter)]: signedHeaders }),
    }),
  }
  const payload = isPresigned ? 'UNSIGNED-PAYLOAD' : SHA256_OF_NOTHING
  const sent: Record<string, string> = {
    ...headers,
    ...(isOfS3 && { host: 'a' }),
    ...(!isPresigned && { ...fields, [`${prefix}content-sha256`]: payload }),
  }
  const all = isOfS3 && !isPresigned ? Object.keys(sent).sort().join(';') : signedHeaders
  const canonicalValue = (value: string) => {
    const trimmed = value.replaceAll(/^[\t ]+|[\t ]+$/g, '')
    return isOfS3 ? trimmed.replaceAll(/[\t ]+/g, ' ') : trimmed
  }
  const canonical = [
    method,
    `/${GRANT.bucket}/${escaped(key)}`,
    sorted(inQuery)
      .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
      .join('&'),
    ...linesOf(sent, canonicalValue),
    '',
    all,
    payload,
  ].join('\n')
  const digest = createHash('sha256').update(canonical, 'latin1').digest('hex')
  const text = [algorithm, '19700101T000000Z', scope, digest].join('\n')
  const value = createHmac('sha256', signingKey(scheme, scope, GRANT))
    .update(text)
    .digest('hex')
  const parameters = new URLSearchParams({
    ...inQuery,
    ...(isPresigned && { [name(`${prefix}signature`)]: value }),
  })
  const authorization = `${algorithm} Credential=${credential},${isOfS3 ? `${headersField}=${all},` : ''}Signature=${value}`
  return {
    method,
    url: `/${GRANT.bucket}/${escaped(key)}?${parameters}`,
    headers: { ...sent, ...(!isPresigned && { authorization }) },
  }
}

/** Signs with V1 of OSS in a header. */
const signV1 = (plain: Plain): StorageRequest => {
  const { method = 'PUT', key = 'upload/a.bin', headers = {}, query = {} } = plain
  const { date = formatHttpDate(0) } = plain
  const oss: Record<string, string> = {
    'x-oss-security-token': GRANT.securityToken,
    ...headers,
  }
  const { 'content-type': type = '', ...others } = oss
  const lines = linesOf(others, (value) => value.replaceAll(/^[\t ]+|[\t ]+$/g, ''))
  const signed = sorted(query).map(([name, value]) => (value === '' ? name : `${name}=${value}`))
  const resource = `/${GRANT.bucket}/${key}${signed.length > 0 ? `?${signed.join('&')}` : ''}`
  const text = [method, '', type, date, ...lines, resource].join('\n')
  const value = createHmac('sha1', GRANT.accessKeySecret).update(text, 'latin1').digest('base64')
  const authorization = `OSS ${ACCESS_KEY_ID}:${value}`
  const url = `/${GRANT.bucket}/${escaped(key)}?${new URLSearchParams(query)}`
  return { method, url, headers: { ...oss, date, authorization } }
}

const WAYS: readonly (readonly [string, (plain: Plain) => StorageRequest])[] = [
  ['S3 V4 in a header', (plain) => signV4(S3_V4, false, plain)],
  ['S3 V4 in the query', (plain) => signV4(S3_V4, true, plain)],
  ['OSS V4 in a header', (plain) => signV4(OSS_V4, false, plain)],
  ['OSS V1', signV1],
]

/** As Node gives a header: one character for each byte. */
const asBytes = (text: string): string => Buffer.from(text).toString('latin1')

describe.each(WAYS)('a header signed with %s', (_way, sign) => {
  const name = sign === signV1 || sign === WAYS[2]?.[1] ? 'x-oss-meta-a' : 'x-amz-meta-a'

  test.each([
    'attachment; filename="你好.pdf"',
    '标  题',
    '爱你',
    'à la carte à',
    '\u00a0NBSP\u00a0',
    'a \t b',
    'plain',
  ])('keeps every byte that is no ASCII blank: %s', (value) => {
    const request = sign({ headers: { [name]: asBytes(value) } })
    expect(codeOf(() => judge(request, 0))).toBe('accepted')
    const altered = { ...request.headers, [name]: asBytes(`${value}\u00a0`) }
    expect(codeOf(() => judge({ ...request, headers: altered }, 0))).toBe('SignatureDoesNotMatch')
  })
})

describe('a key signed by OSS V1', () => {
  const query = { partNumber: '1', uploadId: 'x' }

  test('is refused where its question mark reads as the parameters of another request', () => {
    const part = signV1({ key: 'upload/v1', query })
    expect(codeOf(() => judge(part, 0))).toBe('accepted')
    const asKey = { ...part, url: part.url.replace('?', '%3F').replaceAll('&', '%26') }
    expect(() => judge(asKey, 0)).toThrow(/question mark began the query.+V4/)
    for (const end of ['?uploads', '?a?uploadId=x&b', '?partNumber=', '?security-token=x'])
      expect(codeOf(() => judge(signV1({ key: `upload/a${end}` }), 0))).toBe('InvalidArgument')
  })

  test('is taken with any other question mark, and by V4 with each', () => {
    for (const key of ['upload/what?', 'upload/a?b=c', 'upload/?uploadsx'])
      expect(codeOf(() => judge(signV1({ key }), 0))).toBe('accepted')
    for (const scheme of [S3_V4, OSS_V4]) {
      const request = signV4(scheme, false, { key: 'upload/a?uploads' })
      expect(codeOf(() => judge(request, 0))).toBe('accepted')
    }
  })
})

describe('a parameter', () => {
  test.each(RECORDED.filter(({ url }) => url.includes('=')))(
    'is refused when it occurs twice, in any case: $client',
    (request) => {
      const [, query = ''] = request.url.split('?')
      for (const parameter of query.split('&'))
        for (const more of [parameter, parameter.replace(/^[^=]+/, (text) => text.toUpperCase())]) {
          const url = `${request.url}&${more}`
          expect(
            codeOf(() => judge({ ...request, url }, request.at)),
            more,
          ).toBe('InvalidArgument')
        }
    },
  )
})

test('a presigned URL of S3 takes no x-amz-content-sha256 beside it, which would frame the body', () => {
  for (const value of ['STREAMING-UNSIGNED-PAYLOAD-TRAILER', SHA256_OF_NOTHING, 'x']) {
    const request = withHeader(S3_URL, 'x-amz-content-sha256', value)
    expect(() => judge(request, request.at)).toThrow(
      expect.objectContaining({ details: { HeadersNotSigned: 'x-amz-content-sha256' } }),
    )
  }
  const same = withHeader(S3_URL, 'x-amz-content-sha256', 'UNSIGNED-PAYLOAD')
  expect(codeOf(() => judge(same, same.at))).toBe('accepted')
})

test('a date of V1 is refused when it is no date of HTTP', () => {
  expect(codeOf(() => judge(signV1({}), 0))).toBe('accepted')
  for (const date of ['1970-01-01T00:00:00Z', '1970', 'Thu, 1 Jan 1970 00:00:00 GMT', '0', ''])
    for (const headers of [{}, { 'x-oss-date': date }])
      expect(
        codeOf(() => judge(signV1({ date, headers }), 0)),
        date,
      ).toBe('AccessDenied')
})
