import { archives } from './archives/tester.ts'
import { bodies } from './bodies/tester.ts'
import { calls } from './calls/tester.ts'
import type { TesterName } from './core/options.ts'
import type { Tester } from './core/run.ts'
import { kill } from './kill/tester.ts'
import { pipelines } from './pipelines/tester.ts'
import { races } from './races/tester.ts'
import { soak } from './soak/tester.ts'
import { sockets } from './sockets/tester.ts'

/** Every tester by its name. */
export const TESTER_OF: Readonly<Record<TesterName, Tester>> = {
  calls,
  sockets,
  pipelines,
  races,
  archives,
  kill,
  bodies,
  soak,
}
