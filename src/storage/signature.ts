import { createHmac } from 'node:crypto'
import { equalsSecretly, sha256Hex } from '../kernel/signature.ts'
import { formatInstant, parseHttpDate } from '../kernel/timestamps.ts'
import { addressOf, decodePath, encodePath, encodeStrictly, splitUrl } from './address.ts'
import {
  type Dialect,
  type GrantSecrets,
  headerOf,
  StorageError,
  type StorageRequest,
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
  /** What the signature covers in place of the body. */
  payloadHash: string
  /** Base64 in V1, else hexadecimal digits. */
  value: string
  /** As it was sent; in a presigned URL of V1 the second at which it expires. */
  date: string
  /** Lifetime of a presigned URL of V4 in seconds. */
  expires: string
  /** `20260131/cn-hangzhou/s3/aws4_request`; empty in V1. */
  scope: string
  /** Lower case, with semicolons; in the OSS dialect those beside the ones that always are. */
  signedHeaders: string
}

/** The names of a signature of version 4. */
export interface Scheme {
  dialect: Dialect
  algorithm: string
  /** Prefix of headers, query parameters and fields of forms. */
  prefix: string
  secretPrefix: string
  /** Service and end of the scope. */
  service: string
  /** The field of `Authorization` that names headers. */
  headersField: string
  headersParameter: string
  algorithmParameter: string
  /** The query parameter for a name such as `Security-Token`. */
  parameterOf: (name: string) => string
}

export const OSS_V4: Scheme = {
  dialect: 'oss',
  algorithm: 'OSS4-HMAC-SHA256',
  prefix: 'x-oss-',
  secretPrefix: 'aliyun_v4',
  service: 'oss/aliyun_v4_request',
  headersField: 'AdditionalHeaders',
  headersParameter: 'x-oss-additional-headers',
  algorithmParameter: 'x-oss-signature-version',
  parameterOf: (name) => `x-oss-${name.toLowerCase()}`,
}

export const S3_V4: Scheme = {
  dialect: 's3',
  algorithm: 'AWS4-HMAC-SHA256',
  prefix: 'x-amz-',
  secretPrefix: 'AWS4',
  service: 's3/aws4_request',
  headersField: 'SignedHeaders',
  headersParameter: 'X-Amz-SignedHeaders',
  algorithmParameter: 'X-Amz-Algorithm',
  parameterOf: (name) => `X-Amz-${name}`,
}

/** The maximum difference between the date of a request and this machine's time, as both services have it. */
const MAX_SKEW_MS = 15 * 60_000

/** The maximum lifetime of a presigned URL of V4, a week. */
const MAX_EXPIRES_SECONDS = 604_800

/** Query parameters that signatures of OSS V1 cover, beside those of what this object storage has not. */
const SIGNED_BY_V1 = ['partNumber', 'security-token', 'uploadId', 'uploads']

const PAYLOADS: ReadonlyMap<string, Payload> = new Map([
  ['UNSIGNED-PAYLOAD', 'unsigned'],
  ['STREAMING-UNSIGNED-PAYLOAD-TRAILER', 'streaming-unsigned-trailer'],
  ['STREAMING-AWS4-HMAC-SHA256-PAYLOAD', 'streaming-signed'],
  ['STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER', 'streaming-signed-trailer'],
])

const invalid = (message: string) => new StorageError('InvalidArgument', 400, message)

const denied = (message: string, details?: Readonly<Record<string, string>>) =>
  new StorageError('AccessDenied', 403, message, details)

const malformed = ({ dialect }: Scheme, message: string) =>
  new StorageError(
    dialect === 'oss' ? 'InvalidArgument' : 'AuthorizationHeaderMalformed',
    400,
    message,
  )

const isOld = () => new StorageError('InvalidRequest', 400, 'Please use AWS4-HMAC-SHA256.')

export const unknownAccessKey = (): StorageError =>
  new StorageError('InvalidAccessKeyId', 403, 'The access key id you provided does not exist.')

export const expiredToken = (dialect: Dialect): StorageError => {
  const [code, status] = dialect === 'oss' ? ['SecurityTokenExpired', 403] : ['ExpiredToken', 400]
  return new StorageError(
    String(code),
    Number(status),
    'The security token you provided has expired.',
  )
}

export const wrongSignature = (): StorageError =>
  new StorageError('SignatureDoesNotMatch', 403, 'The signature is not the one that we calculated.')

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
    throw invalid('A request must have one signature: in a header or in its query.')
  if (!ways[0]) throw denied('Anonymous access is forbidden.')
  return ways[0]()
}

const readHeader = ({ headers }: StorageRequest, authorization: string): Signature => {
  const [, type, rest = ''] = /^(\S+) +(.*)$/.exec(authorization) ?? []
  if (type === 'AWS') throw isOld()
  if (type === 'OSS') return readHeaderOfV1(headers, rest)
  const scheme = [OSS_V4, S3_V4].find(({ algorithm }) => algorithm === type)
  if (!scheme) throw invalid('The type of the authorization header is not supported.')
  const known = ['Credential', 'Signature', scheme.headersField]
  const fields = new Map<string, string>()
  for (const part of rest.split(',')) {
    const [, name = '', value = ''] = /^ *(\w+)=(\S+) *$/.exec(part) ?? []
    if (!known.includes(name) || fields.has(name))
      throw malformed(scheme, 'The authorization header is malformed.')
    fields.set(name, value)
  }
  return readV4(scheme, false, (name) =>
    known.includes(name)
      ? fields.get(name)
      : headerOf(headers, `${scheme.prefix}${name.toLowerCase()}`),
  )
}

const V1 = {
  dialect: 'oss',
  scheme: undefined,
  payload: 'unsigned',
  payloadHash: '',
  expires: '',
  scope: '',
  signedHeaders: '',
} as const

const readHeaderOfV1 = (headers: StorageRequest['headers'], text: string): Signature => {
  const [, accessKeyId = '', value = ''] = /^([^:\s]+):(\S+)$/.exec(text) ?? []
  if (value === '') throw invalid('The authorization header is malformed.')
  const securityToken = headerOf(headers, 'x-oss-security-token')
  const date = headerOf(headers, 'x-oss-date') ?? headers.date ?? ''
  return { ...V1, presigned: false, accessKeyId, securityToken, value, date }
}

const readQueryOfV1 = (query: URLSearchParams): Signature => {
  if (query.has('AWSAccessKeyId')) throw isOld()
  const [accessKeyId, value, date] = ['OSSAccessKeyId', 'Signature', 'Expires'].map((name) =>
    query.get(name),
  )
  if (!accessKeyId || !value || !date)
    throw denied('A presigned URL needs Signature, Expires and OSSAccessKeyId.')
  const securityToken = query.get('security-token') ?? undefined
  return { ...V1, presigned: true, accessKeyId, securityToken, value, date }
}

const readQueryOfV4 = (query: URLSearchParams, scheme: Scheme): Signature => {
  const { algorithm, algorithmParameter, headersField, headersParameter, parameterOf } = scheme
  if (query.get(algorithmParameter) !== algorithm)
    throw malformed(scheme, `${algorithmParameter} must be ${algorithm}.`)
  const nameOf = (name: string) => (name === headersField ? headersParameter : parameterOf(name))
  return readV4(scheme, true, (name) => query.get(nameOf(name)) ?? undefined)
}

const readV4 = (
  scheme: Scheme,
  presigned: boolean,
  get: (name: string) => string | undefined,
): Signature => {
  const { dialect, prefix } = scheme
  const credential = readCredential(get('Credential'), scheme)
  const value = get('Signature') ?? ''
  const signedHeaders = get(scheme.headersField) ?? ''
  const expires = presigned ? (get('Expires') ?? '') : '0'
  if (value === '') throw malformed(scheme, 'The request has no signature.')
  if (!/^\d{1,9}$/.test(expires) || Number(expires) > MAX_EXPIRES_SECONDS)
    throw malformed(scheme, `${prefix}expires must be seconds, at most ${MAX_EXPIRES_SECONDS}.`)
  if (dialect === 's3' && !signedHeaders.split(';').includes('host'))
    throw malformed(scheme, 'The header host must be signed.')
  const isOptional = presigned || dialect === 'oss'
  const payloadHash = get('Content-Sha256') ?? (isOptional ? 'UNSIGNED-PAYLOAD' : '')
  const payload = SHA256.test(payloadHash) ? 'sha256' : PAYLOADS.get(payloadHash)
  if (!payload) throw invalid(`${prefix}content-sha256 must be a SHA-256 or a known constant.`)
  const securityToken = get('Security-Token')
  const date = get('Date') ?? ''
  const signed = { value, date, expires, signedHeaders, payload, payloadHash }
  return { dialect, scheme, presigned, ...credential, securityToken, ...signed }
}

const SHA256 = /^[0-9a-f]{64}$/

/** Reads `{access key}/{date}/{region}/{service}`. */
export const readCredential = (
  credential = '',
  scheme: Scheme,
): Pick<Signature, 'accessKeyId' | 'scope'> => {
  const [, accessKeyId = '', scope = '', service] =
    /^([^/]+)\/(\d{8}\/[^/]+\/(.+))$/.exec(credential) ?? []
  if (service !== scheme.service)
    throw malformed(scheme, `The credential must be {key}/{date}/{region}/${scheme.service}.`)
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
  const texts = scheme
    ? textsOfV4(request, signature, scheme, grant)
    : textsOfV1(request, signature, grant)
  if (!texts.some((text) => isSignatureOf(text, signature, grant))) throw wrongSignature()
  if (scheme === S3_V4) refuseUnsigned(request, signature)
}

/** Whether a signature is that of a text: of a policy, or what is made of a request. */
export const isSignatureOf = (
  text: string,
  { scheme, scope, value }: Pick<Signature, 'scheme' | 'scope' | 'value'>,
  grant: GrantSecrets,
): boolean => {
  const hmac = scheme
    ? createHmac('sha256', signingKey(scheme, scope, grant))
    : createHmac('sha1', grant.accessKeySecret)
  return equalsSecretly(value, hmac.update(text, 'latin1').digest(scheme ? 'hex' : 'base64'))
}

export const judgeToken = (
  { dialect, securityToken }: Pick<Signature, 'dialect' | 'securityToken'>,
  grant: GrantSecrets,
): void => {
  // Keys of a grant do not exist without their token.
  if (securityToken === undefined) throw unknownAccessKey()
  if (equalsSecretly(securityToken, grant.securityToken)) return
  const [code, status] = dialect === 'oss' ? ['InvalidSecurityToken', 403] : ['InvalidToken', 400]
  throw new StorageError(
    String(code),
    Number(status),
    'The security token you provided is invalid.',
  )
}

const judgeDate = (signature: Signature, nowMs: number): void => {
  const { scheme, presigned, expires } = signature
  const dateMs = dateOf(signature)
  if (dateMs === undefined) throw denied('Authentication requires a valid date.')
  const ServerTime = formatInstant(nowMs)
  const deadlineMs = dateMs + Number(expires) * 1_000
  if (presigned && nowMs > deadlineMs)
    throw denied('Request has expired.', { Expires: formatInstant(deadlineMs), ServerTime })
  const isFar = dateMs > nowMs + MAX_SKEW_MS
  if (presigned && scheme && isFar) throw denied('Request is not yet valid.', { ServerTime })
  if (!presigned && (isFar || dateMs < nowMs - MAX_SKEW_MS)) throw tooSkewed(dateMs, nowMs)
}

/** SDKs in pages correct their clock by these times. */
export const tooSkewed = (dateMs: number, nowMs: number): StorageError =>
  new StorageError('RequestTimeTooSkewed', 403, 'The request time is too far from ours.', {
    RequestTime: formatInstant(dateMs),
    ServerTime: formatInstant(nowMs),
    MaxAllowedSkewMilliseconds: String(MAX_SKEW_MS),
  })

const dateOf = ({ scheme, presigned, date, scope }: Signature): number | undefined => {
  if (!scheme && presigned) return /^\d{1,11}$/.test(date) ? Number(date) * 1_000 : undefined
  if (!scheme) return parseHttpDate(date)
  if (!/^\d{8}T\d{6}Z$/.test(date)) return undefined
  if (!scope.startsWith(date.slice(0, 8)))
    throw malformed(scheme, `The date of the credential must be that of ${scheme.prefix}date.`)
  return parseHttpDate(date.replace(/(....)(..)(.....)(..)/, '$1-$2-$3:$4:'))
}

/** Bucket and key as a client may have signed them; a list of buckets has neither. */
const resourcesOf = (request: StorageRequest, { bucket }: GrantSecrets): string[] => {
  const { key } = addressOf(request, bucket)
  return key === '' ? [`/${bucket}/`, '/'] : [`/${bucket}/${key}`]
}

const textsOfV1 = (
  { method, url, headers }: StorageRequest,
  { date }: Signature,
  grant: GrantSecrets,
): string[] => {
  const names = Object.keys(headers).filter((name) => name.startsWith('x-oss-'))
  const lines = names.sort().map((name) => `${name}:${headerOf(headers, name)?.trim()}`)
  const { 'content-md5': md5 = '', 'content-type': type = '' } = headers
  const signed = [...new URLSearchParams(splitUrl(url).query)]
    .filter(([name]) => SIGNED_BY_V1.includes(name))
    .sort(byName)
    .map(([name, value]) => (value === '' ? name : `${name}=${value}`))
  const query = signed.length === 0 ? '' : `?${signed.join('&')}`
  return resourcesOf({ method, url, headers }, grant).map((resource) => {
    // Headers have one character for each byte, so the resource must have so too.
    const bytes = Buffer.from(`${resource}${query}`).toString('latin1')
    return [method, md5, type, date, ...lines, bytes].join('\n')
  })
}

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
    .filter(([name]) => name !== scheme.parameterOf('Signature'))
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

/** The key of a day, region and service. */
export const signingKey = (scheme: Scheme, scope: string, grant: GrantSecrets): Buffer => {
  let key = Buffer.from(`${scheme.secretPrefix}${grant.accessKeySecret}`)
  for (const part of scope.split('/'))
    key = createHmac('sha256', key).update(part, 'latin1').digest()
  return key
}

/** The signature covers `x-amz-content-sha256` as the hash of the body. */
const refuseUnsigned = ({ headers }: StorageRequest, { signedHeaders }: Signature): void => {
  const signed = [...signedHeaders.split(';'), 'x-amz-content-sha256']
  const HeadersNotSigned = Object.keys(headers)
    .filter((name) => name.startsWith('x-amz-') && !signed.includes(name))
    .join(', ')
  if (HeadersNotSigned !== '')
    throw denied('There were headers present in the request which were not signed.', {
      HeadersNotSigned,
    })
}
