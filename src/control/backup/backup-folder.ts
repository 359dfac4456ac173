import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { copyFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LIMITS } from '../../kernel/limits.ts'
import { sha256Hex } from '../../kernel/signature.ts'
import { formatInstant } from '../../kernel/timestamps.ts'
import { BlobStore, type StoredFile, syncPaths } from '../../store/blobs/blob-store.ts'

/** A backup that is damaged or not there, or a folder that cannot be one; each line is one problem. */
export class BackupError extends Error {
  override name = 'BackupError'
}

export interface Content {
  readonly sha256: string
  readonly sizeBytes: number
}

/** What a backup has; all bytes are next to its manifest, under their SHA-256. */
export interface Backup {
  /** Identity of the server. */
  readonly server: string
  readonly takenAtMs: number
  readonly registry: Content
  /** Databases and images of snapshots; the tag is for the next backup. */
  readonly databases: readonly (Content & { readonly name: string; readonly tag: string })[]
  /** The files that the databases name. */
  readonly files: readonly Content[]
  /** What was damaged on the server when the backup was made; absent in backups of earlier versions. */
  readonly damaged?: readonly DamagedPart[]
}

/** A database or file that the server could not send whole. */
export interface DamagedPart {
  /** The name of the database, or the SHA-256 of the file. */
  readonly name: string
  /** Whose it is, for people. */
  readonly owner: string
  readonly why: string
  /** When the copy was taken that the backup has of a database in its place; null where it has none. */
  readonly keptFromMs: number | null
}

const FORMAT = 1

const MANIFEST = 'backup.json'

/** The next manifest; it is there from the first change of the folder. */
const NEXT_MANIFEST = 'backup.json.part'

/** The manifests of earlier backups, by the instants at which they were taken; all share the contents. */
const EARLIER = /^backup\.([1-9]\d{0,14})\.json$/

const earlierManifest = (takenAtMs: number): string => `backup.${takenAtMs}.json`

export const contentsOf = (folder: string): BlobStore =>
  new BlobStore({ root: folder, isDurable: false })

const sync = async ({ paths }: BlobStore, digests: readonly string[]): Promise<void> => {
  const left = digests.values()
  const syncNext = async (): Promise<void> => {
    for (const digest of left) await syncPaths(paths.pathOf(digest))
  }
  // Many at once take less time than one after the other when it is stored.
  await Promise.all(Array.from({ length: LIMITS.filesAtOnce.max }, syncNext))
  await syncPaths(...new Set(digests.map(paths.folderOf)), paths.contents, paths.root)
}

/** The newest backup of a folder. */
export const readBackup = (folder: string): Backup => {
  const path = join(folder, MANIFEST)
  if (!existsSync(path)) throw new BackupError(`${folder} has no backup: ${MANIFEST} is missing`)
  return readManifest(path)
}

/** When the earlier backups of a folder were taken, newest first. */
const earlierIn = (folder: string): number[] =>
  readdirSync(folder)
    .flatMap((name) => EARLIER.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((one, other) => other - one)

/** All backups of a folder, newest first. */
export const readBackups = (folder: string): Backup[] => {
  const newest = readBackup(folder)
  // Where a backup was interrupted, the newest can be there twice.
  const earlier = earlierIn(folder).filter((takenAtMs) => takenAtMs !== newest.takenAtMs)
  return [
    newest,
    ...earlier.map((takenAtMs) => readManifest(join(folder, earlierManifest(takenAtMs)))),
  ]
}

/** The newest backup of a folder, or the newest that was taken at an instant or before it. */
export const readBackupAt = (folder: string, atMs: number | undefined): Backup => {
  if (atMs === undefined) return readBackup(folder)
  const takenAtMs = earlierIn(folder).find((earlier) => earlier <= atMs)
  let newest: Backup
  try {
    newest = readBackup(folder)
  } catch (error) {
    // A damaged manifest says nothing about earlier backups.
    if (takenAtMs === undefined) throw error
    return readManifest(join(folder, earlierManifest(takenAtMs)))
  }
  if (newest.takenAtMs <= atMs) return newest
  if (takenAtMs !== undefined) return readManifest(join(folder, earlierManifest(takenAtMs)))
  const oldestMs = earlierIn(folder).at(-1) ?? newest.takenAtMs
  throw new BackupError(
    `${folder} has no backup from ${formatInstant(atMs)} or before; the oldest is from ${formatInstant(oldestMs)}`,
  )
}

const readManifest = (path: string): Backup => {
  const { format, sha256, backup } = parse(path)
  if (Number(format) > FORMAT)
    throw new BackupError(`${path} has format ${format}; a newer version of the program is needed`)
  const isAltered = sha256Hex(JSON.stringify(backup) ?? '') !== sha256
  const isOurs = ({ name }: { name: string }) => /^(?:database|image)\.\d+$/.test(name)
  // Not even a backup that was made by hand may name a place beside a data folder.
  if (isAltered || !(backup as Backup).databases.every(isOurs))
    throw new BackupError(`${path} was altered: its contents do not have the SHA-256 that it says`)
  return backup as Backup
}

const parse = (path: string): Record<string, unknown> => {
  try {
    return Object(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    throw new BackupError(`${path} was cut or altered: it is not JSON`)
  }
}

/** When the backup of a folder was written: after all of its contents, which do not change again. */
export const writtenAtMs = (folder: string): number => statSync(join(folder, MANIFEST)).mtimeMs

/** Refuses a folder with other content; an unfinished first backup counts as empty. */
export const readBackupBefore = (folder: string): Backup | undefined => {
  if (existsSync(join(folder, MANIFEST))) return readBackup(folder)
  if (readdirSync(folder).length > 0 && !existsSync(join(folder, NEXT_MANIFEST)))
    throw new BackupError(`${folder} is neither empty nor a backup; choose another folder`)
  return undefined
}

export const beginBackup = async (folder: string): Promise<void> => {
  await writeFile(join(folder, NEXT_MANIFEST), '', { mode: 0o600 })
  await contentsOf(folder).clearUnfinished()
}

/**
 * Makes a backup the newest one of its folder, in one step. Its contents have been stored before. With `keep`, the previous
 * backup stays as an earlier one, and the oldest are removed until that number is left; without it, the previous one is replaced,
 * and earlier ones stay.
 */
export const writeBackup = async (
  folder: string,
  backup: Backup,
  stored: readonly StoredFile[],
  { before, keep }: { before: Backup | undefined; keep: number | undefined },
): Promise<void> => {
  await sync(contentsOf(folder), [...new Set(stored.map(({ digest }) => digest))])
  const path = join(folder, NEXT_MANIFEST)
  const sha256 = sha256Hex(JSON.stringify(backup))
  await writeFile(path, JSON.stringify({ format: FORMAT, sha256, backup }))
  await syncPaths(path)
  if (before && keep !== undefined && keep > 1) {
    const kept = join(folder, earlierManifest(before.takenAtMs))
    await copyFile(join(folder, MANIFEST), kept)
    await syncPaths(kept)
  }
  await rename(path, join(folder, MANIFEST))
  await syncPaths(folder)
  if (keep === undefined) return
  const earlier = earlierIn(folder).filter((takenAtMs) => isBefore(folder, takenAtMs, backup))
  for (const takenAtMs of earlier.slice(keep - 1))
    await rm(join(folder, earlierManifest(takenAtMs)))
}

/** True for a whole manifest of an earlier backup of the same server. No other file is removed, whatever its name. */
const isBefore = (folder: string, takenAtMs: number, { server, takenAtMs: nowMs }: Backup) => {
  try {
    const found = readManifest(join(folder, earlierManifest(takenAtMs)))
    return found.server === server && found.takenAtMs === takenAtMs && takenAtMs <= nowMs
  } catch (error) {
    if (error instanceof BackupError) return false
    throw error
  }
}
