import { BASE } from './place.ts'

/** Where the files of a server are, unless a setting moves them. */
const FILES = '/_files/'

/**
 * The path and query of a signed URL of a file, on the origin of the page; undefined for other URLs. Answers name the
 * public host, which the page need not have been opened at.
 */
export const ownFileUrl = (signed: string | null | undefined): string | undefined => {
  if (!signed || !URL.canParse(signed)) return undefined
  const { protocol, pathname, search } = new URL(signed)
  if (protocol !== 'http:' && protocol !== 'https:') return undefined
  return `${BASE}${pathInServer(pathname)}${search}`
}

/** The path without one that the public URL begins with. */
const pathInServer = (path: string): string => {
  const start = path.indexOf(FILES)
  if (start > 0) return path.slice(start)
  return BASE !== '' && path.startsWith(`${BASE}/`) ? path.slice(BASE.length) : path
}
