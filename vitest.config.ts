import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/kit/build.ts'],
    // Tests wait for servers and processes more than they compute.
    maxWorkers: 2,
    // A loaded machine is slow to bring about what a test waits for.
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    unstubEnvs: true,
  },
})
