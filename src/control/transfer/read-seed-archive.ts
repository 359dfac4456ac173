import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { badRequest } from '../../contract/errors/problem.ts'
import { quote } from '../../contract/errors/quote.ts'
import { parseJson } from '../../http/bodies/json-body.ts'
import { SEED_BODY } from '../../http/request.ts'
import { withoutByteOrderMark } from '../../kernel/json-scan.ts'
import { LIMITS } from '../../kernel/limits.ts'
import { checkFragment, mergeFragments } from '../../seeds/read-seed.ts'
import type { Seed } from '../../seeds/seed-format.ts'
import type { StoredFile } from '../../store/blobs/blob-store.ts'
import type { HeldFiles } from '../../workspaces/files/files.ts'
import { type ArchiveFile, FILES, mustFit, readEntries } from './archive-entries.ts'

/** How an archive is received, and how the memory of its data is counted. */
export interface ArchiveSource {
  receive<T>(work: (source: Readable) => Promise<T>): Promise<T>
  count(bytes: number): void
}

const FILE_NAME = /^[^/\\]{1,255}$/

const VALUE_BYTES = 64

/** Reads a seed folder that arrives as an archive; everything in it is stored before its data is read. */
export const readSeedArchive = async (
  source: ArchiveSource,
  files: HeldFiles,
  maxFileBytes: number | undefined,
) => {
  const bounds = { maxEntries: LIMITS.seedArchiveEntries.max, maxFileBytes }
  const data = { files: 0, bytes: 0 }
  const stored = await source.receive((readable) =>
    readEntries(readable, bounds, (entry, path) => {
      if (path.startsWith(FILES)) mustBeFile(entry, path)
      else mustBeData(entry, path, data)
      return files.receive(entry.content, entry.size)
    }),
  )
  if (data.files === 0)
    throw badRequest('The archive has no .json files at its top level, so it is not a seed')
  source.count(data.bytes)
  const byName = new Map<string, StoredFile>()
  for (const [path, file] of stored)
    if (path.startsWith(FILES)) byName.set(path.slice(FILES.length), file)
  return { fragment: await readData(stored, files, source), byName }
}

const mustBeFile = (entry: ArchiveFile, path: string): void => {
  const name = path.slice(FILES.length)
  if (!FILE_NAME.test(name) || name === '.' || name === '..')
    throw badRequest(`${quote(path)} is not a seed file; put it directly below files/`)
  mustFit(entry, quote(path), LIMITS.seedMediaBytes.max)
}

/** Counts a JSON file; together they are bounded. */
const mustBeData = (
  { size }: ArchiveFile,
  path: string,
  data: { files: number; bytes: number },
): void => {
  if (path.includes('/') || !path.endsWith('.json'))
    throw badRequest(
      `${quote(path)} does not belong in a seed, which has .json files and the folder files/ at its top level; pack the contents of the folder, not the folder itself`,
    )
  data.files += 1
  data.bytes += size
  const [maxFiles, maxBytes] = [LIMITS.seedFolderFiles.max, LIMITS.seedBodyBytes.max]
  if (data.files > maxFiles) throw badRequest(`The archive has more than ${maxFiles} .json files`)
  if (data.bytes > maxBytes)
    throw badRequest(`The .json files of the archive have more than ${maxBytes} bytes together`)
}

const readData = async (
  stored: ReadonlyMap<string, StoredFile>,
  files: HeldFiles,
  source: ArchiveSource,
): Promise<Seed> => {
  const { maxValues } = SEED_BODY
  const fragments: [string, Seed][] = []
  let all = 0
  const data = [...stored].filter(([path]) => !path.startsWith(FILES))
  for (const [name, { digest }] of data.sort(([a], [b]) => (a < b ? -1 : 1))) {
    const bytes = await buffer(files.read(digest))
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
