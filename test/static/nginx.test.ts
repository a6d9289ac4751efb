import { test } from 'vitest'
import { contractSuite } from '../contract/suite.ts'
import { installed } from '../installed.ts'
import { ofNginx } from './limits.ts'
import { serverOf } from './server.ts'

const nginx = installed('nginx')

if (nginx) contractSuite('nginx', serverOf(nginx, 'nginx'), { limits: ofNginx })
else test.skip('files behind nginx (with THOROUGH=1, where it is installed)')
