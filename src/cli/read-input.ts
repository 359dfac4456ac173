import { createReadStream, openAsBlob, statSync } from 'node:fs'
import { arrayBuffer } from 'node:stream/consumers'
import { UsageError } from './client-command.ts'

/** The content of a file, or of stdin for `-`. */
export const readInput = async (file: string, type = ''): Promise<Blob> => {
  if (file === '-') return new Blob([await arrayBuffer(process.stdin)], { type })
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found) throw new UsageError(`file not found: ${file}`)
  if (found.isDirectory()) throw new UsageError(`${file} is a folder; give a file, or - for stdin`)
  // A pipe of the shell is not a regular file and cannot be opened as a blob.
  return found.isFile()
    ? openAsBlob(file, { type })
    : new Blob([await arrayBuffer(createReadStream(file))], { type })
}
