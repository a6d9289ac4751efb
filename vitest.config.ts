import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import { embedWithVite } from './scripts/embed.mjs'
import { cases, isThorough } from './test/thorough.ts'

const include = ['test/**/*.test.ts', 'packages/*/test/**/*.test.ts']
// What is measured here is processor time: the heap that a hundred other files leave behind would be collected in it.
const linear = ['test/linear/*.test.ts', 'packages/*/test/linear*.test.ts']
const exclude = isThorough ? configDefaults.exclude : [...configDefaults.exclude, '**/*.thorough.test.ts']

export default defineConfig({
  plugins: [embedWithVite()],
  // Recipes import the package by its name.
  resolve: { alias: { 'citable/theme': fileURLToPath(new URL('src/theme.ts', import.meta.url)) } },
  test: {
    setupFiles: ['test/setup.ts'],
    globalSetup: ['test/global.ts'],
    // Each worker loads the sources once; a third would cost more than it gains on two cores.
    maxWorkers: 2,
    // For a machine that is busy with other things: the slowest takes a tenth of it on one that is not. Only a hang gets there.
    testTimeout: cases(120_000, 600_000),
    hookTimeout: cases(120_000, 600_000),
    expect: { poll: { timeout: 60_000 } },
    projects: [
      // To load the sources anew for each file would take longer than most files do.
      {
        extends: true,
        test: { name: 'behaviour', include, exclude: [...exclude, ...linear], isolate: false },
      },
      { extends: true, test: { name: 'linear', include: linear, exclude, isolate: true } },
    ],
  },
})
