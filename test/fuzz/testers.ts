import { bodies } from './bodies/tester.ts'
import { calls } from './calls/tester.ts'
import type { TesterName } from './core/options.ts'
import type { Tester } from './core/run.ts'
import { kill } from './kill/tester.ts'
import { sockets } from './sockets/tester.ts'

/** Every tester by its name. */
export const TESTER_OF: Partial<Record<TesterName, Tester>> = {
  calls,
  sockets,
  kill,
  bodies,
}
