import { afterAll } from 'vitest'
import { closeAll } from './after-file.ts'

// Runs for each file of tests.
afterAll(closeAll)
