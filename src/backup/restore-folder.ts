import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { copyFile, mkdir, open, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { blobPaths } from '../blobs/blob-paths.ts'
import { syncPaths } from '../blobs/blob-store.ts'
import { DATABASES_FOLDER, FILES_FOLDER, REGISTRY_FILE } from '../workspaces/open-stores.ts'
import { type Backup, BackupError, contentsOf } from './backup-folder.ts'

/** There from the first change of the folder until the registry takes its place, without which no server starts. */
const NEXT_REGISTRY = `${REGISTRY_FILE}.part`

/** Makes an empty folder the data folder that a backup was taken of; a restore that was ended begins anew. */
export const restoreFolder = async (
  folder: string,
  { registry, databases, files }: Backup,
  target: string,
  onProgress: (copied: number, of: number) => void,
): Promise<void> => {
  prepare(target)
  const { paths } = contentsOf(folder)
  const filePaths = blobPaths(join(target, FILES_FOLDER))
  const copies = [
    ...Object.entries(databases).map(
      ([name, { sha256 }]) => [sha256, join(target, DATABASES_FOLDER, name)] as const,
    ),
    ...Object.keys(files).map((digest) => [digest, filePaths.pathOf(digest)] as const),
  ]
  const folders = new Set([target, filePaths.contents, filePaths.root])
  for (const [index, [sha256, path]] of copies.entries()) {
    const inside = dirname(path)
    if (!folders.has(inside)) await mkdir(inside, { recursive: true, mode: 0o700 })
    folders.add(inside)
    await copyDurably(paths.pathOf(sha256), path)
    onProgress(index + 1, copies.length)
  }
  const next = join(target, NEXT_REGISTRY)
  await copyDurably(paths.pathOf(registry.sha256), next)
  await syncPaths(...[...folders].filter((one) => existsSync(one)))
  await rename(next, join(target, REGISTRY_FILE))
  await syncPaths(target)
}

const prepare = (target: string): void => {
  mkdirSync(target, { recursive: true, mode: 0o700 })
  const names = readdirSync(target)
  const isUnfinished = names.includes(NEXT_REGISTRY) && !names.includes(REGISTRY_FILE)
  if (names.length > 0 && !isUnfinished)
    throw new BackupError(`${target} is not empty; a backup is restored into an empty folder`)
  writeFileSync(join(target, NEXT_REGISTRY), '', { mode: 0o600 })
  for (const name of [DATABASES_FOLDER, FILES_FOLDER])
    rmSync(join(target, name), { recursive: true, force: true })
}

const copyDurably = async (source: string, path: string): Promise<void> => {
  await copyFile(source, path)
  await using handle = await open(path, 'r+')
  await handle.chmod(0o600)
  await handle.sync()
}
