import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { StoredFile } from '../../blobs/blob-store.ts'
import type { CallFiles } from '../../domain/call.ts'
import type { FileFacts } from '../../media/media.ts'
import { StartError } from '../start-error.ts'
import type { Seed } from './format.ts'

/** A file of a seed that is kept, with what it says of itself. */
export interface SeedFile extends StoredFile {
  facts: FileFacts
}

/** The files of a seed: each by its name, and uploads as the parts that they are cut into. */
export interface SeedFiles {
  byName: ReadonlyMap<string, SeedFile>
  partsOf: ReadonlyMap<string, readonly StoredFile[]>
}

type SeedUpload = NonNullable<Seed['uploads']>[number]

/** Keeps the files that a seed names, from the folder `files` in its folder. */
export const keepSeedFiles = async (
  seed: Seed,
  folder: string,
  files: CallFiles,
): Promise<SeedFiles> => {
  const filesFolder = join(folder, 'files')
  const byName = new Map<string, SeedFile>()
  for (const name of namesIn(seed)) byName.set(name, await keepFile(filesFolder, name, files))
  const partsOf = new Map<string, StoredFile[]>()
  for (const upload of seed.uploads ?? [])
    partsOf.set(upload.id, await keepParts(filesFolder, upload, byName, files))
  return { byName, partsOf }
}

/** The digests of all files of a seed. */
export const digestsOf = ({ byName, partsOf }: SeedFiles): string[] =>
  [...byName.values(), ...[...partsOf.values()].flat()].map(({ digest }) => digest)

/** The names of all files that a seed names. */
export const namesIn = ({ assets = [], atoms = [], uploads = [] }: Seed): Set<string> => {
  const parts = assets.flatMap(({ subResources }) => subResources)
  const named = [...parts, ...atoms, ...uploads].flatMap(({ file }) => file ?? [])
  return new Set(named)
}

const keepFile = async (folder: string, name: string, files: CallFiles): Promise<SeedFile> => {
  const stored = await receive(files, join(folder, name))
  const facts = await files.readFacts(stored.digest, { name })
  if (!facts) throw new Error(`the seed file ${name} was kept and is not there`)
  return { ...stored, facts }
}

const keepParts = async (
  folder: string,
  { file, partSizeBytes }: SeedUpload,
  byName: ReadonlyMap<string, SeedFile>,
  files: CallFiles,
): Promise<StoredFile[]> => {
  const { sizeBytes = 0 } = byName.get(file) ?? {}
  const parts: StoredFile[] = []
  for (let start = 0; start < sizeBytes; start += partSizeBytes)
    parts.push(await receive(files, join(folder, file), { start, end: start + partSizeBytes - 1 }))
  return parts
}

const receive = async (
  files: CallFiles,
  path: string,
  range?: { start: number; end: number },
): Promise<StoredFile> => {
  try {
    return await files.receive(createReadStream(path, range), Number.MAX_SAFE_INTEGER)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(`the seed file ${path} cannot be read: ${reason}`, { cause: error })
  }
}
