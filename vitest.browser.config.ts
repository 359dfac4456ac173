import { defineConfig } from 'vitest/config'

/** Tests that need a real browser: `npm run test:browser`. */
export default defineConfig({
  test: {
    include: ['test/browser/**/*.browser.ts'],
    globalSetup: ['test/kit/build.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
