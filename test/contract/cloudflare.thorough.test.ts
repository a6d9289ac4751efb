import { test } from 'vitest'
import { buildForCloudflare } from '../cloudflare/build.ts'
import { startWorkerd } from '../cloudflare/workerd.ts'
import { installed } from '../installed.ts'
import type { Start } from './site.ts'
import { belowAPath, contractSuite } from './suite.ts'

const workerd = installed('workerd')

/** Starts workerd from the folder that `citable build` wrote. */
const start: Start = async (archiveDir, { baseUrl }) =>
  startWorkerd(workerd ?? '', await buildForCloudflare(archiveDir, baseUrl))

if (workerd) {
  contractSuite('workerd', start, {
    ...belowAPath,
    skips: { 'empty headers': 'workerd drops a header without a value' },
  })
} else test.skip('workerd (not installed)')
