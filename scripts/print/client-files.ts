import { CATALOGUE } from '#src/endpoints/index.ts'
import { Seed } from '#src/seeds/seed-format.ts'
import { printConstants } from './print-constants.ts'
import { printOperationTypes } from './print-operation-types.ts'
import { printSeedTypes } from './print-seed-types.ts'

/** The printed sources of the client, which imports nothing of the server, by their paths. */
export const clientFiles = async (): Promise<Record<string, string>> => ({
  'src/client/generated/constants.ts': printConstants(CATALOGUE),
  'src/client/generated/operations.ts': await printOperationTypes(CATALOGUE),
  'src/client/generated/seed.ts': await printSeedTypes(Seed),
})
