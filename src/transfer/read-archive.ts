import { mkdir, open, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { Quota } from '../contract/quota.ts'
import type { CallFiles } from '../domain/call.ts'
import { badRequest } from '../errors/problem.ts'
import { LIMITS } from '../limits.ts'
import { type ArchiveFile, mustFit, readEntries } from './archive-entries.ts'
import { ENTRIES } from './manifest.ts'

/** An archive that was read: its manifest, the path of its database, and the digests of its files, which are kept. */
export interface Archive {
  manifest: Buffer
  databasePath: string
  digests: ReadonlySet<string>
}

export interface ArchiveTarget {
  files: CallFiles
  quota: Quota
  databasePath: string
}

const DIGEST = /^[0-9a-f]{64}$/

/** The part of an archive that has arrived. */
interface Arrived {
  manifest?: Buffer
  hasDatabase: boolean
  digests: Set<string>
  fileBytes: number
}

/** Runs work with a temporary path, which is removed afterwards unless it was moved. */
export const withTemporaryPath = async <T>(
  { paths }: BlobStore,
  work: (path: string) => Promise<T>,
): Promise<T> => {
  await mkdir(paths.unfinished, { recursive: true, mode: 0o700 })
  const path = paths.freshPath()
  try {
    return await work(path)
  } finally {
    await rm(path, { force: true })
  }
}

/** Reads an archive as it arrives, and keeps its files; an archive that is not an export is refused. */
export const readArchive = async (source: Readable, target: ArchiveTarget): Promise<Archive> => {
  const arrived: Arrived = { hasDatabase: false, digests: new Set(), fileBytes: 0 }
  const { max } = LIMITS.archiveEntries
  await readEntries(source, max, (entry, path) => take(entry, path, arrived, target))
  const { manifest, hasDatabase, digests } = arrived
  if (!manifest) throw badRequest(`The archive has no ${ENTRIES.manifest}`)
  if (!hasDatabase) throw badRequest(`The archive has no ${ENTRIES.database}`)
  return { manifest, databasePath: target.databasePath, digests }
}

const take = async (
  entry: ArchiveFile,
  path: string,
  arrived: Arrived,
  target: ArchiveTarget,
): Promise<void> => {
  const { archiveManifestBytes, archiveDatabaseBytes } = LIMITS
  if (path === ENTRIES.manifest) {
    if (arrived.manifest) throw twice(path)
    mustFit(entry, path, archiveManifestBytes.max)
    arrived.manifest = await readAll(entry)
  } else if (path === ENTRIES.database) {
    if (arrived.hasDatabase) throw twice(path)
    arrived.hasDatabase = true
    const { databaseBytes = archiveDatabaseBytes.max } = target.quota
    mustFit(entry, path, Math.min(archiveDatabaseBytes.max, databaseBytes))
    await writeDatabase(entry, target.databasePath)
  } else if (path.startsWith(ENTRIES.files)) {
    await keep(entry, path, arrived, target)
  } else throw badRequest(`${shown(path)} does not belong in an export`)
}

const shown = (path: string): string => JSON.stringify(path.slice(0, 200))

const twice = (path: string) => badRequest(`The archive has ${path} twice`)

const readAll = async ({ content }: ArchiveFile): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const writeDatabase = async ({ content }: ArchiveFile, path: string): Promise<void> => {
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of content) await file.writeFile(chunk)
  } finally {
    await file.close()
  }
}

const keep = async (
  entry: ArchiveFile,
  path: string,
  arrived: Arrived,
  { files, quota }: ArchiveTarget,
): Promise<void> => {
  const named = path.slice(ENTRIES.files.length)
  if (!DIGEST.test(named)) throw badRequest(`${shown(path)} is not named by a SHA-256 digest`)
  if (arrived.digests.has(named)) throw twice(path)
  mustFit(entry, path, LIMITS.archiveFileBytes.max)
  arrived.fileBytes += entry.size
  if (quota.fileBytes !== undefined && arrived.fileBytes > quota.fileBytes)
    throw badRequest(`File quota exceeded: the files have more than ${quota.fileBytes} bytes`)
  const { digest } = await files.receive(entry.content, entry.size)
  if (digest !== named)
    throw badRequest(`${path} is damaged: the SHA-256 of its bytes is ${digest}`)
  arrived.digests.add(digest)
}
