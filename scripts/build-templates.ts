import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Files } from '#src/files/files.ts'
import { DatabaseJobs } from '#src/jobs/database-jobs.ts'
import { BUILT_IN_SEEDS } from '#src/seeds/built-in-seeds.ts'
import { shippedFolders } from '#src/start/shipped-folders.ts'
import { buildTemplate, shippedFiles, templatePaths } from '#src/workspaces/templates.ts'

const folders = shippedFolders()

const write = (path: string, content: string | Buffer): void => {
  writeFileSync(`${path}.new`, content)
  renameSync(`${path}.new`, path)
}

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
      const { bytes, digests, unreadable } = await buildTemplate(
        folders,
        { folder: join(folders.seeds, seed) },
        held,
        jobs,
      )
      if (unreadable.length > 0)
        throw new Error(`${seed}: cannot be read: ${unreadable.join(', ')}`)
      const paths = templatePaths(folders, seed)
      write(paths.database, bytes)
      write(paths.digests, JSON.stringify(digests))
      for (const digest of digests) named.add(digest)
    })
  await files.blobs.sweep(async () => named)
  await files.blobs.clearUnfinished()
  await files.close()
}

void main()
