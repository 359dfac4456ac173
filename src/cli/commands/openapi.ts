import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { shippedFolders } from '../../start/shipped-folders.ts'
import { findOperation } from '../called-operation.ts'
import { UsageError } from '../cli-errors.ts'
import type { CommandSpec } from '../command.ts'

export const openapi: CommandSpec = {
  help: 'Print the OpenAPI document of the interface or of the control plane.',
  takes: {
    '[operations...]': 'only these operations, as one line of compact JSON each',
    '--control': 'the document of the control plane',
    '--json': 'print errors as JSON',
  },
  examples: ['openapi > openapi.json', 'openapi --control > control.json', 'openapi E22 E4'],
  async local({ io }, [operations]: [string[]], { control }: { control?: true }) {
    const read = (file: string) => readFile(join(shippedFolders().openapi, file), 'utf8')
    if (operations.length === 0) {
      io.stdout.write(await read(control ? 'control.json' : 'openapi.json'))
      return
    }
    if (control)
      throw new UsageError('single operations are available only for the interface, as JSON')
    const all = new Map(Object.entries<object>(JSON.parse(await read('operations.json'))))
    for (const one of operations)
      io.stdout.write(`${JSON.stringify(all.get(findOperation(one)))}\n`)
  },
}
