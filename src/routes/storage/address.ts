import { StorageError, type StorageRequest } from './protocol.ts'

/** Path of a URL as it was sent, and its query; proxies send the whole URL. */
export const splitUrl = (url: string): { path: string; query: URLSearchParams } => {
  const [, path = '', query = ''] = /^(?:https?:\/\/[^/?]*)?([^?]*)\??(.*)$/is.exec(url) ?? []
  return { path: path || '/', query: new URLSearchParams(query) }
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
 * The key of a request, decoded once; empty for the bucket itself. The path begins with the bucket in path style; otherwise it is the key, and the bucket is
 * in `Host` or follows from the access key. An SDK with `sldEnable` has the bucket in both.
 */
export const keyOf = ({ url }: StorageRequest, bucket: string): string => {
  const path = decodePath(splitUrl(url).path)
  return `${path}/`.startsWith(`/${bucket}/`) ? path.slice(bucket.length + 2) : path.slice(1)
}
