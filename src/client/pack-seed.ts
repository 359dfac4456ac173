import { once } from 'node:events'
import { openAsBlob } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Headers, pack } from 'tar-stream'
import { ARCHIVE } from './connection.ts'
import { SeedFolderError } from './errors.ts'

/** Everything in an archive begins at a multiple of this. */
const BLOCK_BYTES = 512

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
  for (const name of [...data, ...media]) entries.push(...(await entryOf(folder, name)))
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

const entryOf = async (folder: string, name: string): Promise<(Blob | Buffer)[]> => {
  const path = join(folder, name)
  const { mtime } = await stat(path)
  const content = await openAsBlob(path)
  const padding = (BLOCK_BYTES - (content.size % BLOCK_BYTES)) % BLOCK_BYTES
  return [await headerOf({ name, size: content.size, mtime }), content, Buffer.alloc(padding)]
}

/** The header of a file, whose content follows. */
const headerOf = async (header: Headers): Promise<Buffer> => {
  const archive = pack()
  archive.entry(header).on('error', () => undefined)
  await once(archive, 'readable')
  const chunks: Buffer[] = []
  for (let chunk = archive.read(); chunk !== null; chunk = archive.read()) chunks.push(chunk)
  archive.destroy()
  return Buffer.concat(chunks)
}
