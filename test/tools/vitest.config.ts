import { defineConfig } from 'vitest/config'

/** Tests with the tools of others, which read the OpenAPI document or send files: `npm run test:tools`. */
export default defineConfig({
  test: {
    include: ['test/tools/*.tools.ts'],
    globalSetup: ['test/kit/build.ts', 'test/kit/install-tools.ts'],
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
})
