import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = 'test/files'
const MAX_BYTES = 40_000

/** Small files of every type that the server knows, by their name. */
export const readSampleFiles = (): Map<string, Buffer> =>
  new Map(
    readdirSync(FOLDER)
      .filter((name) => !name.startsWith('.') && statSync(join(FOLDER, name)).size < MAX_BYTES)
      .map((name) => [name, readFileSync(join(FOLDER, name))]),
  )
