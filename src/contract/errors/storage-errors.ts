import { closeSync, openSync } from 'node:fs'
import { formatBytes } from '../../kernel/text.ts'
import { CallerError, PROBLEMS } from './caller-error.ts'

/** The database of a workspace is missing, cannot be read, or was written by a newer version of the program. */
export class DamagedDatabaseError extends CallerError {
  override name = 'DamagedDatabaseError'

  constructor(message: string) {
    super(message, PROBLEMS.damagedData)
  }
}

/** The database was written by a newer version of the program: it is whole, and not for this one. */
export class NewerDatabaseError extends DamagedDatabaseError {
  override name = 'NewerDatabaseError'
}

const NO_ROOM = new Set(['SQLITE_FULL', 'ENOSPC', 'EDQUOT', 'EFBIG'])

const UNREADABLE = /^SQLITE_(CORRUPT|NOTADB|CANTOPEN|IOERR)/

const NO_DESCRIPTORS = new Set(['EMFILE', 'ENFILE'])

/** Of these SQLite does not say why a file could not be opened. */
const NOT_OPENED = /^SQLITE_(CANTOPEN|IOERR)/

/** What a database takes that is opened: itself, its log with index, and for a moment its folder. */
const DESCRIPTORS_OF_A_DATABASE = 4

export const isOutOfDescriptors = (error: unknown): boolean =>
  NO_DESCRIPTORS.has(codeOf(error)) || (NOT_OPENED.test(codeOf(error)) && !hasDescriptors())

const hasDescriptors = (): boolean => {
  const opened: number[] = []
  try {
    while (opened.length < DESCRIPTORS_OF_A_DATABASE) opened.push(openSync('/dev/null', 'r'))
    return true
  } catch (error) {
    return !NO_DESCRIPTORS.has(codeOf(error))
  } finally {
    for (const descriptor of opened) closeSync(descriptor)
  }
}

/** What a full quota is called: `The file quota of the workspace (5 MiB of 6 MiB used)`. */
export const describeQuota = (kind: 'file' | 'database', used: number, max: number): string =>
  `The ${kind} quota of the workspace (${formatBytes(used)} of ${formatBytes(max)} used)`

export const isDatabaseFull = (error: unknown): boolean => codeOf(error) === 'SQLITE_FULL'

export const isOutOfRoom = (error: unknown): boolean => NO_ROOM.has(codeOf(error))

/** True if the data of a workspace cannot be read by any operation. */
export const isDamage = (error: unknown): boolean =>
  error instanceof DamagedDatabaseError ||
  (UNREADABLE.test(codeOf(error)) && !isOutOfDescriptors(error))

/** True if the bytes of an open database are wrong, which stays so until it is replaced. */
export const isCorrupt = (error: unknown): boolean => /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error))

/** The code of an error, or of what caused it: a sentence about it must not hide it. */
const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return ''
  const code = 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : codeOf(error.cause)
}
