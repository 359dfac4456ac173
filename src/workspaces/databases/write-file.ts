import { closeSync, fsyncSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { open } from 'node:fs/promises'

/** Writes the database of a database, which only its owner may read, in write-ahead mode from the beginning: to change into it later takes longer than all else. */
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

/** Gives a file that was filled in steps the same form. */
export const finishDatabase = async (path: string, isDurable: boolean): Promise<void> => {
  const handle = await open(path, 'r+')
  try {
    await handle.write(WRITE_AHEAD, 0, WRITE_AHEAD.length, JOURNAL_POSITION)
    if (isDurable) await handle.sync()
  } finally {
    await handle.close()
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
