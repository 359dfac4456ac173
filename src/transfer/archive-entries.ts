import type { Readable } from 'node:stream'
import { badRequest } from '../errors/problem.ts'
import { quote } from '../errors/quote.ts'
import { readTar, type TarEntry } from '../kernel/read-tar.ts'
import { TarError } from '../kernel/tar-format.ts'

/** Takes one file of an archive; its content is read before the next file. */
export type TakeFile = (entry: TarEntry, path: string) => Promise<void>

/** Reads the files of a tar archive as it arrives, with their paths; folders are passed over, links are refused. */
export const readEntries = async (
  source: Readable,
  maxEntries: number,
  take: TakeFile,
): Promise<void> => {
  let entries = 0
  try {
    // The source stays open, so that the caller can read the error.
    for await (const entry of readTar(source.iterator({ destroyOnReturn: false }))) {
      entries += 1
      if (entries > maxEntries) throw badRequest(`The archive has more than ${maxEntries} entries`)
      if (entry.type !== 'directory') await take(entry, pathOf(entry))
    }
  } catch (error) {
    if (error instanceof TarError) throw badRequest(`The archive cannot be read: ${error.message}`)
    throw error
  }
}

const pathOf = ({ name, type }: TarEntry): string => {
  const path = name.replace(/^(\.\/)+/, '')
  if (type !== 'file')
    throw badRequest(`${quote(path)} is a ${type}; only regular files are allowed`)
  return path
}

/** Refuses a file that is larger than allowed, before its bytes are read; `name` is what the error calls it. */
export const mustFit = ({ size }: TarEntry, name: string, max: number): void => {
  if (size > max) throw badRequest(`${name} has ${size} bytes; at most ${max} are allowed`)
}
