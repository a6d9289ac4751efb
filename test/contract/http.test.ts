import { test } from 'vitest'
import { contractOn } from '../runtimes/contract.ts'
import { isThorough } from '../thorough.ts'

// Without THOROUGH=1, `fuzz/runtimes.test.ts` compares it with what `node.test.ts` tests.
if (isThorough) contractOn('node:http')
else test.skip('node:http: runs with THOROUGH=1')
