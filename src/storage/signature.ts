import { createHmac } from 'node:crypto'
import { equalsSecretly, sha256Hex } from '../kernel/signature.ts'
import { formatInstant, parseHttpDate } from '../kernel/timestamps.ts'
import {
  addressOf,
  type Dialect,
  decodePath,
  encodePath,
  encodeStrictly,
  type GrantSecrets,
  headerOf,
  StorageError,
  type StorageRequest,
  splitUrl,
} from './protocol.ts'

/** How the body is covered: not at all, by its SHA-256, or in chunks (`aws-chunked`) with signatures, a trailer or both. */
export type Payload =
  | 'unsigned'
  | 'sha256'
  | 'streaming-unsigned-trailer'
  | 'streaming-signed'
  | 'streaming-signed-trailer'

export interface Signature {
  dialect: Dialect
  /** Undefined for V1 of OSS. */
  scheme: Scheme | undefined
  presigned: boolean
  accessKeyId: string
  securityToken: string | undefined
  payload: Payload
  /** What the signature covers in place of the body, as it was sent. */
  payloadHash: string
  /** As it was sent: Base64 in V1, else hexadecimal digits. */
  value: string
  /** As it was sent; in a presigned URL of V1 the second at which it expires. */
  date: string
  /** Lifetime of a presigned URL of V4 in seconds. */
  expires: string | undefined
  /** `20260131/cn-hangzhou/s3/aws4_request`; empty in V1. */
  scope: string
  /** Lower case, with semicolons; in the OSS dialect those beside the ones that always are. */
  signedHeaders: string
}

/** The names of a signature of version 4. */
export interface Scheme {
  dialect: Dialect
  algorithm: string
  /** Prefix of headers and query parameters. */
  prefix: string
  secretPrefix: string
  service: string
  terminal: string
  /** Fields of `Authorization` and query parameters, lower case. */
  names: { headers: string; queryHeaders: string; algorithm: string }
}

export const OSS_V4: Scheme = {
  dialect: 'oss',
  algorithm: 'OSS4-HMAC-SHA256',
  prefix: 'x-oss-',
  secretPrefix: 'aliyun_v4',
  service: 'oss',
  terminal: 'aliyun_v4_request',
  names: {
    headers: 'additionalheaders',
    queryHeaders: 'x-oss-additional-headers',
    algorithm: 'x-oss-signature-version',
  },
}

export const S3_V4: Scheme = {
  dialect: 's3',
  algorithm: 'AWS4-HMAC-SHA256',
  prefix: 'x-amz-',
  secretPrefix: 'AWS4',
  service: 's3',
  terminal: 'aws4_request',
  names: {
    headers: 'signedheaders',
    queryHeaders: 'x-amz-signedheaders',
    algorithm: 'x-amz-algorithm',
  },
}

/** The maximum difference between the date of a request and this machine's time, as both services have it. */
const MAX_SKEW_MS = 15 * 60_000

/** The maximum lifetime of a presigned URL of V4, a week. */
const MAX_EXPIRES_SECONDS = 604_800

/** Query parameters that signatures of OSS V1 cover. */
const SIGNED_BY_V1: ReadonlySet<string> = new Set(
  `acl append asyncFetch bucketInfo callback callback-var cname comp continuation-token cors delete encryption endTime
  group img inventory inventoryId lifecycle link live location logging metaQuery objectInfo objectMeta partNumber policy
  position qos qosInfo referer regionList replication replicationLocation replicationProgress requestPayment
  resourceGroup response-cache-control response-content-disposition response-content-encoding response-content-language
  response-content-type response-expires restore security-token sequential startTime stat status style styleName
  symlink tagging transferAcceleration uploadId uploads versionId versioning versions vod website worm wormExtend wormId
  x-oss-ac-forward-allow x-oss-ac-source-ip x-oss-ac-subnet-mask x-oss-ac-vpc-id x-oss-async-process x-oss-process
  x-oss-request-payer x-oss-traffic-limit`.split(/\s+/),
)

const PAYLOADS: ReadonlyMap<string, Payload> = new Map([
  ['UNSIGNED-PAYLOAD', 'unsigned'],
  ['STREAMING-UNSIGNED-PAYLOAD-TRAILER', 'streaming-unsigned-trailer'],
  ['STREAMING-AWS4-HMAC-SHA256-PAYLOAD', 'streaming-signed'],
  ['STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER', 'streaming-signed-trailer'],
])

const invalid = (message: string) => new StorageError('InvalidArgument', 400, message)

const denied = (message: string, details?: Readonly<Record<string, string>>) =>
  new StorageError('AccessDenied', 403, message, details)

const malformed = (scheme: Scheme, message: string) =>
  scheme.dialect === 'oss'
    ? invalid(message)
    : new StorageError('AuthorizationHeaderMalformed', 400, message)

const isOld = () =>
  new StorageError(
    'InvalidRequest',
    400,
    'The authorization mechanism you have provided is not supported. Please use AWS4-HMAC-SHA256.',
  )

export const unknownAccessKey = (dialect: Dialect): StorageError =>
  new StorageError(
    'InvalidAccessKeyId',
    403,
    `The ${dialect === 'oss' ? 'OSS' : 'AWS'} Access Key Id you provided does not exist in our records.`,
  )

export const expiredToken = (dialect: Dialect): StorageError =>
  dialect === 'oss'
    ? new StorageError('SecurityTokenExpired', 403, 'The security token you provided has expired.')
    : new StorageError('ExpiredToken', 400, 'The provided token has expired.')

const wrongToken = (dialect: Dialect) =>
  dialect === 'oss'
    ? new StorageError('InvalidSecurityToken', 403, 'The security token you provided is invalid.')
    : new StorageError('InvalidToken', 400, 'The provided token is malformed or otherwise invalid.')

export const wrongSignature = (): StorageError =>
  new StorageError(
    'SignatureDoesNotMatch',
    403,
    'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
  )

/** What a request says of its signature; throws when it has none, more than one, or one that cannot be read. */
export const readSignature = (request: StorageRequest): Signature => {
  const { authorization } = request.headers
  const query = new URLSearchParams(splitUrl(request.url).query)
  const has = (...names: readonly string[]) => names.some((name) => query.has(name))
  const ways = [
    has('X-Amz-Algorithm', 'X-Amz-Signature') && (() => readQueryOfV4(query, S3_V4)),
    has('x-oss-signature-version', 'x-oss-signature') && (() => readQueryOfV4(query, OSS_V4)),
    has('OSSAccessKeyId', 'AWSAccessKeyId', 'Signature') && (() => readQueryOfV1(query)),
    authorization !== undefined && (() => readHeader(request, authorization)),
  ].filter((way) => way !== false)
  if (ways.length > 1)
    throw invalid('Only one authentication mechanism is allowed: a header or query parameters.')
  if (!ways[0]) throw denied('Anonymous access is forbidden for this operation.')
  return ways[0]()
}

const readHeader = ({ headers }: StorageRequest, authorization: string): Signature => {
  const [, type, rest = ''] = /^(\S+) +(.*)$/.exec(authorization) ?? []
  if (type === 'AWS') throw isOld()
  if (type === 'OSS') return readHeaderOfV1(headers, rest)
  const scheme = [OSS_V4, S3_V4].find(({ algorithm }) => algorithm === type)
  if (!scheme) throw invalid('Unsupported Authorization Type')
  const fields = new Map<string, string>()
  for (const part of rest.split(',')) {
    const [, name = '', value = ''] = /^ *([A-Za-z]+)=(\S+) *$/.exec(part) ?? []
    if (fields.has(name.toLowerCase()) || value === '')
      throw malformed(scheme, 'The authorization header is malformed.')
    fields.set(name.toLowerCase(), value)
  }
  return readV4(scheme, false, (name) =>
    name.startsWith(scheme.prefix) ? headerOf(headers, name) : fields.get(name),
  )
}

const V1 = {
  dialect: 'oss',
  scheme: undefined,
  payload: 'unsigned',
  payloadHash: '',
  expires: undefined,
  scope: '',
  signedHeaders: '',
} as const

const readHeaderOfV1 = (headers: StorageRequest['headers'], text: string): Signature => {
  const [, accessKeyId = '', value = ''] = /^([^:\s]+):(\S+)$/.exec(text) ?? []
  if (value === '') throw invalid('The authorization header is invalid.')
  const securityToken = headerOf(headers, 'x-oss-security-token')
  const date = headerOf(headers, 'x-oss-date') ?? headers.date ?? ''
  return { ...V1, presigned: false, accessKeyId, securityToken, value, date }
}

const readQueryOfV1 = (query: URLSearchParams): Signature => {
  if (query.has('AWSAccessKeyId')) throw isOld()
  const accessKeyId = query.get('OSSAccessKeyId')
  const value = query.get('Signature')
  const date = query.get('Expires')
  if (!accessKeyId || !value || !date)
    throw denied('Query-string authentication requires Signature, Expires and OSSAccessKeyId.')
  const securityToken = query.get('security-token') ?? undefined
  return { ...V1, presigned: true, accessKeyId, securityToken, value, date }
}

const readQueryOfV4 = (query: URLSearchParams, scheme: Scheme): Signature => {
  const { prefix, names, algorithm } = scheme
  const values = new Map([...query].map(([name, value]) => [name.toLowerCase(), value]))
  if (values.get(names.algorithm) !== algorithm)
    throw malformed(scheme, `${names.algorithm} only supports "${algorithm}".`)
  return readV4(scheme, true, (name) =>
    name === names.headers
      ? values.get(names.queryHeaders)
      : values.get(name.startsWith(prefix) ? name : `${prefix}${name}`),
  )
}

const readV4 = (
  scheme: Scheme,
  presigned: boolean,
  get: (name: string) => string | undefined,
): Signature => {
  const { dialect, prefix, names } = scheme
  const { accessKeyId, scope } = readCredential(get('credential') ?? '', scheme)
  const value = get('signature')
  const signedHeaders = get(names.headers) ?? ''
  const expires = presigned ? (get('expires') ?? '') : undefined
  if (!value) throw malformed(scheme, 'The request has no signature.')
  if (
    expires !== undefined &&
    !(/^\d{1,9}$/.test(expires) && Number(expires) <= MAX_EXPIRES_SECONDS)
  )
    throw malformed(scheme, `${prefix}expires must be seconds, at most ${MAX_EXPIRES_SECONDS}.`)
  const covered = get(`${prefix}content-sha256`)
  if (dialect === 's3' && !signedHeaders.split(';').includes('host'))
    throw malformed(scheme, 'The header host must be signed.')
  if (dialect === 's3' && !presigned && covered === undefined)
    throw new StorageError(
      'InvalidRequest',
      400,
      'Missing required header for this request: x-amz-content-sha256',
    )
  const payloadHash = covered ?? 'UNSIGNED-PAYLOAD'
  const payload =
    PAYLOADS.get(payloadHash) ?? (/^[0-9a-f]{64}$/.test(payloadHash) ? 'sha256' : undefined)
  if (!payload)
    throw invalid(
      `${prefix}content-sha256 must be UNSIGNED-PAYLOAD, a supported STREAMING value, or a SHA-256.`,
    )
  const securityToken = get(`${prefix}security-token`)
  const date = get(`${prefix}date`) ?? ''
  return {
    dialect,
    scheme,
    presigned,
    accessKeyId,
    securityToken,
    payload,
    payloadHash,
    value,
    date,
    expires,
    scope,
    signedHeaders,
  }
}

/** Reads `{access key}/{date}/{region}/{service}/{terminal}`; the service and terminal are those of the scheme. */
export const readCredential = (
  credential: string,
  scheme: Scheme,
): { accessKeyId: string; scope: string } => {
  const [, accessKeyId = '', scope = '', service, terminal] =
    /^([^/]+)\/(\d{8}\/[^/]+\/([^/]+)\/([^/]+))$/.exec(credential) ?? []
  if (service !== scheme.service || terminal !== scheme.terminal)
    throw malformed(
      scheme,
      `The credential must be {access key}/{date}/{region}/${scheme.service}/${scheme.terminal}.`,
    )
  return { accessKeyId, scope }
}

/** Judges date by real time, then token and signature. */
export const verifySignature = (
  request: StorageRequest,
  signature: Signature,
  grant: GrantSecrets,
  nowMs: number,
): void => {
  judgeDate(signature, nowMs)
  judgeToken(signature, grant)
  const { scheme } = signature
  const isRight = scheme
    ? textsOfV4(request, signature, scheme, grant).some((text) =>
        equalsSecretly(signature.value, hmacOfV4(scheme, signature.scope, grant, text)),
      )
    : textsOfV1(request, signature, grant).some((canonical) =>
        equalsSecretly(signature.value, hmacOfV1(canonical, grant)),
      )
  if (!isRight) throw wrongSignature()
  if (scheme === S3_V4) refuseUnsigned(request, signature)
}

export const judgeToken = (
  { dialect, securityToken }: Pick<Signature, 'dialect' | 'securityToken'>,
  grant: GrantSecrets,
): void => {
  // Keys of a grant do not exist without their token.
  if (securityToken === undefined) throw unknownAccessKey(dialect)
  if (!equalsSecretly(securityToken, grant.securityToken)) throw wrongToken(dialect)
}

const judgeDate = (signature: Signature, nowMs: number): void => {
  const { scheme, presigned, date, expires, dialect, scope } = signature
  const isDeadline = presigned && !scheme
  const dateMs = isDeadline ? secondsToMs(date) : scheme ? parseCompact(date) : parseHttpDate(date)
  if (dateMs === undefined)
    throw denied(`${dialect === 'oss' ? 'OSS' : 'AWS'} authentication requires a valid Date.`)
  if (scheme && !scope.startsWith(date.slice(0, 8)))
    throw malformed(scheme, `The date of the credential must be that of ${scheme.prefix}date.`)
  const ServerTime = formatInstant(nowMs)
  if (!presigned) {
    if (Math.abs(nowMs - dateMs) <= MAX_SKEW_MS) return
    throw new StorageError(
      'RequestTimeTooSkewed',
      403,
      'The difference between the request time and the current time is too large.',
      {
        RequestTime: formatInstant(dateMs),
        ServerTime,
        MaxAllowedSkewMilliseconds: String(MAX_SKEW_MS),
      },
    )
  }
  const deadlineMs = dateMs + Number(expires ?? 0) * 1_000
  if (nowMs > deadlineMs)
    throw denied('Request has expired.', { Expires: formatInstant(deadlineMs), ServerTime })
  if (!isDeadline && dateMs > nowMs + MAX_SKEW_MS)
    throw denied('Request is not valid yet.', { ServerTime })
}

const secondsToMs = (text: string): number | undefined =>
  /^\d{1,11}$/.test(text) ? Number(text) * 1_000 : undefined

/** Reads `20260131T235959Z`. */
const parseCompact = (text: string): number | undefined => {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text)
  if (!match) return undefined
  const [, year, month, day, hour, minute, second] = match
  return parseHttpDate(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

/** Names of the bucket and the key that a client may have signed; a list of buckets has neither. */
const resourcesOf = (request: StorageRequest, { bucket }: GrantSecrets): string[] => {
  const { key } = addressOf(request, bucket)
  return key === '' ? [`/${bucket}/`, '/'] : [`/${bucket}/${key}`]
}

// Headers have one character for each byte, so the texts that are signed have so too.
const bytesOf = (text: string): string => Buffer.from(text).toString('latin1')

const textsOfV1 = (
  request: StorageRequest,
  signature: Signature,
  grant: GrantSecrets,
): string[] => {
  const { headers } = request
  const names = Object.keys(headers).filter((name) => name.startsWith('x-oss-'))
  const head = [
    request.method,
    headerOf(headers, 'content-md5') ?? '',
    headers['content-type'] ?? '',
    signature.date,
    ...names.sort().map((name) => `${name}:${headerOf(headers, name)?.trim()}`),
  ]
  const signed = [...addressOf(request, grant.bucket).query]
    .filter(([name]) => SIGNED_BY_V1.has(name))
    .sort(byName)
    .map(([name, value]) => (value === '' ? name : `${name}=${value}`))
  const query = signed.length === 0 ? '' : `?${signed.join('&')}`
  return resourcesOf(request, grant).map((resource) =>
    [...head, bytesOf(`${resource}${query}`)].join('\n'),
  )
}

/** In Base64, as V1 signs requests and policies. */
export const hmacOfV1 = (canonical: string, { accessKeySecret }: GrantSecrets): string =>
  createHmac('sha1', accessKeySecret).update(canonical, 'latin1').digest('base64')

type Parameter = readonly [name: string, value: string]

const byName = ([a, x]: Parameter, [b, y]: Parameter): number =>
  a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1

/** The texts that a client may have signed: they differ in what a client leaves unescaped. */
const textsOfV4 = (
  request: StorageRequest,
  { signedHeaders, payloadHash, date, scope }: Signature,
  scheme: Scheme,
  grant: GrantSecrets,
): string[] => {
  const isOfS3 = scheme === S3_V4
  const { method, headers, url } = request
  const { path, query } = splitUrl(url)
  const paths = isOfS3
    ? [encodePath(decodePath(path)), path]
    : resourcesOf(request, grant).map(encodePath)
  const parameters = [...new URLSearchParams(query)]
    .filter(([name]) => name.toLowerCase() !== `${scheme.prefix}signature`)
    .map(([name, value]) => [encodeStrictly(name), encodeStrictly(value)] as const)
    .sort(byName)
    .map(([name, value]) => (value === '' && !isOfS3 ? name : `${name}=${value}`))
  const named = signedHeaders === '' ? [] : signedHeaders.split(';')
  const names = isOfS3 ? named : Object.keys(headers).filter(isSignedByOss).concat(named)
  const lines = [...new Set(names)].sort().map((name) => {
    const value = headerOf(headers, name)?.trim() ?? ''
    return `${name}:${isOfS3 ? value.replaceAll(/\s+/g, ' ') : value}\n`
  })
  const rest = [parameters.join('&'), lines.join(''), signedHeaders, payloadHash]
  return paths.map((uri) => {
    const canonical = Buffer.from([method, uri, ...rest].join('\n'), 'latin1')
    return [scheme.algorithm, date, scope, sha256Hex(canonical)].join('\n')
  })
}

const isSignedByOss = (name: string): boolean =>
  name === 'content-type' || name === 'content-md5' || name.startsWith('x-oss-')

/** In hexadecimal digits, as V4 signs policies, and the texts that are made of requests. */
export const hmacOfV4 = (
  scheme: Scheme,
  scope: string,
  grant: GrantSecrets,
  text: string,
): string =>
  createHmac('sha256', signingKey(scheme, scope, grant))
    .update(text, 'latin1')
    .digest('hex')

/** The key of a day, region and service. */
export const signingKey = (
  { secretPrefix }: Pick<Scheme, 'secretPrefix'>,
  scope: string,
  { accessKeySecret }: GrantSecrets,
): Buffer =>
  scope
    .split('/')
    .reduce(
      (key, part) => createHmac('sha256', key).update(part, 'latin1').digest(),
      Buffer.from(`${secretPrefix}${accessKeySecret}`),
    )

const refuseUnsigned = ({ headers }: StorageRequest, { signedHeaders }: Signature): void => {
  const signed = new Set(signedHeaders.split(';'))
  // The signature covers this one as the hash of the body.
  signed.add('x-amz-content-sha256')
  const names = Object.keys(headers).filter(
    (name) => name.startsWith('x-amz-') && !signed.has(name),
  )
  if (names.length > 0)
    throw denied('There were headers present in the request which were not signed', {
      HeadersNotSigned: names.join(', '),
    })
}
