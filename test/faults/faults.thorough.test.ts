import { expect, test } from 'vitest'
import { scenarios } from './scenarios.mjs'

// A short run of `npm run faults`. Killed builds, clients that do not read and fuzzing have their own tests; a full disk needs root.
const here = ['reloads', 'broken', 'server', 'restarts', 'idle', 'soak']

test.runIf(process.platform === 'linux').each(here)('%s', async (name) => {
  const scenario = scenarios[name]
  if (!scenario) throw new Error(`unknown scenario ${name}`)
  const { counts, failures, skipped } = await scenario.run({ short: true, seed: 1 })
  expect(failures, scenario.requirement).toEqual([])
  if (skipped === undefined) expect(Object.values(counts).some((count) => count > 0)).toBe(true)
})
