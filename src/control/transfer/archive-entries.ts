import type { Readable } from 'node:stream'
import { type Extract, extract, type Headers } from 'tar-stream'
import { badRequest } from '../../contract/errors/problem.ts'
import { quote } from '../../contract/errors/quote.ts'
import { isOfSystem } from '../../kernel/file-names.ts'
import { LIMITS } from '../../kernel/limits.ts'

export interface ArchiveFile {
  size: number
  content: AsyncIterable<Uint8Array>
}

interface Bounds {
  maxEntries: number
  /** Of all files below `files/`; without it they are not bounded. */
  maxFileBytes: number | undefined
}

export const FILES = 'files/'

const ENTRY_BYTES = 1_024

/** Bytes that are read ahead of the content that is taken. */
const AHEAD_BYTES = 1_048_576

/**
 * Reads the files of a tar archive as it arrives; `take` reads the content of each before the next. Answers what it
 * made of them, by their paths. Folders are passed over; links and repeated paths are refused.
 */
export const readEntries = async <T>(
  source: Readable,
  { maxEntries, maxFileBytes = Infinity }: Bounds,
  take: (file: ArchiveFile, path: string) => Promise<T>,
): Promise<ReadonlyMap<string, T>> => {
  const taken = new Map<string, T>()
  let fileBytes = 0
  const passed = { bytes: 0, entries: 0 }
  // Each chunk is written when the one before is taken, so that nothing is read after a refusal.
  const reader = extract({ highWaterMark: 1 })
  let failure: unknown
  reader.once('error', (error) => {
    failure ??= malformed(error.message)
  })
  // The source stays open, so that the caller can read the error.
  const chunks = bounded(source.iterator({ destroyOnReturn: false }), passed)
  const feeding = feed(chunks, reader).catch((error) => {
    failure ??= error
    reader.destroy(error)
  })
  try {
    for await (const entry of reader) {
      passed.entries += 1
      if (passed.entries > maxEntries)
        throw badRequest(`The archive has more than ${maxEntries} entries`)
      const path = pathOf(entry.header)
      if (path === undefined) {
        entry.resume()
        continue
      }
      if (taken.has(path)) throw badRequest(`The archive has ${quote(path)} twice`)
      const size = sizeOf(entry.header)
      if (path.startsWith(FILES)) fileBytes += size
      if (fileBytes > maxFileBytes)
        throw badRequest(`File quota exceeded: the files have more than ${maxFileBytes} bytes`)
      taken.set(path, await take({ size, content: counted(entry, passed) }, path))
    }
    return taken
  } catch (error) {
    throw failure ?? error
  } finally {
    reader.destroy()
    await feeding
  }
}

const feed = async (chunks: AsyncIterable<Uint8Array>, reader: Extract): Promise<void> => {
  let proceed = (): void => undefined
  for (const event of ['drain', 'close']) reader.on(event, () => proceed())
  for await (const chunk of chunks) {
    if (reader.destroyed) return
    const taken = new Promise<void>((resolve) => {
      proceed = resolve
    })
    if (!reader.write(chunk)) await taken
    if (reader.destroyed) return
  }
  reader.end()
}

const malformed = (reason: string) => badRequest(`The archive cannot be read: ${reason}`)

/** Passes an archive on, whose headers must not fill the memory. */
async function* bounded(
  source: AsyncIterable<Uint8Array>,
  passed: { bytes: number; entries: number },
): AsyncGenerator<Uint8Array> {
  const max = LIMITS.archiveOtherBytes.max + AHEAD_BYTES
  let read = 0
  for await (const chunk of source) {
    if (read === 0) refuseCompressed(chunk)
    read += chunk.length
    if (read - passed.bytes - passed.entries * ENTRY_BYTES > max)
      throw malformed('its headers are too long')
    yield chunk
  }
}

/** The first bytes of gzip, zip, bzip2, xz and Zstandard. */
const COMPRESSED = ['\x1f\x8b', 'PK\x03\x04', 'BZh', '\xfd7zXZ', '(\xb5/\xfd']

const refuseCompressed = (bytes: Uint8Array): void => {
  const start = Buffer.from(bytes.subarray(0, 6)).toString('latin1')
  if (COMPRESSED.some((signature) => start.startsWith(signature)))
    throw malformed('it is compressed; send a plain tar archive, such as of gunzip')
}

async function* counted(
  content: AsyncIterable<Uint8Array>,
  passed: { bytes: number },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    passed.bytes += chunk.length
    yield chunk
  }
}

/** The path of a file; undefined for a folder, and for a file that an operating system adds. */
const pathOf = ({ name, type }: Headers): string | undefined => {
  if (type === 'directory') return undefined
  const path = name.replace(/^(\.\/)+/, '')
  if (type === 'file' || type === 'contiguous-file') return isOfSystem(path) ? undefined : path
  const kind = type === 'link' ? 'hard link' : (type ?? 'unknown entry').replace('-', ' ')
  throw badRequest(`${quote(path)} is a ${kind}; only regular files are allowed`)
}

/** The size of an entry; the package reads the leading digits of any text. */
const sizeOf = ({ size = 0, pax }: Headers & { pax?: Record<string, string> }): number => {
  const given = pax?.size
  const isPossible = Number.isSafeInteger(size) && size >= 0
  if (!isPossible || (given !== undefined && given !== String(size)))
    throw malformed('a size is not possible')
  return size
}

/** Refuses a file that is larger than allowed, before its bytes are read; `name` is what the error calls it. */
export const mustFit = ({ size }: ArchiveFile, name: string, max: number): void => {
  if (size > max) throw badRequest(`${name} has ${size} bytes; at most ${max} are allowed`)
}
