import { closeSync, openSync, readSync, statSync, writeSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { openFile } from './open-database.ts'

/**
 * Whose a database file is, in `application_id` of its header, so that a file tells it without the registry. Databases
 * of earlier versions and templates have 0.
 */
const OFFSET = 68

/** Keeps the mark of the workspace 00000000 apart from 0. */
const KEY = 0x64_61_6d_73

/** The mark of a file that no answer has acknowledged yet, or that has been replaced: the server removes it. */
const DISPOSABLE = 1

const MAGIC = 'SQLite format 3\0'

/** A log that SQLite reads begins with this, in either byte order of its checksums. */
const LOG_MAGIC = 0x377f_0682

const markOf = (workspaceId: string): number => (Number.parseInt(workspaceId, 16) ^ KEY) | 0

/** True for an id whose mark means something else, which no workspace gets. */
export const hasNoMark = (workspaceId: string): boolean =>
  [0, DISPOSABLE].includes(markOf(workspaceId))

/** The id of the workspace, `disposable`, or undefined for a file without a mark or that is no database. */
export type FileOwner = { readonly workspaceId: string } | 'disposable' | undefined

const ownerOf = (mark: number): FileOwner => {
  if (mark === 0) return undefined
  if (mark === DISPOSABLE) return 'disposable'
  return { workspaceId: ((mark ^ KEY) >>> 0).toString(16).padStart(8, '0') }
}

/** Marks a closed database as disposable. */
export const markDisposable = (path: string): void => {
  const mark = Buffer.alloc(4)
  mark.writeInt32BE(DISPOSABLE)
  const file = openSync(path, 'r+')
  try {
    writeSync(file, mark, 0, mark.length, OFFSET)
  } finally {
    closeSync(file)
  }
}

/** Marks an open database as disposable; one that is busy or damaged keeps its mark. */
export const disposeOf = (database: Database.Database): void => {
  try {
    database.pragma('synchronous = OFF')
    database.pragma(`application_id = ${DISPOSABLE}`)
  } catch {
    // Where the process ends before the file is removed, the next start moves it aside.
  }
}

export const isOwnedBy = (database: Database.Database, workspaceId: string): boolean =>
  database.pragma('application_id', { simple: true }) === markOf(workspaceId)

/**
 * Marks an open database as that of a workspace. It needs no sync of its own: every later commit syncs it, too, and until
 * then the registry names the file.
 */
export const markOwner = (database: Database.Database, workspaceId: string): void => {
  const sync = database.pragma('synchronous', { simple: true })
  database.pragma('synchronous = OFF')
  try {
    database.pragma(`application_id = ${markOf(workspaceId)}`)
  } finally {
    database.pragma(`synchronous = ${sync}`)
  }
}

/** Whose a closed database file is; never fails. */
export const readOwner = (path: string): FileOwner => {
  try {
    const header = bytesOf(path, OFFSET + 4)
    if (header.toString('latin1', 0, MAGIC.length) !== MAGIC) return undefined
    if (!hasLog(path)) return ownerOf(header.readInt32BE(OFFSET))
    const database = openFile(path, 'normal')
    try {
      return ownerOf(Number(database.pragma('application_id', { simple: true })))
    } finally {
      database.close()
    }
  } catch {
    return undefined
  }
}

/** True if a database has a log with something in it. */
const hasLog = (path: string): boolean => {
  const size = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0
  if (size === 0) return false
  // Of a log that it cannot read SQLite would make an empty one.
  if ((bytesOf(`${path}-wal`, 4).readUInt32BE() & ~1) !== LOG_MAGIC)
    throw new Error(`the log of ${path} is damaged`)
  return true
}

const bytesOf = (path: string, count: number): Buffer => {
  const bytes = Buffer.alloc(count)
  const file = openSync(path, 'r')
  try {
    if (readSync(file, bytes, 0, count, 0) < count) throw new Error(`${path} is cut`)
    return bytes
  } finally {
    closeSync(file)
  }
}
