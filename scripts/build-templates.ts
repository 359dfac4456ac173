import { chmodSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BUILT_IN_SEEDS } from '#src/seeds/built-in-seeds.ts'
import { DatabaseJobs } from '#src/seeds/jobs/database-jobs.ts'
import { shippedFolders } from '#src/start/shipped-folders.ts'
import { Files } from '#src/workspaces/files/files.ts'
import { buildTemplate, shippedFiles, templatePaths } from '#src/workspaces/templates.ts'

const folders = shippedFolders()

/** Makes the template databases of the built-in seeds and keeps their files. Run at build time, never by the server. */
const main = async (): Promise<void> => {
  mkdirSync(folders.templates, { recursive: true })
  const files = new Files({
    root: shippedFiles(folders),
    isDurable: false,
    isPrivate: false,
    shipped: undefined,
    mediaWorker: folders.mediaWorker,
  })
  const jobs = new DatabaseJobs(folders.databaseWorker)
  const named = new Set<string>()
  for (const seed of BUILT_IN_SEEDS)
    await files.whileHeld(async (held) => {
      const paths = templatePaths(folders, seed)
      const { digests, unreadable } = await buildTemplate(
        {
          seedFolder: { folder: join(folders.seeds, seed) },
          files: held,
          migrations: folders.migrations,
          path: `${paths.database}.new`,
        },
        jobs,
      )
      if (unreadable.length > 0)
        throw new Error(`${seed}: cannot be read: ${unreadable.join(', ')}`)
      // A server may run as another user than the one that installed it.
      chmodSync(`${paths.database}.new`, 0o644)
      renameSync(`${paths.database}.new`, paths.database)
      writeFileSync(`${paths.digests}.new`, JSON.stringify(digests))
      renameSync(`${paths.digests}.new`, paths.digests)
      for (const digest of digests) named.add(digest)
    })
  await files.blobs.sweep(async () => named)
  await files.blobs.clearUnfinished()
  await files.media.close()
}

void main()
