import type { Readable } from 'node:stream'
import { type Entry, type Extract, extract } from 'tar-stream'
import type { CallFiles } from '../../../domain/call.ts'
import { badRequest, Problem } from '../../problem.ts'
import type { Quota } from '../../workspace.ts'
import { firstEvent } from './first-event.ts'
import { ENTRIES } from './manifest.ts'

/** What arrived: manifest and database as bytes, and the digests of the files, which are kept. */
export interface Archive {
  manifest: Buffer
  database: Buffer
  digests: ReadonlySet<string>
}

const MIB = 1_048_576
const MOST = { manifestBytes: MIB, databaseBytes: 1_024 * MIB, entries: 1_000_000 } as const

/** How much of an archive may be neither header nor content: names that are long, and blanks. */
const MOST_OTHER_BYTES = 2 * MIB

const DIGEST = /^[0-9a-f]{64}$/

/** What has arrived so far. */
interface Arrived {
  manifest?: Buffer
  database?: Buffer
  digests: Set<string>
  entries: number
  fileBytes: number
  /** Bytes of the archive that are accounted for. */
  bytes: number
}

/** Reads an archive as it arrives, and keeps its files; one that is not as an export is refused. */
export const readArchive = async (
  source: Readable,
  files: CallFiles,
  quota: Quota,
): Promise<Archive> => {
  const arrived: Arrived = { digests: new Set(), entries: 0, fileBytes: 0, bytes: 0 }
  const archive = extract()
  const pumped = pump(source, archive, arrived)
  try {
    for await (const entry of archive) await take(entry, arrived, files, quota)
    await pumped
  } catch (error) {
    archive.destroy()
    await pumped.catch(() => undefined)
    throw isOurs(error) ? error : badRequest(`The archive cannot be read: ${messageOf(error)}`)
  }
  const { manifest, database, digests } = arrived
  if (!manifest) throw badRequest(`The archive has no ${ENTRIES.manifest}`)
  if (!database) throw badRequest(`The archive has no ${ENTRIES.world}`)
  return { manifest, database, digests }
}

/** What somebody has to know of as it is: our own problems, and the machine's. */
const isOurs = (error: unknown): boolean =>
  error instanceof Problem || (error instanceof Error && 'syscall' in error)

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

const pump = async (source: Readable, archive: Extract, arrived: Arrived): Promise<void> => {
  let fed = 0
  try {
    for await (const chunk of source.iterator({ destroyOnReturn: false })) {
      fed += chunk.length
      if (fed - arrived.bytes > MOST_OTHER_BYTES) throw new Error('its headers are too long')
      const isFull = !archive.write(chunk)
      if (archive.destroyed) return
      if (isFull) await firstEvent([archive, 'drain'], [archive, 'close'])
    }
    archive.end()
  } catch (error) {
    archive.destroy(error instanceof Error ? error : new Error(String(error)))
  }
}

const take = async (
  entry: Entry,
  arrived: Arrived,
  files: CallFiles,
  quota: Quota,
): Promise<void> => {
  const { name, type, size = 0 } = entry.header
  arrived.entries += 1
  arrived.bytes += 1_024 + size
  if (arrived.entries > MOST.entries)
    throw badRequest(`The archive has more than ${MOST.entries} entries`)
  if (type === 'directory') {
    entry.resume()
    return
  }
  const path = name.replace(/^\.\//, '')
  if (type !== 'file') throw badRequest(`${shown(path)} is no file but a ${type}`)
  if (path === ENTRIES.manifest) {
    mustBeFirst(arrived.manifest, path)
    arrived.manifest = await readAll(entry, path, MOST.manifestBytes)
  } else if (path === ENTRIES.world) {
    mustBeFirst(arrived.database, path)
    const most = Math.min(MOST.databaseBytes, quota.databaseBytes ?? MOST.databaseBytes)
    arrived.database = await readAll(entry, path, most)
  } else if (path.startsWith(ENTRIES.files)) {
    await keep(entry, path, arrived, files, quota)
  } else throw badRequest(`There is nothing in an export called ${shown(path)}`)
}

const shown = (path: string): string => JSON.stringify(path.slice(0, 200))

const mustBeFirst = (before: Buffer | undefined, path: string): void => {
  if (before) throw badRequest(`The archive has two of ${path}`)
}

const readAll = async (entry: Entry, path: string, mostBytes: number): Promise<Buffer> => {
  const { size = 0 } = entry.header
  if (size > mostBytes)
    throw badRequest(`${path} has ${size} bytes; at most ${mostBytes} are taken here`)
  const chunks: Uint8Array[] = []
  for await (const chunk of entry) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const keep = async (
  entry: Entry,
  path: string,
  arrived: Arrived,
  files: CallFiles,
  quota: Quota,
): Promise<void> => {
  const named = path.slice(ENTRIES.files.length)
  if (!DIGEST.test(named))
    throw badRequest(`${shown(path)} is not named by the SHA-256 digest of its bytes`)
  const { size = 0 } = entry.header
  arrived.fileBytes += size
  if (quota.fileBytes !== undefined && arrived.fileBytes > quota.fileBytes)
    throw badRequest(
      `The files have more than the ${quota.fileBytes} bytes that may be stored here`,
    )
  const { digest } = await files.receive(entry, size)
  if (digest !== named) throw badRequest(`${path} is damaged: its bytes have the digest ${digest}`)
  arrived.digests.add(digest)
}
