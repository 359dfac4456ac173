import type { Provenance } from '#src/client/generated/control.ts'
import { control } from './control.ts'
import { readOnce } from './read-once.ts'

/** The texts of all assumptions, and what each operation rests on; the same as long as the server runs. */
export const readKnownRules = readOnce(() =>
  control<Provenance>('GET', '/provenance', { workspace: null }),
)
