import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { chmod, copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { blobPaths } from '../../store/blobs/blob-paths.ts'
import { syncPaths } from '../../store/blobs/blob-store.ts'
import { DATABASES_FOLDER, FILES_FOLDER, REGISTRY_FILE } from '../../workspaces/open-stores.ts'
import { type Backup, BackupError, contentsOf } from './backup-folder.ts'

/** There from the first change of the folder until it becomes the registry, without which no server starts. */
const NEXT_REGISTRY = `${REGISTRY_FILE}.part`

/** Restores a backup to an empty folder, which becomes the data folder; an interrupted restore starts again. */
export const restoreFolder = async (
  folder: string,
  { registry, databases, files }: Backup,
  target: string,
  {
    leftOut,
    onProgress,
  }: {
    /** The digests of damaged contents that are not restored. */
    leftOut: ReadonlyMap<string, string>
    onProgress: (copied: number, of: number) => void
  },
): Promise<void> => {
  prepare(target)
  const { paths } = contentsOf(folder)
  const filePaths = blobPaths(join(target, FILES_FOLDER))
  const next = join(target, NEXT_REGISTRY)
  const all: (readonly [digest: string, path: string])[] = [
    ...databases.map(({ sha256, name }) => [sha256, join(target, DATABASES_FOLDER, name)] as const),
    ...files.map(({ sha256 }) => [sha256, filePaths.pathOf(sha256)] as const),
    [registry.sha256, next],
  ]
  const copies = all.filter(([digest]) => !leftOut.has(digest))
  for (const [index, [digest, path]] of copies.entries()) {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await copyFile(paths.pathOf(digest), path)
    await chmod(path, 0o600)
    await syncPaths(path)
    onProgress(index + 1, copies.length)
  }
  await syncPaths(...new Set(copies.flatMap(([, path]) => [dirname(path), dirname(dirname(path))])))
  // Without a registry no server starts before it has been repaired.
  if (leftOut.has(registry.sha256)) await rm(next)
  else await rename(next, join(target, REGISTRY_FILE))
  await syncPaths(target)
}

const prepare = (target: string): void => {
  mkdirSync(target, { recursive: true, mode: 0o700 })
  const names = readdirSync(target)
  const isUnfinished = names.includes(NEXT_REGISTRY) && !names.includes(REGISTRY_FILE)
  if (names.length > 0 && !isUnfinished)
    throw new BackupError(`${target} is not empty; restore the backup into an empty folder`)
  writeFileSync(join(target, NEXT_REGISTRY), '', { mode: 0o600 })
  for (const name of [DATABASES_FOLDER, FILES_FOLDER])
    rmSync(join(target, name), { recursive: true, force: true })
}
