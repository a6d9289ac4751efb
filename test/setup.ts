import fc from 'fast-check'
import { afterAll } from 'vitest'
import { closeAll } from './after-file.ts'
import { isThorough } from './thorough.ts'

// Runs for each file of tests.
afterAll(closeAll)

// Whoever changes something else is not stopped by a case that nobody had before: CI looks for those.
if (!isThorough) fc.configureGlobal({ seed: 20_261_115 })
