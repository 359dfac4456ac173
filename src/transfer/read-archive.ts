import { writeFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { isDigest } from '../blobs/blob-paths.ts'
import type { Quota } from '../contract/quota.ts'
import type { CallFiles } from '../domain/call.ts'
import { badRequest } from '../errors/problem.ts'
import { quote } from '../errors/quote.ts'
import { LIMITS } from '../limits.ts'
import { type ArchiveFile, FILES, mustFit, readEntries } from './archive-entries.ts'
import { ENTRIES } from './manifest.ts'

export interface ArchiveTarget {
  files: CallFiles
  quota: Quota
  databasePath: string
}

/** Reads an archive as it arrives, and keeps its files; an archive that is not an export is refused. */
export const readArchive = async (source: Readable, target: ArchiveTarget) => {
  const bounds = { maxEntries: LIMITS.archiveEntries.max, maxFileBytes: target.quota.fileBytes }
  let manifest: Buffer | undefined
  const entries = await readEntries(source, bounds, async (entry, path) => {
    if (path.startsWith(FILES)) return keep(entry, path, target)
    if (path === ENTRIES.database) return writeDatabase(entry, target)
    if (path !== ENTRIES.manifest) throw badRequest(`${quote(path)} does not belong in an export`)
    mustFit(entry, path, LIMITS.archiveManifestBytes.max)
    manifest = await buffer(entry.content)
  })
  if (!manifest) throw badRequest(`The archive has no ${ENTRIES.manifest}`)
  if (!entries.has(ENTRIES.database)) throw badRequest(`The archive has no ${ENTRIES.database}`)
  return { manifest, hasFile: (digest: string) => entries.has(FILES + digest) }
}

const writeDatabase = async (
  entry: ArchiveFile,
  { databasePath, quota }: ArchiveTarget,
): Promise<void> => {
  const { max } = LIMITS.archiveDatabaseBytes
  mustFit(entry, ENTRIES.database, Math.min(max, quota.databaseBytes ?? max))
  await writeFile(databasePath, entry.content, { flag: 'wx', mode: 0o600 })
}

const keep = async (entry: ArchiveFile, path: string, { files }: ArchiveTarget): Promise<void> => {
  const named = path.slice(FILES.length)
  if (!isDigest(named)) throw badRequest(`${quote(path)} is not named by a SHA-256 digest`)
  mustFit(entry, path, LIMITS.archiveFileBytes.max)
  const { digest } = await files.receive(entry.content, entry.size)
  if (digest !== named)
    throw badRequest(`${path} is damaged: the SHA-256 of its bytes is ${digest}`)
}
