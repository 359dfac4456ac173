import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { shippedFolders } from '../../start/shipped-folders.ts'
import { findOperation } from '../called-operation.ts'
import type { CommandSpec } from '../command.ts'

export const openapi: CommandSpec = {
  help: 'Print the OpenAPI document of the interface or of the control plane.',
  takes: {
    '[operations...]':
      'only these operations, as one line of compact JSON each: numbers, or ids such as begin-upload or postReset; "common" is what E1 to E22 share',
    '--control': 'the document of the control plane',
    '--json': 'print errors as JSON',
  },
  examples: [
    'openapi > openapi.json',
    'openapi --control > control.json',
    'openapi E22 E4',
    'openapi begin-upload',
  ],
  async local({ io }, [operations]: [string[]], { control }: { control?: true }) {
    const read = (file: string) => readFile(join(shippedFolders().openapi, file), 'utf8')
    if (operations.length === 0) {
      io.stdout.write(await read(control ? 'control.json' : 'openapi.json'))
      return
    }
    const documents = await Promise.all(['operations.json', 'control-operations.json'].map(read))
    const all = new Map(documents.flatMap((text) => Object.entries<object>(JSON.parse(text))))
    for (const one of operations)
      io.stdout.write(`${JSON.stringify(all.get(findDocument(one, [...all.keys()])))}\n`)
  },
}

/** An operation by its id in the documents, else by what `call` takes. */
const findDocument = (text: string, ids: readonly string[]): string =>
  ids.find((one) => one.toLowerCase() === text.toLowerCase()) ?? findOperation(text, ids)
