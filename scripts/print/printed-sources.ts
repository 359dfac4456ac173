import { describeSettings } from '#src/config/describe-settings.ts'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { Seed } from '#src/seeds/seed-format.ts'
import { printConstants } from './print-constants.ts'
import { printOperationIds } from './print-operation-ids.ts'
import { printOperationTypes } from './print-operation-types.ts'
import { printSeedTypes } from './print-seed-types.ts'
import { printStartOptions } from './print-settings.ts'

/** The printed sources, of parts that cannot import what they repeat, by their paths. */
export const printedSources = async (): Promise<Record<string, string>> => ({
  'src/config/generated/start-options.ts': printStartOptions(describeSettings()),
  'src/contract/generated/operation-ids.ts': printOperationIds(CATALOGUE),
  'src/client/generated/constants.ts': printConstants(CATALOGUE),
  'src/client/generated/operations.ts': await printOperationTypes(CATALOGUE),
  'src/client/generated/seed.ts': await printSeedTypes(Seed),
})
