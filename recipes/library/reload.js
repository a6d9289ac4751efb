// reload.js
import { compile, folder } from 'citable/compile'
import { listen } from 'citable/node'
import { serve } from 'citable/serve'

async function load() {
  const options = { baseUrl: 'https://example.org', thread: true, cacheFolder: 'node_modules/.cache/citable' }
  const { value: snapshot, diagnostics } = await compile(folder('archive'), options)
  for (const { path, line, message } of diagnostics) console.error(`${path}:${line} ${message}`)
  return snapshot && serve(snapshot)
}

const handler = await load()
if (!handler) process.exit(1)
const { swap } = await listen({ handler, port: 3000, host: '127.0.0.1' })
process.on('SIGHUP', async () => {
  const next = await load()
  if (next) swap(next)
})
