import { test } from 'vitest'
import { contractSuite } from '../contract/suite.ts'
import { installed } from '../installed.ts'
import { ofCaddy } from './limits.ts'
import { serverOf } from './server.ts'

const caddy = installed('caddy')

if (caddy) contractSuite('Caddy', serverOf(caddy, 'caddy'), { limits: ofCaddy })
else test.skip('files behind Caddy (with THOROUGH=1, where it is installed)')
