import { closeSync, fsyncSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { JOURNAL_POSITION, WRITE_AHEAD_LOG } from '../../db/journal-header.ts'

/** Writes a database file that only its owner may read, already in write-ahead mode, because a later change of mode is slow. */
export const writeDatabase = (path: string, bytes: Uint8Array, isDurable: boolean): void => {
  const handle = openSync(path, 'w', 0o600)
  try {
    writeFileSync(handle, bytes)
    writeSync(handle, WRITE_AHEAD_LOG, 0, WRITE_AHEAD_LOG.length, JOURNAL_POSITION)
    if (isDurable) fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Gives a file that was filled in steps the same mode and sync. */
export const finishDatabase = async (path: string, isDurable: boolean): Promise<void> => {
  const handle = await open(path, 'r+')
  try {
    await handle.write(WRITE_AHEAD_LOG, 0, WRITE_AHEAD_LOG.length, JOURNAL_POSITION)
    if (isDurable) await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Syncs the names in a folder to disk. */
export const syncFolder = (path: string): void => {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
