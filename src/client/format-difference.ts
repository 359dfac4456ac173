import type { Difference } from './journal-types.ts'

/** What was looked for and what was there, in one line. */
export const formatDifference = ({ path, expected, found }: Difference): string =>
  `${path}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(found) ?? 'nothing'}`
