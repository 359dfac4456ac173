import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from 'commander'
import { shippedFolders } from '../../start/shipped-folders.ts'
import { withExamples } from '../client-command.ts'

/** `openapi`: the documents that ship; no server is needed. */
export const addOpenApiCommand = (program: Command): void => {
  const command = program
    .command('openapi')
    .description('Print the OpenAPI document of the interface or of the control plane.')
    .option('--control', 'the document of the control plane')
    .option('--yaml', 'as YAML')
  withExamples(command, ['openapi > openapi.json', 'openapi --control --yaml']).action(async () => {
    const { control, yaml } = command.opts<{ control?: true; yaml?: true }>()
    const file = `${control ? 'control' : 'openapi'}.${yaml ? 'yaml' : 'json'}`
    process.stdout.write(await readFile(join(shippedFolders().openapi, file), 'utf8'))
  })
}
