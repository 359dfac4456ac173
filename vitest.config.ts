import { defineConfig } from 'vitest/config'
import { LONE_TESTS, PROGRAM_TESTS } from './test/kit/projects.ts'
import { ProjectsInTurn } from './test/kit/projects-in-turn.ts'

export default defineConfig({
  test: {
    sequence: { sequencer: ProjectsInTurn },
    // Many tests wait for processes and sockets, so more workers than processors end sooner.
    maxWorkers: '150%',
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
          include: PROGRAM_TESTS,
          globalSetup: ['test/kit/build.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'alone', include: LONE_TESTS, globalSetup: ['test/kit/build-parts.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'sources',
          include: ['test/**/*.test.ts'],
          exclude: [...PROGRAM_TESTS, ...LONE_TESTS, '**/node_modules/**'],
          globalSetup: ['test/kit/build-parts.ts'],
          // Modules are loaded once for all files of a worker, not once for each.
          isolate: false,
        },
      },
    ],
  },
})
