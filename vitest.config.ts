import { defineConfig } from 'vitest/config'
import { ProjectsInTurn } from './test/kit/projects-in-turn.ts'

/** Tests of what ships, in processes of their own. */
const PROGRAM = [
  'test/process/**/*.test.ts',
  'test/cli/**/*.test.ts',
  'test/acceptance/**/*.test.ts',
  'test/docs/examples.test.ts',
]

/** Tests that count what their process has open or keeps, or replace modules of the sources. */
const ALONE = [
  'test/http/ends/**/*.test.ts',
  'test/contract/bounds.test.ts',
  'test/control/memory.test.ts',
  'test/journal/memory.test.ts',
]

export default defineConfig({
  test: {
    sequence: { sequencer: ProjectsInTurn },
    maxWorkers: '100%',
    // A loaded machine is slow to bring about what a test waits for.
    expect: { poll: { timeout: 30_000, interval: 10 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    unstubEnvs: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'program',
          include: PROGRAM,
          globalSetup: ['test/kit/build.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'alone', include: ALONE, globalSetup: ['test/kit/build-parts.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'sources',
          include: ['test/**/*.test.ts'],
          exclude: [...PROGRAM, ...ALONE],
          globalSetup: ['test/kit/build-parts.ts'],
          // Modules are loaded once for all files of a worker, not once for each.
          isolate: false,
        },
      },
    ],
  },
})
