import { createHmac } from 'node:crypto'
import { equalsSecretly, sha256Hex } from '../../kernel/signature.ts'
import { trimBlanks } from '../../kernel/text.ts'
import {
  formatHttpDate,
  formatInstant,
  parseHttpDate,
  parseInstant,
} from '../../kernel/timestamps.ts'
import { decodePath, encodePath, encodeStrictly, keyOf, splitUrl } from './address.ts'
import { ANSWERED_BY } from './object-headers.ts'
import {
  type GrantSecrets,
  headerOf,
  notImplemented,
  StorageError,
  type StorageRequest,
} from './protocol.ts'

/** The names of a signature of version 4. */
export interface Scheme {
  algorithm: string
  /** Prefix of headers and query parameters. */
  prefix: string
  secretPrefix: string
  service: string
  algorithmParameter: string
  /** Where signed headers are named: in `Authorization` and in the query. */
  headersField: string
  headersParameter: string
}

export const OSS_V4: Scheme = {
  algorithm: 'OSS4-HMAC-SHA256',
  prefix: 'x-oss-',
  secretPrefix: 'aliyun_v4',
  service: 'oss/aliyun_v4_request',
  algorithmParameter: 'x-oss-signature-version',
  headersField: 'AdditionalHeaders',
  headersParameter: 'x-oss-additional-headers',
}

export const S3_V4: Scheme = {
  algorithm: 'AWS4-HMAC-SHA256',
  prefix: 'x-amz-',
  secretPrefix: 'AWS4',
  service: 's3/aws4_request',
  algorithmParameter: 'x-amz-algorithm',
  headersField: 'SignedHeaders',
  headersParameter: 'x-amz-signedheaders',
}

/** What a request is signed with. */
export interface Signed {
  /** Undefined for V1 of OSS. */
  scheme: Scheme | undefined
  accessKeyId: string
  securityToken: string | undefined
  /** Base64 in V1, else hexadecimal digits. */
  value: string
  /** `20260131/cn-hangzhou/s3/aws4_request`; empty in V1. */
  scope: string
}

export interface Signature extends Signed {
  /** As it was sent; in a presigned URL of V1 the second at which it expires. */
  date: string
  /** Lifetime of a presigned URL in seconds, 0 in V1; undefined for a signature in a header. */
  expires: number | undefined
  /** Lower case, with semicolons; in the OSS dialect those beside the ones that always are. */
  signedHeaders: string
  /** What the signature covers of the body: its SHA-256 or one of `PAYLOADS`. */
  payload: string
}

const PAYLOADS = ['UNSIGNED-PAYLOAD', 'STREAMING-UNSIGNED-PAYLOAD-TRAILER']

/** The maximum difference between the date of a request and this machine's time, as both services have it. */
const MAX_SKEW_MS = 15 * 60_000

/** The maximum lifetime of a presigned URL of V4, a week. */
const MAX_EXPIRES_SECONDS = 604_800

/** Query parameters that signatures of OSS V1 cover, beside those of what this object storage has not. */
const SIGNED_BY_V1: readonly string[] = [
  'objectMeta',
  'partNumber',
  'security-token',
  'uploadId',
  'uploads',
  ...ANSWERED_BY.keys(),
]

const invalid = (message: string) => new StorageError('InvalidArgument', message)

const denied = (message: string, details?: Readonly<Record<string, string>>) =>
  new StorageError('AccessDenied', message, details)

const malformed = (scheme: Scheme, message: string) =>
  new StorageError(scheme === S3_V4 ? 'AuthorizationHeaderMalformed' : 'InvalidArgument', message)

const isOld = () => new StorageError('InvalidRequest', 'Please use AWS4-HMAC-SHA256.')

export const unknownAccessKey = (
  message = 'The access key id you provided does not exist.',
): StorageError => new StorageError('InvalidAccessKeyId', message)

export const anonymous = (hint = ''): StorageError =>
  denied(`Anonymous access is forbidden${hint || '; sign the request with the keys of a grant'}.`)

/** The query parameters of S3 by the names that headers would have; unlike headers, their case counts. */
const S3_PARAMETERS: ReadonlyMap<string, string> = new Map(
  [
    'X-Amz-Algorithm',
    'X-Amz-Credential',
    'X-Amz-Date',
    'X-Amz-Expires',
    'X-Amz-Security-Token',
    'X-Amz-Signature',
    'X-Amz-SignedHeaders',
    'X-Amz-Content-Sha256',
  ].map((name) => [name.toLowerCase(), name]),
)

/**
 * What a request says of its signature; throws when it has none, more than one, or one that cannot be read.
 * `refuseAnonymous` makes the refusal of a request without a signature.
 */
export const readSignature = (
  request: StorageRequest,
  refuseAnonymous: () => StorageError = anonymous,
): Signature => {
  const { authorization } = request.headers
  const { query } = splitUrl(request.url)
  const has = (...names: readonly string[]) => names.some((name) => query.has(name))
  requireOnce(query)
  const get: Get = (name) => query.get(name) ?? undefined
  const ways = [
    has('X-Amz-Algorithm', 'X-Amz-Signature') &&
      (() => readV4(S3_V4, true, (name) => get(S3_PARAMETERS.get(name) ?? name))),
    has('x-oss-signature-version', 'x-oss-signature') && (() => readV4(OSS_V4, true, get)),
    has('OSSAccessKeyId', 'AWSAccessKeyId', 'Signature') && (() => readQueryOfV1(query)),
    authorization !== undefined && (() => readHeader(request, authorization)),
  ].filter((way) => way !== false)
  if (ways.length > 1)
    throw invalid('A request must have one signature: in a header or in its query.')
  if (!ways[0]) throw refuseAnonymous()
  return ways[0]()
}

/** Of a parameter that occurs twice, the signature covers one and the operation could read the other. */
const requireOnce = (query: URLSearchParams): void => {
  const seen = new Set<string>()
  for (const name of query.keys()) {
    const folded = name.toLowerCase()
    if (seen.has(folded)) throw invalid(`The parameter ${name} must occur once, not twice.`)
    seen.add(folded)
  }
}

const readHeader = ({ headers }: StorageRequest, authorization: string): Signature => {
  const [, type, rest = ''] = /^(\S+) +(.*)$/.exec(authorization) ?? []
  if (type === 'AWS') throw isOld()
  if (type === 'OSS') return readHeaderOfV1(headers, rest)
  const scheme = [OSS_V4, S3_V4].find(({ algorithm }) => algorithm === type)
  if (!scheme) throw invalid('The type of the authorization header is not supported.')
  const { prefix, algorithm, algorithmParameter, headersField, headersParameter } = scheme
  const known = ['Credential', 'Signature', headersField]
  const fields = new Map([[algorithmParameter, algorithm]])
  for (const part of rest.split(',')) {
    const [, name = '', value = ''] = /^ *(\w+)=(\S+) *$/.exec(part) ?? []
    const parameter = name === headersField ? headersParameter : prefix + name.toLowerCase()
    if (!known.includes(name) || fields.has(parameter))
      throw malformed(scheme, 'The authorization header is malformed.')
    fields.set(parameter, value)
  }
  return readV4(scheme, false, (name) => fields.get(name) ?? headerOf(headers, name))
}

const V1 = { scheme: undefined, scope: '', signedHeaders: '', payload: 'UNSIGNED-PAYLOAD' }

const readHeaderOfV1 = (headers: StorageRequest['headers'], text: string): Signature => {
  const [, accessKeyId = '', value = ''] = /^([^:\t ]+):([^\t ]+)$/.exec(text) ?? []
  if (value === '') throw invalid('The authorization header is malformed.')
  const securityToken = headerOf(headers, 'x-oss-security-token')
  const date = headerOf(headers, 'x-oss-date') ?? headers.date ?? ''
  return { ...V1, accessKeyId, securityToken, value, date, expires: undefined }
}

const readQueryOfV1 = (query: URLSearchParams): Signature => {
  if (query.has('AWSAccessKeyId')) throw isOld()
  const accessKeyId = query.get('OSSAccessKeyId')
  const value = query.get('Signature')
  const date = query.get('Expires')
  if (!accessKeyId || !value || !date)
    throw denied('A presigned URL needs Signature, Expires and OSSAccessKeyId.')
  const securityToken = query.get('security-token') ?? undefined
  return { ...V1, accessKeyId, securityToken, value, date, expires: 0 }
}

/** The value of a header or parameter by its name in lower case. */
type Get = (name: string) => string | undefined

const readV4 = (scheme: Scheme, presigned: boolean, get: Get): Signature => {
  const { prefix, headersParameter } = scheme
  const signed = readSignedV4(scheme, get)
  const signedHeaders = get(headersParameter) ?? ''
  const expires = presigned ? (get(`${prefix}expires`) ?? '') : '0'
  if (!/^\d{1,9}$/.test(expires) || Number(expires) > MAX_EXPIRES_SECONDS)
    throw malformed(scheme, `${prefix}expires must be seconds, at most ${MAX_EXPIRES_SECONDS}.`)
  if (scheme === S3_V4 && !signedHeaders.split(';').includes('host'))
    throw malformed(scheme, 'The header host must be signed.')
  const isOptional = presigned || scheme === OSS_V4
  const payload = get(`${prefix}content-sha256`) ?? (isOptional ? 'UNSIGNED-PAYLOAD' : '')
  // Chunks with signatures of their own.
  if (payload.startsWith('STREAMING-AWS4-')) throw notImplemented(payload)
  if (!/^[0-9a-f]{64}$/.test(payload) && !PAYLOADS.includes(payload))
    throw invalid(`${prefix}content-sha256 must be a SHA-256 or a known constant.`)
  return { ...signed, expires: presigned ? Number(expires) : undefined, signedHeaders, payload }
}

const readSignedV4 = (scheme: Scheme, get: Get): Signed & { date: string } => {
  const { prefix, service, algorithm, algorithmParameter } = scheme
  if (get(algorithmParameter) !== algorithm)
    throw malformed(scheme, `${algorithmParameter} must be ${algorithm}.`)
  const value = get(`${prefix}signature`)
  if (!value) throw malformed(scheme, 'The request has no signature.')
  const [, accessKeyId = '', scope = '', end] =
    /^([^/]+)\/(\d{8}\/[^/]+\/(.+))$/.exec(get(`${prefix}credential`) ?? '') ?? []
  if (end !== service)
    throw malformed(scheme, `The credential must be {key}/{date}/{region}/${service}.`)
  const date = get(`${prefix}date`) ?? ''
  if (!/^\d{8}T\d{6}Z$/.test(date)) throw invalidDate()
  if (!scope.startsWith(date.slice(0, 8)))
    throw malformed(scheme, `The date of the credential must equal ${prefix}date.`)
  return { scheme, accessKeyId, securityToken: get(`${prefix}security-token`), value, scope, date }
}

const invalidDate = () => denied('Authentication requires a valid date.')

/** Judges date by real time, then token and signature. */
export const verifySignature = (
  request: StorageRequest,
  signature: Signature,
  grant: GrantSecrets,
  nowMs: number,
): void => {
  judgeDate(signature, nowMs)
  const texts = textsOf(request, signature, grant)
  requireToken(signature, grant)
  if (!isSigned(texts, signature, grant)) throw wrongSignature(request, signature, grant)
  if (signature.scheme === S3_V4) refuseUnsigned(request, signature)
}

const textsOf = (request: StorageRequest, signature: Signature, grant: GrantSecrets): string[] => {
  const { scheme } = signature
  if (!scheme) return textsOfV1(request, signature, grant)
  return canonicalsOfV4(request, signature, scheme, grant).map((canonical) =>
    textOfV4(canonical, signature, scheme),
  )
}

const requireToken = ({ scheme, securityToken }: Signed, grant: GrantSecrets): void => {
  // Keys of a grant do not exist without their token.
  if (securityToken === undefined)
    throw unknownAccessKey(
      'The access key id is of a grant, but the request has no security token; set the securityToken of the grant: stsToken in ali-oss, sessionToken in SDKs of S3.',
    )
  if (equalsSecretly(securityToken, grant.securityToken)) return
  const code = scheme === S3_V4 ? 'InvalidToken' : 'InvalidSecurityToken'
  throw new StorageError(
    code,
    'The security token you provided is invalid; use the securityToken of the same grant as the access key id.',
  )
}

/** True if the signature matches one of the texts. */
const isSigned = (
  texts: readonly string[],
  { scheme, value, scope }: Signed,
  grant: GrantSecrets,
): boolean => {
  const sign = (text: string): string =>
    scheme
      ? createHmac('sha256', signingKey(scheme, scope, grant))
          .update(text, 'latin1')
          .digest('hex')
      : createHmac('sha1', grant.accessKeySecret).update(text, 'latin1').digest('base64')
  return texts.some((text) => equalsSecretly(value, sign(text)))
}

/** The maximum length of a detail: for HEAD all of them must fit into a header. */
const MAX_DETAIL = 2_000

/** Says what was signed, as both services do, and names the bucket if the signature is right for another one. */
const wrongSignature = (
  request: StorageRequest,
  signature: Signature,
  grant: GrantSecrets,
): StorageError => {
  const { scheme, accessKeyId, value } = signature
  const [StringToSign = ''] = textsOf(request, signature, grant)
  const [CanonicalRequest] = scheme ? canonicalsOfV4(request, signature, scheme, grant) : []
  const named = bucketsNamed(request).find(
    (bucket) =>
      bucket !== grant.bucket &&
      isSigned(textsOf(request, signature, { ...grant, bucket }), signature, grant),
  )
  const why =
    named === undefined
      ? 'check the access key secret, and compare StringToSign with the text that the client signed'
      : `it is for the bucket ${JSON.stringify(named)}, but the bucket of the grant is ${grant.bucket}`
  const texts = {
    [scheme === S3_V4 ? 'AWSAccessKeyId' : 'OSSAccessKeyId']: accessKeyId,
    SignatureProvided: value,
    StringToSign,
    ...(CanonicalRequest !== undefined && { CanonicalRequest }),
  }
  return new StorageError(
    'SignatureDoesNotMatch',
    `The signature does not match; ${why}.`,
    Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [name, asUtf8(text).slice(0, MAX_DETAIL)]),
    ),
  )
}

/** Signed texts have one character per byte. */
const asUtf8 = (text: string): string => Buffer.from(text, 'latin1').toString()

/** The names that may be those of a bucket: in front of the host, and at the start of the path. */
const bucketsNamed = ({ url, headers }: StorageRequest): string[] => {
  const [ofHost = ''] = (headers.host ?? '').split('.', 1)
  const [, ofPath = ''] = splitUrl(url).path.split('/', 2)
  return [ofHost, ofPath].filter((name) => BUCKET_NAME.test(name))
}

const BUCKET_NAME = /^[a-z\d][a-z\d-]{1,62}$/i

const judgeDate = (signature: Signature, nowMs: number): void => {
  const { scheme, expires } = signature
  const dateMs = dateOf(signature)
  if (dateMs === undefined) throw invalidDate()
  const ServerTime = formatInstant(nowMs)
  const isEarly = nowMs < dateMs - MAX_SKEW_MS
  if (expires !== undefined) {
    const deadlineMs = dateMs + expires * 1_000
    if (nowMs > deadlineMs)
      throw denied('Request has expired.', { Expires: formatInstant(deadlineMs), ServerTime })
    if (scheme && isEarly) throw denied('Request is not yet valid.', { ServerTime })
  } else if (isEarly || nowMs > dateMs + MAX_SKEW_MS) throw tooSkewed(dateMs, nowMs)
}

/** SDKs in pages correct their clock by these times. */
export const tooSkewed = (dateMs: number, nowMs: number): StorageError =>
  new StorageError('RequestTimeTooSkewed', 'The request time is too far from ours.', {
    RequestTime: formatInstant(dateMs),
    ServerTime: formatInstant(nowMs),
    MaxAllowedSkewMilliseconds: String(MAX_SKEW_MS),
  })

const dateOf = ({ scheme, expires, date }: Signature): number | undefined => {
  if (scheme) return parseInstant(date.replace(/(....)(..)(.....)(..)/, '$1-$2-$3:$4:'))
  if (expires === undefined) {
    const ms = parseHttpDate(date)
    return ms !== undefined && formatHttpDate(ms) === date ? ms : undefined
  }
  return /^\d{1,11}$/.test(date) ? Number(date) * 1_000 : undefined
}

/** A question mark in a key, and behind it what V1 would also write for a parameter. */
const READS_AS_PARAMETER = new RegExp(`\\?(?:${SIGNED_BY_V1.join('|')})(?:[=&]|$)`)

/** Bucket and key as a client may have signed them; a list of buckets has neither. */
const resourcesOf = (request: StorageRequest, { bucket }: GrantSecrets): string[] => {
  const key = keyOf(request, bucket)
  return key === '' ? [`/${bucket}/`, '/'] : [`/${bucket}/${key}`]
}

const textsOfV1 = (request: StorageRequest, { date }: Signature, grant: GrantSecrets): string[] => {
  const { method, url, headers } = request
  if (READS_AS_PARAMETER.test(keyOf(request, grant.bucket)))
    throw invalid(
      'OSS V1 signs this key as if its question mark began the query, so the signature would also hold for another object; sign it with V4.',
    )
  const names = Object.keys(headers).filter((name) => name.startsWith('x-oss-'))
  const lines = names.sort().map((name) => `${name}:${trimBlanks(headerOf(headers, name) ?? '')}`)
  const { 'content-md5': md5 = '', 'content-type': type = '' } = headers
  const signed = [...splitUrl(url).query]
    .filter(([name]) => SIGNED_BY_V1.includes(name))
    .sort(byName)
    .map(([name, value]) => (value === '' ? name : `${name}=${value}`))
  const query = signed.length === 0 ? '' : `?${signed.join('&')}`
  return resourcesOf(request, grant).map((resource) => {
    // Headers have one character per byte, so the resource must be encoded in the same way.
    const bytes = Buffer.from(`${resource}${query}`).toString('latin1')
    return [method, md5, type, date, ...lines, bytes].join('\n')
  })
}

type Parameter = readonly [name: string, value: string]

const byName = ([a, x]: Parameter, [b, y]: Parameter): number =>
  a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1

/** The requests that a client may have signed: they differ in what a client leaves unescaped. */
const canonicalsOfV4 = (
  request: StorageRequest,
  { signedHeaders, payload }: Signature,
  scheme: Scheme,
  grant: GrantSecrets,
): string[] => {
  const isOfS3 = scheme === S3_V4
  const { method, headers, url } = request
  const { path, query } = splitUrl(url)
  const paths = isOfS3
    ? [encodePath(decodePath(path)), path]
    : resourcesOf(request, grant).map(encodePath)
  const parameters = [...query]
    .filter(([name]) => name.toLowerCase() !== `${scheme.prefix}signature`)
    .map(([name, value]) => [encodeStrictly(name), encodeStrictly(value)] as const)
    .sort(byName)
    .map(([name, value]) => (value === '' && !isOfS3 ? name : `${name}=${value}`))
  const always = isOfS3 ? /^$/ : /^(?:content-type$|content-md5$|x-oss-)/
  const names = Object.keys(headers).filter((name) => always.test(name))
  const named = signedHeaders.split(';').filter((name) => name !== '')
  const lines = [...new Set([...names, ...named])].sort().map((name) => {
    const value = trimBlanks(headerOf(headers, name) ?? '')
    return `${name}:${isOfS3 ? value.replaceAll(/[\t ]+/g, ' ') : value}\n`
  })
  const rest = [parameters.join('&'), lines.join(''), signedHeaders, payload]
  return paths.map((uri) => [method, uri, ...rest].join('\n'))
}

const textOfV4 = (canonical: string, { date, scope }: Signature, { algorithm }: Scheme): string =>
  [algorithm, date, scope, sha256Hex(Buffer.from(canonical, 'latin1'))].join('\n')

export const signingKey = (scheme: Scheme, scope: string, grant: GrantSecrets): Buffer => {
  let key = Buffer.from(`${scheme.secretPrefix}${grant.accessKeySecret}`)
  for (const part of scope.split('/'))
    key = createHmac('sha256', key).update(part, 'latin1').digest()
  return key
}

/** The signature covers `x-amz-content-sha256` where that is the hash of the body; a presigned URL has another one. */
const refuseUnsigned = (
  { headers }: StorageRequest,
  { signedHeaders, payload }: Signature,
): void => {
  const isPayload = headers['x-amz-content-sha256'] === payload
  const signed = [...signedHeaders.split(';'), ...(isPayload ? ['x-amz-content-sha256'] : [])]
  const HeadersNotSigned = Object.keys(headers)
    .filter((name) => name.startsWith('x-amz-') && !signed.includes(name))
    .join(', ')
  if (HeadersNotSigned === '') return
  throw denied('There were headers present in the request which were not signed.', {
    HeadersNotSigned,
  })
}
