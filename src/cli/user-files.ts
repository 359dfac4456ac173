import { createReadStream, createWriteStream, existsSync, openAsBlob, statSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Readable, Writable } from 'node:stream'
import { arrayBuffer } from 'node:stream/consumers'
import { reasonOf, UnreachableError } from '../client/errors.ts'
import { findJsonError } from '../kernel/json-position.ts'
import { UsageError } from './cli-errors.ts'
import type { Context } from './command.ts'

/** The content of a file, or of stdin for `-`. */
export const readInput = async (file: string, stdin: Readable, type = ''): Promise<Blob> => {
  if (file === '-') return new Blob([await arrayBuffer(stdin)], { type })
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found) throw new UsageError(`file not found: ${file}`)
  if (found.isDirectory()) throw new UsageError(`${file} is a folder; give a file, or - for stdin`)
  // A pipe of the shell is not a regular file and cannot be opened as a blob.
  return found.isFile()
    ? openAsBlob(file, { type })
    : new Blob([await arrayBuffer(createReadStream(file))], { type })
}

/** The JSON in a file, or in stdin for `-`. */
export const readJsonInput = async (file: string, stdin: Readable): Promise<unknown> =>
  parseJson(await (await readInput(file, stdin)).text(), file === '-' ? 'stdin' : file)

/** The value of a JSON text; an error names the text and the place in it. */
export const parseJson = (text: string, name: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    const { line, column } = findJsonError(text) ?? { line: 1, column: 1 }
    throw new UsageError(`${name} is not valid JSON: line ${line}, column ${column}`)
  }
}

/** Writes the answer of a call to a file, or to stdout; the file appears only when it is complete. */
export const writeAnswer = async (
  { connection, io }: Context,
  path: string,
  file: string | undefined,
): Promise<void> => {
  if (file !== undefined) requirePlaceFor(file)
  const { url } = connection
  const { body } = await connection.open('GET', path)
  if (!body) throw new UnreachableError(`${url} answered without a body`)
  const pipe = async (target: Writable): Promise<void> => {
    try {
      await body.pipeTo(Writable.toWeb(target), { preventClose: target === io.stdout })
    } catch (error) {
      if (error instanceof Error && 'syscall' in error) throw error
      throw new UnreachableError(`${url} closed the connection before the end: ${reasonOf(error)}`)
    }
  }
  if (file === undefined) await pipe(io.stdout)
  else await replaceWhole(file, (unfinished) => pipe(createWriteStream(unfinished)))
}

/** Writes a text to a file, which appears only when it is complete. */
export const writeText = async (file: string, text: string): Promise<void> => {
  requirePlaceFor(file)
  await replaceWhole(file, (unfinished) => writeFile(unfinished, `${text}\n`))
}

/** Writes under another name, and renames when the file is complete. */
const replaceWhole = async (
  file: string,
  write: (unfinished: string) => Promise<void>,
): Promise<void> => {
  const unfinished = `${file}.part`
  try {
    await write(unfinished)
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    // The temporary name means nothing to the user.
    if (error instanceof Error) error.message = error.message.replaceAll(unfinished, file)
    throw error
  }
}

/** Refuses a file whose folder does not exist, and a folder in the place of a file. */
export const requirePlaceFor = (file: string): void => {
  const folder = dirname(file)
  if (!existsSync(folder)) throw new UsageError(`folder not found: ${folder} (for ${file})`)
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`${file} is a folder; give the path of a file`)
}
