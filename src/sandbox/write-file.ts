import { closeSync, fsyncSync, openSync, writeFileSync } from 'node:fs'

/** Writes a file that only its owner may read; a durable one is on the disk when this returns. */
export const writeFile = (path: string, bytes: Uint8Array, isDurable: boolean): void => {
  const handle = openSync(path, 'w', 0o600)
  try {
    writeFileSync(handle, bytes)
    if (isDurable) fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Puts the names in a folder on the disk. */
export const syncFolder = (path: string): void => {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
