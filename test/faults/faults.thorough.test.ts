import { expect, test } from 'vitest'
import { scenarios } from './scenarios.mjs'

// A little of `npm run faults`. Kills of a build, clients that do not read and fuzzed requests have tests of their own; a full disk takes root.
const here = ['reloads', 'broken', 'server', 'restarts', 'idle', 'soak']

test.runIf(process.platform === 'linux').each(here)('%s', async (name) => {
  const scenario = scenarios[name]
  if (!scenario) throw new Error(`no scenario is called ${name}`)
  const { counts, failures, skipped } = await scenario.run({ short: true, seed: 1 })
  expect(failures, scenario.promise).toEqual([])
  if (skipped === undefined) expect(Object.values(counts).some((count) => count > 0)).toBe(true)
})
