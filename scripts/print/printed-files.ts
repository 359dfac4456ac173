import { buildProgram } from '#src/cli/program.ts'
import { describeSettings } from '#src/config/describe-settings.ts'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { REQUEST_LIMITS, SERVER_LIMITS } from '#src/kernel/limits.ts'
import { RULES } from '#src/seeds/check-rules.ts'
import { Seed } from '#src/seeds/seed-format.ts'
import {
  printErrors,
  printFindings,
  printLimits,
  printOperations,
  printProvenance,
  printSettings,
  printStates,
} from './document-tables.ts'
import { replaceBlock } from './markdown.ts'
import { printAssumptions, printByOperation } from './print-assumptions.ts'
import { printDeclarations, publicModules } from './print-declarations.ts'
import { printCommands, printControlPlane } from './print-interfaces.ts'
import { printRights } from './print-rights.ts'
import { printSeedKeys, printSeedRules } from './print-seeds.ts'
import { printEnvExample } from './print-settings.ts'
import { serverRoutes } from './server-routes.ts'

/** Every printed file, by its path from the root; of documents only the marked blocks change. */
export const printedFiles = async (
  read: (path: string) => string,
): Promise<Record<string, string>> => {
  const settings = describeSettings()
  const routes = await serverRoutes()
  const document = JSON.parse(read('dist/openapi/openapi.json'))
  const blocks: [document: string, block: string, content: string][] = [
    ['README.md', 'operations', printOperations(CATALOGUE)],
    ['docs/assumptions.md', 'by-operation', printByOperation(CATALOGUE)],
    ['docs/assumptions.md', 'assumptions', printAssumptions(CATALOGUE)],
    ['docs/check-your-client.md', 'catalogue', printFindings()],
    ['docs/cli.md', 'commands', printCommands(buildProgram(), settings)],
    ['docs/configuration.md', 'settings', printSettings(settings)],
    ['docs/control-plane.md', 'server-routes', printControlPlane(routes, true)],
    ['docs/control-plane.md', 'workspace-routes', printControlPlane(routes, false)],
    ['docs/control-plane.md', 'states', printStates()],
    ['docs/errors.md', 'errors', printErrors()],
    ['docs/limits.md', 'requests', printLimits(REQUEST_LIMITS)],
    ['docs/limits.md', 'process', printLimits(SERVER_LIMITS)],
    ['docs/provenance.md', 'counts', printProvenance(document)],
    ['docs/rights.md', 'rights', printRights(CATALOGUE)],
    ['docs/seeds.md', 'keys', printSeedKeys(Seed)],
    ['docs/seeds.md', 'rules', printSeedRules(RULES)],
  ]
  const files: Record<string, string> = {
    'docs/library.md': printLibrary(read('docs/library.md'), read),
    '.env.example': printEnvExample(settings),
    'docs/openapi.json': printDocument(read('dist/openapi/openapi.json')),
  }
  for (const [path, block, content] of blocks)
    files[path] = replaceBlock(files[path] ?? read(path), block, content)
  return files
}

/** A document of the build with one line for each path and each shape. */
const printDocument = (text: string): string => {
  const { paths, components, ...head } = JSON.parse(text)
  const lines = (map: object): string =>
    `{\n${Object.entries(map)
      .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
      .join(',\n')}\n}`
  const { schemas, ...others } = components
  return `${JSON.stringify(head).slice(0, -1)},
"paths":${lines(paths)},
"components":{"schemas":${lines(schemas)},
${JSON.stringify(others).slice(1)}}
`
}

/** Prints the declarations that each block of the document names: `<!-- types A B:start -->`. */
const printLibrary = (text: string, read: (path: string) => string): string => {
  const inferred = ['workspace-control', 'journal-control'].map((name) =>
    read(`dist/types/esm/client/${name}.d.ts`),
  )
  const modules = [...publicModules('src/index.ts'), ...inferred]
  const blocks = [...text.matchAll(/<!-- (types [\w ]+):start -->/g)]
  return blocks.reduce((printed, [, block = '']) => {
    const [, ...names] = block.split(' ')
    return replaceBlock(printed, block, printDeclarations(modules, names))
  }, text)
}
