import { type UploadOptions, uploadFile } from '../../client/upload-file.ts'
import { callerOf } from '../called-operation.ts'
import { Interrupted, UsageError } from '../cli-errors.ts'
import type { CommandSpec } from '../command.ts'
import { onSignal } from '../run-command.ts'
import { formatValue } from '../terminal.ts'
import { requireFile } from '../user-files.ts'

export const upload: CommandSpec = {
  summary: 'Upload a file and create an atom from it.',
  help:
    'Upload a file in parts, merge them (E13), create an atom from the file (E16), and print its id for E21 or E9. ' +
    'If you interrupt the command, the upload is aborted on the server.',
  takes: {
    '<file>': 'file to upload',
    '--name <name>': 'file name with extension; default: the name of the file',
    '--type <type>': 'media type; default: detected by the server',
    '--as <email>': 'acting user',
  },
  examples: [
    'upload ./mist-ridge.jpg',
    'upload ./video.mp4 --name "Tea video.mp4" --as editor@example.com',
  ],
  async run({ connection, terminal }, [file]: [string], given: Given) {
    if (!requireFile(file).isFile()) throw new UsageError(`${file} is not a regular file`)
    const { inside, caller } = await callerOf(connection)
    const interruption = new AbortController()
    const stopListening = onSignal((signal) => interruption.abort(new Interrupted(signal)))
    const options = { ...given, signal: interruption.signal }
    try {
      return terminal.answer(await uploadFile(inside, caller, file, options), formatValue)
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error
      return terminal.fail(`${error.message}: the upload was aborted`)
    } finally {
      stopListening()
    }
  },
}

type Given = Pick<UploadOptions, 'name' | 'type' | 'as'>
