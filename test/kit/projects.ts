/** Tests of what ships, in processes of their own: only they need the whole program built (`npm run test:program`). */
export const PROGRAM_TESTS = [
  'test/process/**/*.test.ts',
  'test/cli/**/*.test.ts',
  'test/acceptance/**/*.test.ts',
  'test/docs/examples.test.ts',
]

/** Tests that count what their process has open or keeps, or replace modules of the sources. */
export const LONE_TESTS = [
  'test/http/ends/**/*.test.ts',
  'test/contract/bounds.test.ts',
  'test/instruments/coverage/coverage-counter.test.ts',
  'test/control/memory.test.ts',
  'test/instruments/journal/memory.test.ts',
]
