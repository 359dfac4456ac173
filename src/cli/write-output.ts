import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Writable } from 'node:stream'
import type { Connection } from '../client/connection.ts'
import { reasonOf, UnreachableError } from '../client/errors.ts'
import { UsageError } from './client-command.ts'
import { Terminal } from './terminal.ts'

/** Writes the answer of a call to a file, or to stdout; the file appears only when it is complete. */
export const writeOutput = async (
  connection: Connection,
  path: string,
  file: string | undefined,
): Promise<void> => {
  if (file !== undefined) requireFolderOf(file)
  const { body } = await connection.open('GET', path)
  if (!body) throw new UnreachableError(`${connection.url} answered without a body`)
  if (file === undefined) {
    await pipe(connection, body, process.stdout)
    return
  }
  await replaceWhole(file, (unfinished) => pipe(connection, body, createWriteStream(unfinished)))
}

/** Writes a report without colours to a file, which appears only when it is complete. */
export const writeReport = async (
  file: string,
  makeReport: (terminal: Terminal) => string,
): Promise<void> => {
  requireFolderOf(file)
  const text = makeReport(new Terminal(false, false))
  await replaceWhole(file, (unfinished) => writeFile(unfinished, `${text}\n`))
}

/** Prints a report, or writes it to a file. */
export const putReport = async (
  file: string | undefined,
  makeReport: (terminal: Terminal) => string,
  terminal: Terminal,
): Promise<void> => {
  if (file === undefined) terminal.print(makeReport(terminal))
  else await writeReport(file, makeReport)
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
    throw named(error, unfinished, file)
  }
}

/** An error about the temporary name, which means nothing to the user, as one about the file. */
const named = (error: unknown, unfinished: string, file: string): unknown => {
  if (error instanceof Error) error.message = error.message.replaceAll(unfinished, file)
  return error
}

/** Refuses a file whose folder does not exist. */
export const requireFolderOf = (file: string): void => {
  const folder = dirname(file)
  if (!existsSync(folder)) throw new UsageError(`folder not found: ${folder} (for ${file})`)
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
    throw new UnreachableError(`${url} closed the connection before the end: ${reasonOf(error)}`)
  }
}
