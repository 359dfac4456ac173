import { createReadStream, createWriteStream, existsSync, type Stats, statSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { Route } from '../client/connection.ts'
import { reasonOf, UnreachableError } from '../client/errors.ts'
import { findJsonError } from '../kernel/json-position.ts'
import { UsageError } from './cli-errors.ts'
import type { Context } from './command.ts'

export const requireFile = (file: string): Stats => {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found) throw new UsageError(`file not found: ${file}`)
  if (found.isDirectory()) throw new UsageError(`${file} is a folder; pass a file`)
  return found
}

export const readJsonInput = async (file: string, stdin: Readable): Promise<unknown> => {
  if (file === '-') return parseJson(await text(stdin), 'stdin')
  requireFile(file)
  return parseJson(await text(createReadStream(file)), file)
}

export const parseJson = (json: string, name: string): unknown => {
  try {
    return JSON.parse(json)
  } catch {
    const { line, column } = findJsonError(json) ?? { line: 1, column: 1 }
    throw new UsageError(`${name} is not valid JSON: line ${line}, column ${column}`)
  }
}

/** Writes the answer of a call to a file, or to stdout; the file appears only when it is complete. */
export const writeAnswer = async (
  { connection, io }: Context,
  route: Route,
  file: string | undefined,
): Promise<void> => {
  if (file !== undefined) requirePlaceFor(file)
  const { body } = await connection.open(route)
  const unfinished = `${file}.part`
  const target = file === undefined ? io.stdout : createWriteStream(unfinished)
  try {
    await pipeline(Readable.fromWeb(body as never), target, { end: target !== io.stdout })
    if (file !== undefined) await rename(unfinished, file)
  } catch (error) {
    if (file !== undefined) await rm(unfinished, { force: true })
    if (error instanceof Error && 'syscall' in error) throw error
    const reason = `closed the connection before the end: ${reasonOf(error)}`
    throw new UnreachableError(`${connection.url} ${reason}`)
  }
}

export const requirePlaceFor = (file: string): void => {
  const folder = dirname(file)
  if (!existsSync(folder)) throw new UsageError(`folder not found: ${folder} (for ${file})`)
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`${file} is a folder; pass the path of a file`)
}
