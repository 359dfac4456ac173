import { Blob } from 'node:buffer'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pack } from 'tar-stream'
import { isOfSystem } from '../kernel/file-names.ts'
import { ARCHIVE } from './connection.ts'
import { SeedFolderError } from './errors.ts'

/** A seed folder as an archive: its JSON files, and the files in its folder `files`. */
export const packSeed = async (folder: string): Promise<globalThis.Blob> => {
  const found = await stat(folder).catch(() => undefined)
  if (!found) throw new SeedFolderError(`folder not found: ${folder}`)
  if (!found.isDirectory()) throw new SeedFolderError(`${folder} is not a folder`)
  const data = (await namesIn(folder)).filter((name) => name.endsWith('.json'))
  if (data.length === 0)
    throw new SeedFolderError(`${folder} has no .json files, so it is not a seed`)
  const media = (await namesIn(join(folder, 'files'))).map((name) => `files/${name}`)
  const archive = pack()
  const packed = buffer(archive)
  // Not as a buffer: Jest with jsdom loads the variant of tar-stream for browsers, which asks for a `Uint8Array` of its realm.
  for (const name of [...data, ...media])
    archive.entry({ name }, new Uint8Array(await readFile(join(folder, name))) as Buffer)
  archive.finalize()
  return new Blob([await packed], { type: ARCHIVE }) as globalThis.Blob
}

/** The names of the regular files in a folder, in order; empty if the folder does not exist. */
const namesIn = async (folder: string): Promise<string[]> => {
  const names: string[] = []
  for (const name of (await readdir(folder).catch(() => [])).sort())
    if (!isOfSystem(name) && (await stat(join(folder, name))).isFile()) names.push(name)
  return names
}
