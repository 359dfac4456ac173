import { createReadStream, openAsBlob, statSync } from 'node:fs'
import { arrayBuffer } from 'node:stream/consumers'
import { UsageError } from './client-command.ts'

/** What a file that a command was given has in it, or stdin where that is `-`. */
export const readInput = async (file: string, type = ''): Promise<Blob> => {
  if (file === '-') return new Blob([await arrayBuffer(process.stdin)], { type })
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found || found.isDirectory()) throw new UsageError(`there is no file ${file}`)
  // What is no plain file, such as a pipe of the shell, cannot be opened as one.
  return found.isFile()
    ? openAsBlob(file, { type })
    : new Blob([await arrayBuffer(createReadStream(file))], { type })
}
