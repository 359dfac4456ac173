import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import Database from 'better-sqlite3'
import { Store } from '../db/store.ts'
import { messageLine } from '../kernel/text.ts'
import { type Backup, BackupError, type Content, contentsOf } from './backup-folder.ts'

/** Opens a database of a backup and reads it by its store. */
export const readDatabase = <T>(path: string, read: (store: Store) => T): T => {
  const store = new Store(new Database(path, { readonly: true }))
  try {
    return read(store)
  } finally {
    store.close()
  }
}

interface Part extends Content {
  readonly name?: string
}

/** All contents of a backup by their digests; databases have a name. */
export const partsOf = ({ registry, databases, files }: Backup): ReadonlyMap<string, Part> => {
  const parts: Part[] = [...files, ...databases, { ...registry, name: 'registry' }]
  return new Map(parts.map((part) => [part.sha256, part]))
}

/** Refuses a backup of which something is missing, cut or altered. */
export const verifyBackup = async (
  folder: string,
  backup: Backup,
  onProgress: (verified: number, of: number) => void,
): Promise<void> => {
  const { paths } = contentsOf(folder)
  const parts = partsOf(backup)
  const problems: string[] = []
  let verified = 0
  for (const [digest, part] of parts) {
    const path = paths.pathOf(digest)
    const problem = await problemOf(path, part)
    if (problem !== undefined) problems.push(`${path} (${part.name ?? 'file'}): ${problem}`)
    verified += 1
    onProgress(verified, parts.size)
  }
  if (problems.length > 0) throw new BackupError(problems.join('\n'))
}

const problemOf = async (path: string, { sha256, sizeBytes, name }: Part) => {
  const size = statSync(path, { throwIfNoEntry: false })?.size
  if (size === undefined) return 'missing'
  if (size !== sizeBytes)
    return `${size < sizeBytes ? 'cut' : 'altered'}: it has ${size} of ${sizeBytes} bytes`
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  const found = hash.digest('hex')
  if (found !== sha256) return `altered: its SHA-256 is ${found}`
  return name === undefined ? undefined : problemOfDatabase(path)
}

const problemOfDatabase = (path: string): string | undefined => {
  try {
    const found = readDatabase(path, ({ sqlite }) => sqlite.pragma('quick_check', { simple: true }))
    return found === 'ok' ? undefined : `damaged: ${found}`
  } catch (error) {
    return `damaged: ${messageLine(error)}`
  }
}
