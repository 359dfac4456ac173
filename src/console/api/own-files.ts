import { WorkQueue } from '#src/kernel/work-queue.ts'
import { untrackedHeaders } from './control.ts'
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

/** The delay before a picture is read, ms, so that scrolling past it reads nothing. */
const DELAY_MS = 80

/** Few at a time, so that a scrolling list leaves connections to everything else. */
const inTurn = new WorkQueue(3)

/** Reads a picture behind a signed URL without a trace in the journal, which an `<img>` with the URL would leave. */
export const readPicture = async (
  signed: string | null | undefined,
  signal: AbortSignal,
): Promise<Blob> => {
  const url = ownFileUrl(signed)
  if (url === undefined) throw new Error('not a file of this server')
  await new Promise((resolve) => setTimeout(resolve, DELAY_MS))
  return inTurn.run(async () => {
    const reply = await fetch(url, { headers: untrackedHeaders(), credentials: 'omit', signal })
    const blob = await reply.blob()
    if (!reply.ok || !blob.type.startsWith('image/')) throw new Error(`HTTP ${reply.status}`)
    return blob
  }, signal)
}
