import { StorageError, type StorageRequest } from './protocol.ts'

export interface Address {
  bucket: string
  /** Decoded once; empty for the bucket itself. */
  key: string
  query: URLSearchParams
}

/** Path and query of a URL as they were sent; proxies send the whole URL. */
export const splitUrl = (url: string): { path: string; query: string } => {
  const [, path = '', query = ''] = /^(?:https?:\/\/[^/?]*)?([^?]*)\??(.*)$/is.exec(url) ?? []
  return { path: path === '' ? '/' : path, query }
}

export const decodePath = (path: string): string => {
  try {
    if (path.startsWith('/')) return decodeURIComponent(path)
  } catch {
    // Refused below, as any path that is not UTF-8.
  }
  throw new StorageError('InvalidURI', "Couldn't parse the specified URI.")
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
