import { compile, fromFolder } from '../../src/compile.ts'
import { listen } from '../../src/runtime/node/listen.ts'
import { serve } from '../../src/serve.ts'
import { bareTheme } from '../library/bare-theme.ts'
import { contractSuite } from './suite.ts'

/** The contract on pages of which the default theme makes nothing. */
contractSuite('a theme that overrides every function', async (archiveDir, { baseUrl }) => {
  const { value: snapshot } = await compile(fromFolder(archiveDir), { baseUrl, theme: bareTheme })
  if (!snapshot) throw new Error(`${archiveDir} has errors`)
  const { port, close } = await listen({ handler: serve(snapshot), port: 0, host: '127.0.0.1' })
  return { origin: `http://127.0.0.1:${port}`, close }
})
