import type { IncomingHttpHeaders } from 'node:http'

/** The two dialects, which differ in signatures, error codes and header names. */
export type Dialect = 'oss' | 's3'

/** A refusal in the words of the protocol; SDKs make their error class of the code. */
export class StorageError extends Error {
  override name = 'StorageError'
  readonly code: string
  readonly status: number
  /** More elements of the XML, such as `ServerTime`. */
  readonly details: Readonly<Record<string, string>> | undefined

  constructor(
    code: string,
    status: number,
    message: string,
    details?: Readonly<Record<string, string>>,
  ) {
    super(message)
    this.code = code
    this.status = status
    this.details = details
  }
}

export interface StorageRequest {
  method: string
  /** Path and query as they were sent. */
  url: string
  headers: IncomingHttpHeaders
}

/** What the signatures of a grant are verified with. */
export interface GrantSecrets {
  accessKeySecret: string
  securityToken: string
  bucket: string
}

export interface Address {
  /** Undefined when the request names none, as `GET /` does for a list of buckets. */
  bucket: string | undefined
  /** Decoded once; empty for the bucket itself. */
  key: string
  query: URLSearchParams
}

export const headerOf = (headers: IncomingHttpHeaders, name: string): string | undefined => {
  const value = headers[name]
  return Array.isArray(value) ? value.join(',') : value
}

/** The dialect of a request, signed or not, for the form of its answer. */
export const dialectOf = ({ url, headers }: StorageRequest): Dialect =>
  /^AWS/.test(headers.authorization ?? '') ||
  /[?&](?:x-amz-|AWSAccessKeyId=)/i.test(url) ||
  Object.keys(headers).some((name) => name.startsWith('x-amz-'))
    ? 's3'
    : 'oss'

/** Path and query of a URL as they were sent; proxies send the whole URL. */
export const splitUrl = (url: string): { path: string; query: string } => {
  const [, path = '', query = ''] = /^(?:https?:\/\/[^/?]*)?([^?]*)\??([^]*)$/i.exec(url) ?? []
  return { path: path === '' ? '/' : path, query }
}

export const decodePath = (path: string): string => {
  try {
    if (path.startsWith('/')) return decodeURIComponent(path)
  } catch {
    // Refused below, as any path that is not UTF-8.
  }
  throw new StorageError('InvalidURI', 400, "Couldn't parse the specified URI.")
}

/** Percent-encodes everything except unreserved characters (RFC 3986), as signatures demand. */
export const encodeStrictly = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )

export const encodePath = (path: string): string => encodeStrictly(path).replaceAll('%2F', '/')

/**
 * Bucket and key of a request. The path begins with the bucket in path style; otherwise it is the key, and the bucket is
 * in `Host` or follows from the access key. An SDK with `sldEnable` has the bucket in both.
 */
export const addressOf = ({ url }: StorageRequest, bucket: string): Address => {
  const { path, query } = splitUrl(url)
  const decoded = decodePath(path)
  const isPathStyle = decoded === `/${bucket}` || decoded.startsWith(`/${bucket}/`)
  const key = isPathStyle ? decoded.slice(bucket.length + 2) : decoded.slice(1)
  return { bucket, key, query: new URLSearchParams(query) }
}
