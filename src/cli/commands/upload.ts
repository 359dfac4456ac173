import { statSync } from 'node:fs'
import { basename } from 'node:path'
import type { Command } from 'commander'
import { Connection } from '../../client/connection.ts'
import type { UploadedFile, UploadOptions } from '../../client/handle-types.ts'
import { credentialsOf, workspaceUrlOf } from '../../client/server-client.ts'
import { uploadFile } from '../../client/upload-file.ts'
import { formatBytes } from '../../kernel/text.ts'
import { type Context, clientCommand, type Options, textOf, UsageError } from '../client-command.ts'
import { EXIT } from '../exit-codes.ts'
import { Interrupted, onSignal } from '../run-command.ts'
import type { Terminal } from '../terminal.ts'

/** `upload`: a file of this machine, as an atom. */
export const addUploadCommand = (program: Command): void => {
  const command = program
    .command('upload')
    .argument('<file>', 'file to upload')
    .summary('Upload a file and make an atom of it.')
    .description(
      'Upload a file in parts, merge them (E13), make an atom of the file (E16), and print its id for E21 or E9. ' +
        'An upload that is interrupted is aborted at the server.',
    )
    .option('--name <name>', 'name of the file with its extension; default that of the file')
    .option('--type <type>', 'media type; default read from the bytes by the server')
    .option('--as <email>', 'acting user')
  clientCommand(
    command,
    ['upload ./mist-ridge.jpg', 'upload ./film.mp4 --name "Tea film.mp4" --as editor@example.com'],
    upload,
  )
}

const upload = async (
  { connection, terminal }: Context,
  [file = '']: readonly string[],
  options: Options,
): Promise<number> => {
  requireFile(file)
  const inside = new Connection({
    url: await workspaceUrlOf(connection),
    adminKey: connection.adminKey,
  })
  const { accessToken, fixtures } = await credentialsOf(connection)
  const caller = { accessToken, portalApp: fixtures.portalApp }
  const interruption = new AbortController()
  const stopListening = onSignal((signal) => interruption.abort(new Interrupted(signal)))
  try {
    const { signal } = interruption
    const uploaded = await uploadFile(inside, caller, file, {
      ...optionsOf(options),
      ...progressOf(terminal, textOf(options.name) ?? basename(file)),
      signal,
    })
    terminal.showFraction('', undefined)
    terminal.answer(uploaded, formatUploaded)
    return EXIT.ok
  } catch (error) {
    terminal.showFraction('', undefined)
    if (!(error instanceof Interrupted)) throw error
    terminal.fail(`${error.message}: the upload was aborted`)
    return EXIT.refused
  } finally {
    stopListening()
  }
}

const requireFile = (file: string): void => {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found) throw new UsageError(`file not found: ${file}`)
  if (!found.isFile()) throw new UsageError(`${file} is not a regular file; give a file to upload`)
}

const optionsOf = ({ name, type, as }: Options): UploadOptions =>
  Object.fromEntries(
    Object.entries({ name, type, as }).filter(([, value]) => textOf(value) !== undefined),
  )

const progressOf = (
  terminal: Terminal,
  name: string,
): Required<Pick<UploadOptions, 'onProgress'>> => {
  terminal.showFraction(name, 0)
  return {
    onProgress: ({ sentBytes, totalBytes }) =>
      terminal.showFraction(
        `${name}  ${formatBytes(sentBytes)} of ${formatBytes(totalBytes)}`,
        totalBytes === 0 ? 1 : sentBytes / totalBytes,
      ),
  }
}

const formatUploaded = (uploaded: UploadedFile): string[] => [
  `atom  ${uploaded.atomId}`,
  `name  ${uploaded.name}`,
  `path  ${uploaded.filePath}`,
  `size  ${uploaded.size} bytes`,
]
