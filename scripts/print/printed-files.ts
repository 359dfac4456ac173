import type { SettingDescription } from '#src/config/describe-settings.ts'
import type { Operation } from '#src/contract/operation.ts'
import { printAssumptions } from './print-assumptions.ts'
import { printErrors } from './print-errors.ts'
import { printLimits } from './print-limits.ts'
import { printOperations } from './print-operations.ts'
import { printSeeds, type SeedSchema } from './print-seeds.ts'
import { printEnvExample, printSettings } from './print-settings.ts'
import { printedSources } from './printed-sources.ts'
import { replaceBlock } from './replace-block.ts'

/** What the printed files are made of. */
export interface PrintSources {
  readonly operations: readonly Operation[]
  /** The names of the files in `src/endpoints`. */
  readonly endpointFiles: readonly string[]
  readonly settings: readonly SettingDescription[]
  /** The format of seeds. */
  readonly seed: SeedSchema
}

/** Every printed file, by its path from the root; of the README only the marked blocks change. */
export const printedFiles = async (
  readme: string,
  { operations, endpointFiles, settings, seed }: PrintSources,
): Promise<Record<string, string>> => {
  const withOperations = replaceBlock(
    readme,
    'operations',
    printOperations(operations, endpointFiles),
  )
  return {
    'README.md': replaceBlock(withOperations, 'settings', printSettings(settings)),
    'docs/assumptions.md': printAssumptions(operations),
    'docs/errors.md': printErrors(),
    'docs/limits.md': printLimits(),
    '.env.example': printEnvExample(settings),
    'docs/seeds.md': printSeeds(seed),
    ...(await printedSources()),
  }
}
