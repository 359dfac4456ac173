import { BASE } from './place.ts'

/**
 * The path and query of a signed URL of a file, on the origin of the page; undefined for other URLs. Answers name the
 * public host, which the page need not have been opened at.
 */
export const ownFileUrl = (signed: string | null | undefined): string | undefined => {
  const [, path] = /^https?:\/\/[^/?#]+[^?#]*?(\/_files\/[^#]*)/i.exec(signed ?? '') ?? []
  return path === undefined ? undefined : `${BASE}${path}`
}
