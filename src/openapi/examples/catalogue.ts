import { DISTRIBUTION_EXAMPLES } from './distribution-examples.ts'
import type { Example } from './example.ts'
import { LIBRARY_EXAMPLES } from './library-examples.ts'
import { SUPPORTING_EXAMPLES } from './supporting-examples.ts'

/** All examples; those of one operation have different outcomes. */
export const EXAMPLES: readonly Example[] = [
  ...LIBRARY_EXAMPLES,
  ...DISTRIBUTION_EXAMPLES,
  ...SUPPORTING_EXAMPLES,
]
