import { buildProgram } from '../cli/program.ts'
import { CONTROL_ROUTES } from '../control/index.ts'
import { CATALOGUE } from '../endpoints/index.ts'
import { Seed } from '../sandbox/seed/format.ts'
import { flagOf, SETTINGS } from '../settings/settings.ts'
import { publicModules } from './print-declarations.ts'
import type { PrintSources } from './printed-files.ts'

/** What the printed files are made of, read from the root of the project. */
export const printSources = (): PrintSources => ({
  operations: CATALOGUE,
  settings: Object.entries(SETTINGS).map(([name, { help, without }]) => ({
    name,
    flag: flagOf(name),
    help,
    without,
  })),
  routes: CONTROL_ROUTES,
  program: buildProgram(),
  seed: Seed,
  modules: publicModules('src/index.ts'),
})
