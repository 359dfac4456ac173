import { createReadStream, openAsBlob, statSync } from 'node:fs'
import { arrayBuffer } from 'node:stream/consumers'
import { findJsonError } from '../kernel/json-position.ts'
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

/** The JSON in a file, or in stdin for `-`. */
export const readJsonInput = async (file: string): Promise<unknown> =>
  parseJson(await (await readInput(file)).text(), file === '-' ? 'stdin' : file)

/** The value of a JSON text; an error names the text and the place in it. */
export const parseJson = (text: string, name: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    const { line, column } = findJsonError(text) ?? { line: 1, column: 1 }
    throw new UsageError(`${name} is not valid JSON: line ${line}, column ${column}`)
  }
}
