import type { Difference } from './generated/control.ts'

/** One difference as a line: the path, the expected value and the found one. */
export const formatDifference = ({ path, expected, found }: Difference): string =>
  `${path}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(found) ?? 'nothing'}`
