import { closeSync, fsyncSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { open } from 'node:fs/promises'

/** Writes the database of a world, which only its owner may read, in write-ahead mode from the beginning: to change into it later takes longer than all else. */
export const writeDatabase = (path: string, bytes: Uint8Array, isDurable: boolean): void => {
  const handle = openSync(path, 'w', 0o600)
  try {
    writeFileSync(handle, bytes)
    writeSync(handle, WRITE_AHEAD, 0, WRITE_AHEAD.length, JOURNAL_POSITION)
    if (isDurable) fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/**
 * Brings the file of a database into write-ahead mode, and on the disk: else the first write of a call would
 * have to wait for all of it.
 */
export const makeWriteAhead = async (path: string): Promise<void> => {
  const file = await open(path, 'r+')
  try {
    await file.write(WRITE_AHEAD, 0, WRITE_AHEAD.length, JOURNAL_POSITION)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Where the header of a database says by which journal it is read and written, and the word for the write-ahead log. */
const JOURNAL_POSITION = 18
const WRITE_AHEAD = Buffer.from([2, 2])

/** Puts the names in a folder on the disk. */
export const syncFolder = (path: string): void => {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
