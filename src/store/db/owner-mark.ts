import { closeSync, openSync, readSync, statSync, writeSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { isOutOfDescriptors } from '../../contract/errors/storage-errors.ts'
import { messageOf } from '../../kernel/text.ts'
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

/** True for an id whose mark has another meaning; no workspace gets such an id. */
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
 * Marks an open database as belonging to a workspace. It needs no separate sync: every later commit also syncs it, and until
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

/** True for a file that is disposable by its header alone, which is read without opening the database; never fails. */
export const isSurelyDisposable = (path: string): boolean => {
  try {
    return !hasLog(path) && ownerOf(bytesOf(path, OFFSET + 4).readInt32BE(OFFSET)) === 'disposable'
  } catch {
    return false
  }
}

/** Where the header has the size of a page, and of the file in pages with the two counters that say that it is right. */
const HEADER = { pageBytes: 16, changes: 24, pages: 28, validFor: 92, bytes: 100 }

/** What a look at the size and header of a closed database shows: missing, empty, cut or no database; undefined for nothing. */
export const problemOfFile = (path: string): string | undefined => {
  const size = statSync(path, { throwIfNoEntry: false })?.size
  if (size === undefined) return 'it is missing'
  if (size === 0) return 'it is empty'
  try {
    const header = bytesOf(path, HEADER.bytes)
    if (header.toString('latin1', 0, MAGIC.length) !== MAGIC) return 'it is not a database'
    // A log may have the rest.
    if (hasLog(path)) return undefined
    const pageBytes = header.readUInt16BE(HEADER.pageBytes)
    const bytes = header.readUInt32BE(HEADER.pages) * (pageBytes === 1 ? 65_536 : pageBytes)
    const isRight = header.readUInt32BE(HEADER.changes) === header.readUInt32BE(HEADER.validFor)
    return isRight && size < bytes ? `it is cut: it has ${size} of ${bytes} bytes` : undefined
  } catch (error) {
    if (isOutOfDescriptors(error)) throw error
    return messageOf(error)
  }
}

const stateOfLog = (path: string): 'none' | 'usable' | 'damaged' => {
  const size = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0
  const magic = size < 4 ? 0 : bytesOf(`${path}-wal`, 4).readUInt32BE()
  // A loss of power can leave a log of zeros.
  if (magic === 0) return 'none'
  return (magic & ~1) === LOG_MAGIC ? 'usable' : 'damaged'
}

/** True if the last changes of a database are lost; SQLite would replace the log by an empty one. */
export const hasDamagedLog = (path: string): boolean => stateOfLog(path) === 'damaged'

/** True if a database has a log with something in it; a damaged one is refused. */
const hasLog = (path: string): boolean => {
  const state = stateOfLog(path)
  if (state === 'damaged')
    throw new Error(
      `its log ${path}-wal, which has the last changes, is damaged; dam-sandbox repair continues without it`,
    )
  return state === 'usable'
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
