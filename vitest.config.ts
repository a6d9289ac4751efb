import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Much of the time is spent waiting for processes that the tests start.
    maxWorkers: 2,
    // Several files start processes and listen on ports; a slow machine needs the time, a fast one never uses it.
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
})
