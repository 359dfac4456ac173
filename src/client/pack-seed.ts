import { openAsBlob } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { BLOCK_BYTES, fileHeader, paddingOf } from '../kernel/tar-format.ts'
import { ARCHIVE } from './connection.ts'
import { SeedFolderError } from './errors.ts'

/**
 * A seed folder as an archive: its JSON files, and the files in its folder `files`. The bytes of files are read when
 * they are sent.
 */
export const packSeed = async (folder: string): Promise<Blob> => {
  await requireFolder(folder)
  const data = (await namesIn(folder)).filter((name) => name.endsWith('.json'))
  if (data.length === 0)
    throw new SeedFolderError(`${folder} has no .json files, so it is not a seed`)
  const media = (await namesIn(join(folder, 'files'))).map((name) => `files/${name}`)
  const entries = []
  for (const name of [...data, ...media]) entries.push(...(await pack(folder, name)))
  return new Blob([...entries, Buffer.alloc(2 * BLOCK_BYTES)], { type: ARCHIVE })
}

const requireFolder = async (folder: string): Promise<void> => {
  const found = await stat(folder).catch(() => undefined)
  if (!found) throw new SeedFolderError(`folder not found: ${folder}`)
  if (!found.isDirectory()) throw new SeedFolderError(`${folder} is not a folder`)
}

/** The names of the regular files in a folder, in order; none without the folder. */
const namesIn = async (folder: string): Promise<string[]> => {
  const names: string[] = []
  for (const name of (await readdir(folder).catch(() => [])).sort())
    if ((await stat(join(folder, name))).isFile()) names.push(name)
  return names
}

const pack = async (folder: string, name: string): Promise<(Blob | Buffer)[]> => {
  const path = join(folder, name)
  const { mtimeMs } = await stat(path)
  const content = await openAsBlob(path)
  const seconds = Math.max(0, Math.floor(mtimeMs / 1_000))
  return [fileHeader(name, content.size, seconds), content, Buffer.alloc(paddingOf(content.size))]
}
