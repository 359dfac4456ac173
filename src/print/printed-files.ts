import type { Operation } from '../contract/operation.ts'
import { printAssumptions } from './print-assumptions.ts'
import { type PrintedCommand, printCommands } from './print-commands.ts'
import { type PrintedRoute, printControlPlane } from './print-control-plane.ts'
import { printDeclarations } from './print-declarations.ts'
import { printErrors } from './print-errors.ts'
import { printLimits } from './print-limits.ts'
import { printOperationTypes } from './print-operation-types.ts'
import { printOperations } from './print-operations.ts'
import { printSeedTypes } from './print-seed-types.ts'
import { printSeeds, type SeedSchema } from './print-seeds.ts'
import { type PrintedSetting, printEnvExample, printSettings } from './print-settings.ts'
import { replaceBlock } from './replace-block.ts'

/** What the printed files are made of. */
export interface PrintSources {
  readonly operations: readonly Operation[]
  readonly settings: readonly PrintedSetting[]
  readonly routes: readonly PrintedRoute[]
  /** The command line. */
  readonly program: PrintedCommand
  /** The format of seeds. */
  readonly seed: SeedSchema
  /** The texts of the modules whose types the library makes public. */
  readonly modules: readonly string[]
}

/** Every printed file, by its path from the root; of documents with marked blocks only these change. */
export const printedFiles = async (
  read: (path: string) => string,
  { operations, settings, routes, program, seed, modules }: PrintSources,
): Promise<Record<string, string>> => {
  const flags = settings.map(({ flag }) => `--${flag}`)
  return {
    'README.md': replaceBlock(read('README.md'), 'operations', printOperations(operations)),
    'docs/configuration.md': replaceBlock(
      read('docs/configuration.md'),
      'settings',
      printSettings(settings),
    ),
    'docs/control-plane.md': replaceBlock(
      read('docs/control-plane.md'),
      'routes',
      printControlPlane(routes),
    ),
    'docs/cli.md': replaceBlock(read('docs/cli.md'), 'commands', printCommands(program, flags)),
    'docs/library.md': printLibrary(read('docs/library.md'), modules),
    'docs/assumptions.md': printAssumptions(operations),
    'docs/errors.md': printErrors(),
    'docs/limits.md': printLimits(),
    '.env.example': printEnvExample(settings),
    'docs/seeds.md': printSeeds(seed),
    'src/client/operation-types.ts': await printOperationTypes(operations),
    'src/client/seed-types.ts': await printSeedTypes(seed),
  }
}

/** Prints the declarations that each block of the document names: `<!-- types A B:start -->`. */
const printLibrary = (text: string, modules: readonly string[]): string => {
  const blocks = [...text.matchAll(/<!-- (types [\w ]+):start -->/g)]
  return blocks.reduce((printed, [, name = '']) => {
    const [, ...types] = name.split(' ')
    return replaceBlock(printed, name, printDeclarations(modules, types))
  }, text)
}
