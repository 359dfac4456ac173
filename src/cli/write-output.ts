import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Writable } from 'node:stream'
import type { Connection } from '../client/connection.ts'
import { reasonOf, UnreachableError } from '../client/errors.ts'
import { UsageError } from './client-command.ts'

/** Writes what the server sends to a file, or to stdout; a file is there only when it is whole. */
export const writeOutput = async (
  connection: Connection,
  path: string,
  file: string | undefined,
): Promise<void> => {
  if (file !== undefined) requireFolderOf(file)
  const { body } = await connection.open('GET', path)
  if (!body) throw new UnreachableError(`${connection.url} sends nothing`)
  if (file === undefined) {
    await pipe(connection, body, process.stdout)
    return
  }
  const unfinished = `${file}.part`
  try {
    await pipe(connection, body, createWriteStream(unfinished))
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    // Nobody has asked for a file of that name.
    if (error instanceof Error) error.message = error.message.replaceAll(unfinished, file)
    throw error
  }
}

const requireFolderOf = (file: string): void => {
  const folder = dirname(file)
  if (!existsSync(folder)) throw new UsageError(`there is no folder ${folder} for ${file}`)
}

const pipe = async (
  { url }: Connection,
  body: NonNullable<Response['body']>,
  target: NodeJS.WritableStream & Writable,
): Promise<void> => {
  try {
    await body.pipeTo(Writable.toWeb(target), { preventClose: target === process.stdout })
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw error
    throw new UnreachableError(`${url} has not sent all: ${reasonOf(error)}`)
  }
}
