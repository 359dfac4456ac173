import { NewerSchemaError } from '../db/migrate.ts'
import { BusyError } from '../media/media.ts'
import { DamagedWorldError } from './start-error.ts'

/** Errors of storage that has no room. */
const NO_ROOM = new Set(['SQLITE_FULL', 'ENOSPC', 'EDQUOT', 'EFBIG'])

/** Errors of databases that cannot be read. */
const UNREADABLE = /^SQLITE_(CORRUPT|NOTADB|CANTOPEN|IOERR)/

/** Whether something failed because there is no room left to store it. */
export const isOutOfRoom = (error: unknown): boolean => NO_ROOM.has(codeOf(error))

/** Whether the data of a workspace cannot be read, whatever is asked of it. */
export const isDamage = (error: unknown): boolean =>
  error instanceof DamagedWorldError ||
  error instanceof NewerSchemaError ||
  UNREADABLE.test(codeOf(error))

/** Whether too many files of a workspace wait to be read or shown. */
export const isBusy = (error: unknown): boolean => error instanceof BusyError

const codeOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : ''
}
