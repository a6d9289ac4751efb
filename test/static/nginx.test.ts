import { describe } from 'vitest'
import { contractSuite } from '../contract/suite.ts'
import { installed } from '../installed.ts'
import { ofNginx } from './limits.ts'
import { serverOf } from './server.ts'

const nginx = installed('nginx')

describe.skipIf(!nginx)('files behind nginx (skipped where it is not installed)', () => {
  contractSuite('nginx', serverOf(nginx ?? '', 'nginx'), { limits: ofNginx })
})
