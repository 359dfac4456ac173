import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { StoredFile } from '../blobs/blob-store.ts'
import { badRequest } from '../errors/problem.ts'
import { quote } from '../errors/quote.ts'
import { parseJson } from '../http/bodies/json-body.ts'
import { SEED_BODY } from '../http/matched-route.ts'
import { withoutByteOrderMark } from '../kernel/json-scan.ts'
import { LIMITS } from '../limits.ts'
import { checkFragment, mergeFragments } from '../seeds/read-seed.ts'
import type { Seed } from '../seeds/seed-format.ts'
import { type ArchiveFile, mustFit, readEntries } from './archive-entries.ts'

/** How an archive is received, and how the memory of its data is counted. */
export interface ArchiveSource {
  receive<T>(work: (source: Readable) => Promise<T>): Promise<T>
  count(bytes: number): void
}

interface Files {
  receive(source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<StoredFile>
  read(digest: string): AsyncIterable<Uint8Array>
}

/** A seed that has arrived, with its stored files by their names. */
interface SeedArchive {
  fragment: Seed
  byName: ReadonlyMap<string, StoredFile>
}

const FILES = 'files/'

/** A name that a seed can have: without slashes. */
const FILE_NAME = /^[^/\\]{1,255}$/

/** The approximate memory of a parsed value. */
const VALUE_BYTES = 64

/** Reads a seed folder that arrives as an archive; everything in it is stored before its data is read. */
export const readSeedArchive = async (
  source: ArchiveSource,
  files: Files,
  maxFileBytes: number | undefined,
): Promise<SeedArchive> => {
  const arrived = new Arrived(files, maxFileBytes)
  await source.receive((readable) =>
    readEntries(readable, LIMITS.seedArchiveEntries.max, (entry, path) =>
      arrived.take(entry, path),
    ),
  )
  if (arrived.data.size === 0)
    throw badRequest('The archive has no .json files at its top level, so it is not a seed')
  source.count(arrived.dataBytes)
  return { fragment: await readData(arrived, files, source), byName: arrived.byName }
}

class Arrived {
  /** JSON files at the top level. */
  readonly data = new Map<string, StoredFile>()
  /** Files of the folder `files`. */
  readonly byName = new Map<string, StoredFile>()
  dataBytes = 0
  readonly #files: Files
  readonly #maxFileBytes: number | undefined
  #fileBytes = 0

  constructor(files: Files, maxFileBytes: number | undefined) {
    this.#files = files
    this.#maxFileBytes = maxFileBytes
  }

  /** Stores an entry; one that does not belong in a seed is refused before its bytes are read. */
  async take(entry: ArchiveFile, path: string): Promise<void> {
    if (path.startsWith(FILES)) await this.#takeFile(entry, path)
    else await this.#takeData(entry, path)
  }

  async #takeFile(entry: ArchiveFile, path: string): Promise<void> {
    const name = path.slice(FILES.length)
    if (!FILE_NAME.test(name) || name === '.' || name === '..')
      throw badRequest(
        `${quote(path)} is not a file of a seed: it needs a name directly below files/`,
      )
    mustBeNew(this.byName, name, path)
    mustFit(entry, quote(path), LIMITS.seedMediaBytes.max)
    this.#fileBytes += entry.size
    if (this.#maxFileBytes !== undefined && this.#fileBytes > this.#maxFileBytes)
      throw badRequest(`File quota exceeded: the files have more than ${this.#maxFileBytes} bytes`)
    this.byName.set(name, await this.#files.receive(entry.content, entry.size))
  }

  async #takeData(entry: ArchiveFile, path: string): Promise<void> {
    if (path.includes('/') || !path.endsWith('.json'))
      throw badRequest(
        `${quote(path)} does not belong in a seed, which has .json files and the folder files/ at its top level; pack the content of the folder, not the folder`,
      )
    mustBeNew(this.data, path, path)
    const { max } = LIMITS.seedFolderFiles
    if (this.data.size === max) throw badRequest(`The archive has more than ${max} .json files`)
    this.dataBytes += entry.size
    if (this.dataBytes > LIMITS.seedBodyBytes.max)
      throw badRequest(
        `The .json files of the archive have more than ${LIMITS.seedBodyBytes.max} bytes together`,
      )
    this.data.set(path, await this.#files.receive(entry.content, entry.size))
  }
}

const mustBeNew = (names: ReadonlyMap<string, unknown>, name: string, path: string): void => {
  if (names.has(name)) throw badRequest(`The archive has ${quote(path)} twice`)
}

/** Reads the JSON files in the order of their names, as those of a folder. */
const readData = async ({ data }: Arrived, files: Files, source: ArchiveSource): Promise<Seed> => {
  const { maxValues } = SEED_BODY
  const fragments: [string, Seed][] = []
  let all = 0
  for (const name of [...data.keys()].sort()) {
    const bytes = await buffer(files.read(data.get(name)?.digest ?? ''))
    const { value, values } = parseJson(
      withoutByteOrderMark(bytes),
      'keys of a seed',
      maxValues,
      name,
    )
    all += values
    if (all > maxValues)
      throw badRequest(
        `The .json files of the archive have more than ${maxValues.toLocaleString('en-US')} keys and values together`,
      )
    fragments.push([name, checkFragment(value, name)])
  }
  source.count(all * VALUE_BYTES)
  return mergeFragments(fragments)
}
