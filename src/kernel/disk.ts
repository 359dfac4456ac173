import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'

/** Free space below which a disk counts as full, bytes. */
const FULL_BELOW = 1_048_576

/** Free space of the disk of a folder, which is made when it gets its first file; null where it is unknown. */
export const freeBytesAt = (folder: string): number | null => {
  for (const path of [folder, dirname(folder)])
    try {
      const { bavail, bsize } = statfsSync(path)
      return bavail * bsize
    } catch {
      // The folder is not there yet, or its file system does not say it.
    }
  return null
}

export const isDiskFull = (folder: string): boolean => {
  const free = freeBytesAt(folder)
  return free !== null && free < FULL_BELOW
}
