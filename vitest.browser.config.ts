import { defineConfig } from 'vitest/config'

/** Tests that need a real browser: `npm run test:browser`. */
export default defineConfig({
  test: {
    include: ['test/browser/**/*.browser.ts'],
    globalSetup: ['test/kit/build.ts'],
    // A loaded machine is slow to bring about what a test waits for.
    expect: { poll: { timeout: 30_000, interval: 10 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
