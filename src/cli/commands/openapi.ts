import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from 'commander'
import { shippedFolders } from '../../start/shipped-folders.ts'
import { UsageError, withExamples } from '../client-command.ts'
import { findOperation } from '../find-operation.ts'

/** `openapi`: the documents that ship; no server is needed. */
export const addOpenApiCommand = (program: Command): void => {
  const command = program
    .command('openapi')
    .argument('[operations...]', 'only these operations, one line of compact JSON for each')
    .description('Print the OpenAPI document of the interface or of the control plane.')
    .option('--control', 'the document of the control plane')
    .option('--yaml', 'as YAML')
  withExamples(command, [
    'openapi > openapi.json',
    'openapi --control --yaml',
    'openapi E22 E4',
  ]).action(async (operations: string[]) => {
    const { control, yaml } = command.opts<{ control?: true; yaml?: true }>()
    const read = (file: string) => readFile(join(shippedFolders().openapi, file), 'utf8')
    if (operations.length === 0) {
      const file = `${control ? 'control' : 'openapi'}.${yaml ? 'yaml' : 'json'}`
      process.stdout.write(await read(file))
      return
    }
    if (control || yaml) throw new UsageError('single operations are JSON of the interface')
    const all = new Map(Object.entries<object>(JSON.parse(await read('operations.json'))))
    for (const one of operations)
      process.stdout.write(`${JSON.stringify(all.get(findOperation(one)))}\n`)
  })
}
