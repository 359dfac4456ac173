import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Command, Option } from 'commander'
import { shippedFolders } from '../../start/shipped-folders.ts'
import { withExamples } from '../client-command.ts'

/** The files of the interface that each option prints. */
const FILES = [
  ['yaml', 'as YAML', 'openapi.yaml'],
  ['postman', 'its requests as a Postman collection (2.1)', 'dam-sandbox.postman_collection.json'],
  ['http', 'its requests as a .http file, for VS Code and JetBrains', 'dam-sandbox.http'],
] as const

/** `openapi`: the documents that ship, and what follows from them; no server is needed. */
export const addOpenApiCommand = (program: Command): void => {
  const command = program
    .command('openapi')
    .description('Print the OpenAPI document of the interface or of the control plane.')
    .addOption(
      new Option('--control', 'the document of the control plane').conflicts(['postman', 'http']),
    )
  for (const [name, description] of FILES) {
    const others = FILES.map(([other]) => other).filter((other) => other !== name)
    command.addOption(new Option(`--${name}`, description).conflicts(others))
  }
  withExamples(command, [
    'openapi > openapi.json',
    'openapi --control --yaml',
    'openapi --postman > dam-sandbox.postman_collection.json',
    'openapi --http > dam-sandbox.http',
  ]).action(async () => {
    const text = await readFile(join(shippedFolders().openapi, fileOf(command.opts())), 'utf8')
    process.stdout.write(text)
  })
}

const fileOf = (options: Readonly<Record<string, true | undefined>>): string => {
  if (options.control) return options.yaml ? 'control.yaml' : 'control.json'
  const [, , file = 'openapi.json'] =
    FILES.find(([name]) => Object.hasOwn(options, name) && options[name]) ?? []
  return file
}
