import { defineConfig } from 'vitest/config'

/** Tests that measure times, which other tests at the same time would disturb. */
const SPEED_TESTS = 'test/browser/**/*-speed.browser.ts'

/** Tests that need a real browser: `npm run test:browser`. */
export default defineConfig({
  test: {
    // The browser bundle of an object-storage SDK is one of the tools.
    globalSetup: ['test/kit/build.ts', 'test/kit/install-tools.ts'],
    maxWorkers: '100%',
    // A loaded machine is slow to bring about what a test waits for.
    expect: { poll: { timeout: 30_000, interval: 10 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/browser/**/*.browser.ts'],
          exclude: [SPEED_TESTS],
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'browser-speed',
          include: [SPEED_TESTS],
          maxWorkers: 1,
          // Another program may have taken the processor for as long as a median takes.
          retry: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
