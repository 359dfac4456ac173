import { rm, writeFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Static } from '@sinclair/typebox'
import { InvalidDataError } from '../../contract/errors/invalid-data-error.ts'
import { badRequest } from '../../contract/errors/problem.ts'
import { quote } from '../../contract/errors/quote.ts'
import type { Quota } from '../../contract/quota.ts'
import { Amount, Instant, Shape, Text } from '../../contract/shapes.ts'
import { Crc64 } from '../../kernel/crc64.ts'
import { LIMITS } from '../../kernel/limits.ts'
import type { DescribedFile } from '../../seeds/jobs/check-relations.ts'
import { JobEndedError } from '../../seeds/jobs/database-jobs.ts'
import { isDigest } from '../../store/blobs/blob-paths.ts'
import type { StoredFile } from '../../store/blobs/blob-store.ts'
import type { HeldFiles } from '../../workspaces/files/files.ts'
import { Arrival, Arrivals, receivingThrough } from '../../workspaces/quotas.ts'
import type { Sandbox } from '../../workspaces/sandbox.ts'
import type { Workspace } from '../../workspaces/workspace.ts'
import { type ArchiveFile, FILES, mustFit, readEntries } from './archive-entries.ts'
import { ENTRIES, readManifest } from './manifest.ts'
import { createFrom } from './restore-workspace.ts'

export const Imported = Shape('Imported', 'What an import has put into a workspace', {
  seed: Text('Seed that the exported workspace was created from'),
  exportedAtMs: Instant('When it was exported'),
  databaseBytes: Amount('Size of its database, bytes'),
  files: Amount('Number of files that its data names'),
})
export type Imported = Static<typeof Imported>

/**
 * Replaces the data and files of a workspace with an export; its id, credentials and clock stay. For an id it
 * creates the workspace in an archive that was made from a backup. An invalid archive changes nothing. A separate process checks the database, and ends when the client closes the connection.
 */
export const importWorkspace = (
  sandbox: Sandbox,
  workspace: Workspace | string,
  source: Readable,
  signal?: AbortSignal,
): Promise<Imported> =>
  sandbox.files.whileHeld(async (files) => {
    const databasePath = await sandbox.files.blobs.newPath()
    try {
      const isNew = typeof workspace === 'string'
      const { quota } = isNew ? sandbox : workspace.record
      const arriving = isNew ? { record: { quota }, arrivals: new Arrivals() } : workspace
      // The files take the place of those of the data.
      using arrival = new Arrival(arriving, () => 0)
      const counted = receivingThrough(arrival, files)
      const archive = await readArchive(source, { files: counted, quota, databasePath })
      const manifest = readManifest(archive.manifest)
      const { seed, exportedAtMs, schema } = manifest
      const { files: described, sizeBytes } = await check(sandbox, databasePath, schema, signal)
      for (const file of described) await mustDescribe(file, archive.fileOf(file.digest), files)
      if (typeof workspace === 'string')
        await createFrom(sandbox, workspace, manifest.workspace, databasePath)
      else
        await workspace.databaseQueue.run(async () => {
          const database = await sandbox.databases.create(databasePath, { isMoved: true })
          sandbox.exchangeDatabase(workspace, database)
          workspace.mark('imported', seed)
        })
      sandbox.sweeper.request()
      return {
        seed,
        exportedAtMs,
        databaseBytes: sizeBytes,
        files: new Set(described.map(({ digest }) => digest)).size,
      }
    } finally {
      await rm(databasePath, { force: true })
    }
  })

const check = async (
  { jobs, options }: Sandbox,
  path: string,
  schema: number,
  signal: AbortSignal | undefined,
) => {
  const { migrations } = options.folders
  try {
    return await jobs.run('check-database', { path, schema, migrations }, signal)
  } catch (error) {
    if (error instanceof JobEndedError)
      throw badRequest(`${ENTRIES.database}: cannot be checked: ${error.message}`)
    if (error instanceof InvalidDataError) throw badRequest(`${ENTRIES.database}: ${error.message}`)
    throw error
  }
}

/** Refuses a file that the archive lacks, or that the database describes in another way than its bytes are. */
const mustDescribe = async (
  { digest, place, sizeBytes, md5, crc64 }: DescribedFile,
  stored: StoredFile | undefined,
  files: HeldFiles,
): Promise<void> => {
  if (!stored)
    throw badRequest(`The data refers to the file ${digest}, which is not in the archive`)
  const refuse = (fact: string, said: unknown, found: unknown) =>
    badRequest(`${ENTRIES.database}: ${place} has the ${fact} ${said} of ${digest}; it is ${found}`)
  if (sizeBytes !== stored.sizeBytes) throw refuse('size', sizeBytes, stored.sizeBytes)
  if (md5 !== stored.md5) throw refuse('MD5', md5, stored.md5)
  if (crc64 === null) return
  const sum = new Crc64()
  for await (const bytes of files.read(digest)) sum.update(bytes)
  if (crc64 !== sum.value) throw refuse('CRC-64', crc64, sum.value)
}

export interface ArchiveTarget {
  files: HeldFiles
  quota: Quota
  databasePath: string
}

/** Reads an archive as it arrives, and keeps its files; an archive that is not an export is refused. */
const readArchive = async (source: Readable, target: ArchiveTarget) => {
  const bounds = { maxEntries: LIMITS.archiveEntries.max, maxFileBytes: target.quota.fileBytes }
  let manifest: Buffer | undefined
  const entries = await readEntries(source, bounds, async (entry, path) => {
    if (path.startsWith(FILES)) return keep(entry, path, target)
    if (path === ENTRIES.database) return writeDatabase(entry, target)
    if (path !== ENTRIES.manifest) throw badRequest(`${quote(path)} does not belong in an export`)
    mustFit(entry, path, LIMITS.archiveManifestBytes.max)
    manifest = await buffer(entry.content)
    return undefined
  })
  if (!manifest) throw badRequest(`The archive has no ${ENTRIES.manifest}`)
  if (!entries.has(ENTRIES.database)) throw badRequest(`The archive has no ${ENTRIES.database}`)
  return { manifest, fileOf: (digest: string) => entries.get(FILES + digest) }
}

const writeDatabase = async (
  entry: ArchiveFile,
  { databasePath, files, quota }: ArchiveTarget,
): Promise<undefined> => {
  const { max } = LIMITS.archiveDatabaseBytes
  mustFit(entry, ENTRIES.database, Math.min(max, quota.databaseBytes ?? max))
  await writeFile(databasePath, files.counted(entry.content), { flag: 'wx', mode: 0o600 })
}

const keep = async (
  entry: ArchiveFile,
  path: string,
  { files }: ArchiveTarget,
): Promise<StoredFile> => {
  const named = path.slice(FILES.length)
  if (!isDigest(named)) throw badRequest(`${quote(path)} is not named by a SHA-256 digest`)
  mustFit(entry, path, LIMITS.archiveFileBytes.max)
  const stored = await files.receive(entry.content, entry.size)
  if (stored.digest !== named)
    throw badRequest(`${path} is damaged: the SHA-256 of its bytes is ${stored.digest}`)
  return stored
}
