import { randomBytes } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { open, rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { LIMITS } from '../limits.ts'

/** Minimum free space to make the reserve, which must not itself fill the disk. */
const MIN_FREE_BYTES = 4 * LIMITS.reserveBytes.max

const pathIn = (folder: string): string => join(folder, 'reserve')

/** Removes the reserve of a data folder, so that a server starts on a full disk; returns whether there was one. */
export const releaseReserve = (folder: string): boolean => {
  if (!existsSync(pathIn(folder))) return false
  rmSync(pathIn(folder))
  return true
}

/** A file that reserves disk space: a start on a full disk removes it, and then data can be deleted. */
export class Reserve {
  readonly #folder: string
  #running: Promise<void> | undefined

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Makes the file if it is missing and the disk has space. */
  take(): Promise<void> {
    this.#running ??= this.#take().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  /** Waits until a file in progress is made. */
  async close(): Promise<void> {
    await this.#running?.catch(() => undefined)
  }

  async #take(): Promise<void> {
    const path = pathIn(this.#folder)
    if (existsSync(path)) return
    const { bavail, bsize } = await statfs(this.#folder)
    if (bavail * bsize < MIN_FREE_BYTES) return
    const unfinished = `${path}.new`
    try {
      await write(unfinished)
      await rename(unfinished, path)
    } catch (error) {
      await rm(unfinished, { force: true })
      throw error
    }
  }
}

/** Random bytes, which take space also on file systems with compression or sparse files. */
const write = async (path: string): Promise<void> => {
  const bytes = await promisify(randomBytes)(LIMITS.reserveBytes.max)
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}
