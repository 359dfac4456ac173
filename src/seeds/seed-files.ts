import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { InvalidDataError } from '../contract/errors/invalid-data-error.ts'
import type { CallFiles } from '../domain/call.ts'
import { findName } from '../kernel/file-names.ts'
import { LIMITS } from '../kernel/limits.ts'
import { distinct } from '../kernel/lists.ts'
import { fileBytes } from '../kernel/owned-stream.ts'
import type { ByteRange } from '../kernel/text.ts'
import { messageOf } from '../kernel/text.ts'
import type { StoredFile } from '../store/blobs/blob-store.ts'
import type { FileFacts } from '../store/media/media.ts'
import { namesIn } from './check-names.ts'
import { openRegularFile } from './regular-file.ts'
import type { Seed, SeedRow } from './seed-format.ts'

export interface SeedFile extends StoredFile {
  facts: FileFacts
}

export interface SeedFiles {
  byName: ReadonlyMap<string, SeedFile>
  partsOf: ReadonlyMap<string, readonly StoredFile[]>
}

export const NO_FILES: SeedFiles = { byName: new Map(), partsOf: new Map() }

type CutUpload = Pick<SeedRow<'uploads'>, 'id' | 'file' | 'partSizeBytes'>

export interface NeededSeedFiles {
  names: readonly string[]
  uploads: readonly CutUpload[]
}

export const neededFiles = (seed: Seed): NeededSeedFiles => ({
  names: distinct(namesIn(seed).files.map(({ name }) => name)),
  uploads: (seed.uploads ?? []).map(({ id, file, partSizeBytes }) => ({ id, file, partSizeBytes })),
})

/** The path of a file that a seed names; undefined where the folder has none. */
export const findSeedFile = (folder: string, name: string): string | undefined => {
  const path = join(folder, name)
  if (existsSync(path)) return path
  const found = findName(namesOf(folder), name)
  return found && join(folder, found)
}

const namesOf = (folder: string): string[] => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** The file of an archive that a seed names. */
export const findArrived = ({ byName }: ArrivedFiles, name: string): StoredFile | undefined =>
  byName.get(name) ?? byName.get(findName(byName.keys(), name) ?? '')

export interface ArrivedFiles {
  byName: ReadonlyMap<string, StoredFile>
  read(digest: string, range: ByteRange): AsyncIterable<Uint8Array>
}

/**
 * Stores the files that a seed needs: those that arrived with it, else those of a folder. With a root, files of the
 * folder that are outside of it are refused, links included.
 */
export const keepSeedFiles = async (
  { names, uploads }: NeededSeedFiles,
  { folder, root, arrived }: SeedPlace,
  files: CallFiles,
): Promise<SeedFiles> => {
  const place = { folder: join(folder, 'files'), root, arrived }
  const byName = new Map<string, SeedFile>()
  for (const name of names) byName.set(name, await keepFile(place, name, files))
  const partsOf = new Map<string, StoredFile[]>()
  for (const upload of uploads)
    partsOf.set(upload.id, await keepParts(place, upload, byName, files))
  return { byName, partsOf }
}

export interface SeedPlace {
  folder: string
  root?: string | undefined
  arrived?: ArrivedFiles | undefined
}

export const digestsOf = ({ byName, partsOf }: SeedFiles): string[] =>
  [...byName.values(), ...[...partsOf.values()].flat()].map(({ digest }) => digest)

const keepFile = async (place: SeedPlace, name: string, files: CallFiles): Promise<SeedFile> => {
  const stored = await receive(files, place, name)
  const facts = await files.readFacts(stored.digest, { name })
  if (!facts) throw new Error(`the seed file ${name} was stored and is missing`)
  return { ...stored, facts }
}

const keepParts = async (
  place: SeedPlace,
  { id, file, partSizeBytes }: CutUpload,
  byName: ReadonlyMap<string, SeedFile>,
  files: CallFiles,
): Promise<StoredFile[]> => {
  const { sizeBytes = 0 } = byName.get(file) ?? {}
  const { max } = LIMITS.parts
  if (sizeBytes > max * partSizeBytes)
    throw new InvalidDataError(
      `uploads, id ${id}: partSizeBytes is ${partSizeBytes}, which cuts "${file}" into more than ${max} parts`,
    )
  const parts: StoredFile[] = []
  for (let start = 0; start < sizeBytes; start += partSizeBytes)
    parts.push(await receive(files, place, file, { start, end: start + partSizeBytes - 1 }))
  return parts
}

const receive = async (
  files: CallFiles,
  { folder, root, arrived }: SeedPlace,
  name: string,
  range?: ByteRange,
): Promise<StoredFile> => {
  const stored = arrived && findArrived(arrived, name)
  if (arrived && stored)
    return range === undefined
      ? stored
      : files.receive(arrived.read(stored.digest, range), stored.sizeBytes)
  const path = findSeedFile(folder, name) ?? join(folder, name)
  try {
    const max = LIMITS.seedMediaBytes.max
    const open = () => openRegularFile(path, max, root)
    return await files.receive(fileBytes(path, { open, ...range }), max)
  } catch (error) {
    throw new InvalidDataError(`the seed file ${path} cannot be read: ${messageOf(error)}`, {
      cause: error,
    })
  }
}
