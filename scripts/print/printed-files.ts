import { buildProgram } from '#src/cli/program.ts'
import { describeSettings } from '#src/config/describe-settings.ts'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { describeInterface } from '#src/openapi/interface-document.ts'
import { RULES } from '#src/seeds/check/rules.ts'
import { Seed } from '#src/seeds/seed-format.ts'
import { printAssumptions } from './print-assumptions.ts'
import { printCommands } from './print-commands.ts'
import { printControlPlane } from './print-control-plane.ts'
import { printDeclarations, publicModules } from './print-declarations.ts'
import { printErrors } from './print-errors.ts'
import { printFindings } from './print-findings.ts'
import { printLimits } from './print-limits.ts'
import { printOperations } from './print-operations.ts'
import { printProvenance } from './print-provenance.ts'
import { printRights } from './print-rights.ts'
import { printSeeds } from './print-seeds.ts'
import { printEnvExample, printSettings } from './print-settings.ts'
import { replaceBlock } from './replace-block.ts'
import { controlRoutes, serverRoutes } from './server-routes.ts'

/** Every printed file, by its path from the root; of documents with marked blocks only these change. */
export const printedFiles = async (
  read: (path: string) => string,
): Promise<Record<string, string>> => {
  const settings = describeSettings()
  const routes = await serverRoutes()
  const document = await describeInterface(routes, '', [])
  const blocks: [document: string, block: string, content: string][] = [
    ['README.md', 'operations', printOperations(CATALOGUE)],
    ['docs/configuration.md', 'settings', printSettings(settings)],
    ['docs/control-plane.md', 'routes', printControlPlane(await controlRoutes())],
    ['docs/provenance.md', 'counts', printProvenance(document)],
    ['docs/check-your-client.md', 'catalogue', printFindings()],
    ['docs/cli.md', 'commands', printCommands(buildProgram(), settings)],
  ]
  return {
    ...Object.fromEntries(
      blocks.map(([document, block, content]) => [
        document,
        replaceBlock(read(document), block, content),
      ]),
    ),
    'docs/library.md': printLibrary(read('docs/library.md')),
    'docs/assumptions.md': printAssumptions(CATALOGUE),
    'docs/errors.md': printErrors(),
    'docs/limits.md': printLimits(),
    'docs/rights.md': printRights(CATALOGUE),
    'docs/seeds.md': printSeeds(Seed, RULES),
    '.env.example': printEnvExample(settings),
    'docs/openapi.json': printDocument(read('dist/openapi/openapi.json')),
  }
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
const printLibrary = (text: string): string => {
  const modules = publicModules('src/index.ts')
  const blocks = [...text.matchAll(/<!-- (types [\w ]+):start -->/g)]
  return blocks.reduce((printed, [, block = '']) => {
    const [, ...names] = block.split(' ')
    return replaceBlock(printed, block, printDeclarations(modules, names))
  }, text)
}
