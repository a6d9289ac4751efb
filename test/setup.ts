import fc from 'fast-check'
import { afterAll } from 'vitest'
import { closeAll } from './after-file.ts'
import { isThorough } from './thorough.ts'

// Runs after each test file.
afterAll(closeAll)

// Quick tests use a fixed seed, so that new random cases only fail in CI and not during unrelated work.
if (!isThorough) fc.configureGlobal({ seed: 20_261_115 })
