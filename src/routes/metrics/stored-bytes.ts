import { statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextRound, setTimeout as pause } from 'node:timers/promises'
import type { Sandbox } from '../../workspaces/sandbox.ts'

/** Age from which sizes are measured again, ms. */
const MAX_AGE_MS = 60_000

/** How long a scrape waits for sizes, ms; later ones are for the next scrape. */
const WAIT_MS = 15

/** Files that are looked at in one turn of the event loop, about half a millisecond. */
const FILES_AT_ONCE = 100

/** Sizes of the folders of a server, measured in the background of scrapes, since a folder can have many files. */
export class StoredBytes {
  readonly #sandbox: Sandbox
  #bytes: ReadonlyMap<string, number> = new Map()
  #measuredAtMs = Number.NEGATIVE_INFINITY
  #running: Promise<void> | undefined

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox
  }

  /** Bytes by kind, the last ones that are known. */
  async read(): Promise<ReadonlyMap<string, number>> {
    if (this.#sandbox.machineClock.now() - this.#measuredAtMs > MAX_AGE_MS)
      this.#running ??= this.#measure().finally(() => {
        this.#running = undefined
      })
    await Promise.race([this.#running, pause(WAIT_MS, undefined, { ref: false })])
    return this.#bytes
  }

  async #measure(): Promise<void> {
    const { databases, files, machineClock } = this.#sandbox
    this.#bytes = new Map([
      ['databases', await sizeOf(databases.folder)],
      ['files', await sizeOf(files.blobs.paths.contents)],
    ])
    this.#measuredAtMs = machineClock.now()
  }
}

/** Files that are removed meanwhile, and a folder that is not there yet, count as nothing. */
const sizeOf = async (folder: string): Promise<number> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const found = entries.filter((entry) => entry.isFile())
  let bytes = 0
  for (const [index, { parentPath, name }] of found.entries()) {
    bytes += statSync(join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0
    if (index % FILES_AT_ONCE === 0) await nextRound()
  }
  return bytes
}
