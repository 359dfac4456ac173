import { close, fsync, ftruncate, openSync, rmSync } from 'node:fs'
import { promisify } from 'node:util'

/** Bytes that a disk frees without delaying other writes. */
const STEP_BYTES = 64 * 1_048_576

const cut = promisify(ftruncate)
const flush = promisify(fsync)

/**
 * Removes the name of a large file at once, and its bytes later and step by step: freeing a gigabyte takes a second
 * or more, and blocks the thread that closes the file last and all concurrent flushes.
 */
export const removeLarge = (path: string, sizeBytes: number): void => {
  const handle = openSync(path, 'r+')
  rmSync(path)
  // The database is closed in the turn that removes its file.
  setImmediate(() => {
    free(handle, sizeBytes)
      // The rest is freed when the file is closed.
      .catch(() => undefined)
      .finally(() => close(handle, () => undefined))
  })
}

const free = async (handle: number, sizeBytes: number): Promise<void> => {
  for (let left = sizeBytes - STEP_BYTES; left > 0; left -= STEP_BYTES) {
    await cut(handle, left)
    await flush(handle)
  }
}
