import { randomBytes } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { open, rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { LIMITS } from '../limits.ts'

/** Taking the last room would be what the reserve is there to prevent. */
const MIN_FREE_BYTES = 4 * LIMITS.reserveBytes.max

const pathIn = (folder: string): string => join(folder, 'reserve')

/** Frees the reserve of a data folder, so that a server starts on a full disk; answers whether there was one. */
export const giveUpReserve = (folder: string): boolean => {
  if (!existsSync(pathIn(folder))) return false
  rmSync(pathIn(folder))
  return true
}

/** A file that only takes up room: a start on a full disk gives it up, and then data can be deleted. */
export class Reserve {
  readonly #folder: string
  #running: Promise<void> | undefined

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Makes the file unless it is there; not where there is little room. */
  take(): Promise<void> {
    this.#running ??= this.#take().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  /** Waits for a file that is being made. */
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

/** Random bytes: a file system that compresses, or keeps no zeros, gives them room as well. */
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
