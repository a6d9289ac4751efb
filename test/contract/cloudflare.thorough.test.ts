import { test } from 'vitest'
import { buildForCloudflare } from '../cloudflare/build.ts'
import { startWorkerd } from '../cloudflare/workerd.ts'
import { installed } from '../installed.ts'
import type { Start } from './site.ts'
import { belowAPath, contractSuite } from './suite.ts'

const workerd = installed('workerd')

/** Starts workerd from the folder that `citable build` wrote. */
const start: Start = async (archiveDir, { baseUrl }) => {
  const { out, remove } = await buildForCloudflare(archiveDir, baseUrl)
  const { origin, close } = await startWorkerd(workerd ?? '', out)
  return { origin, close: () => close().then(remove) }
}

if (workerd) {
  contractSuite('workerd', start, {
    ...belowAPath,
    skips: { 'empty headers': 'workerd drops a header without a value' },
  })
} else test.skip('workerd (not installed)')
