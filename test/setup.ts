import fc from 'fast-check'
import { afterAll } from 'vitest'
import { closeAll } from './after-file.ts'

// Runs after each test file.
afterAll(closeAll)

// A change fails by what it changes, so the random cases are the same in every run. `SEED=$RANDOM npm run test:all` draws others.
fc.configureGlobal({ seed: Number(process.env['SEED'] ?? 20_261_115) })
