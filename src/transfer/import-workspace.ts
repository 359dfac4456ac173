import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { Static } from '@sinclair/typebox'
import { Amount, Instant, Shape, Text } from '../contract/shapes.ts'
import { InvalidDataError } from '../errors/invalid-data-error.ts'
import { badRequest } from '../errors/problem.ts'
import { JobEndedError } from '../jobs/database-jobs.ts'
import type { Sandbox } from '../workspaces/sandbox.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import { ENTRIES, readManifest } from './manifest.ts'
import { readArchive } from './read-archive.ts'

export const Imported = Shape('Imported', 'What an import has put into a workspace', {
  seed: Text('Seed that the exported workspace was created from'),
  exportedAtMs: Instant('When it was exported'),
  databaseBytes: Amount('Size of its database, bytes'),
  files: Amount('Number of files that its data names'),
})
export type Imported = Static<typeof Imported>

/**
 * Replaces the data and files of a workspace by those of an export; its id, credentials and clock stay. An invalid
 * export changes nothing. A process of its own checks the database, and ends when the caller closes the connection.
 */
export const importWorkspace = (
  sandbox: Sandbox,
  workspace: Workspace,
  source: Readable,
  signal?: AbortSignal,
): Promise<Imported> =>
  sandbox.files.whileHeld(async (files) => {
    const databasePath = await sandbox.files.blobs.newPath()
    try {
      const { quota } = workspace.record
      const archive = await readArchive(source, { files, quota, databasePath })
      const { seed, exportedAtMs, schema } = readManifest(archive.manifest)
      const { named, sizeBytes } = await check(sandbox, databasePath, schema, signal)
      const missing = named.find((digest) => !archive.hasFile(digest))
      if (missing !== undefined)
        throw badRequest(`The data names the file ${missing}, which is not in the archive`)
      await workspace.databaseQueue.run(async () => {
        const database = await sandbox.databases.create(databasePath, { isMoved: true })
        sandbox.exchangeDatabase(workspace, database)
        workspace.mark('imported', seed)
      })
      sandbox.sweeper.request()
      return { seed, exportedAtMs, databaseBytes: sizeBytes, files: named.length }
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
