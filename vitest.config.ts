import { defineConfig } from 'vitest/config'
import { embedWithVite } from './scripts/embed.mjs'

export default defineConfig({
  plugins: [embedWithVite()],
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/setup.ts'],
    // To load the sources anew for each file would take longer than most files do.
    isolate: false,
    // Much of the time is spent waiting for processes that the tests start.
    maxWorkers: 3,
    // For a machine that is busy with other things: the slowest takes a tenth of it on one that is not. Only a hang gets there.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
