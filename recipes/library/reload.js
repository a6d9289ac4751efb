// reload.js
import { once } from 'node:events'
import { parentPort, Worker } from 'node:worker_threads'
import { compile, fromFolder, packInMemory } from 'citable/compile'
import { listen } from 'citable/node'
import { serve, unpack } from 'citable/serve'

// The worker thread compiles and sends the packed snapshot.
if (parentPort) {
  const options = { baseUrl: 'https://example.org', cacheFolder: 'node_modules/.cache/citable' }
  const { value: snapshot, diagnostics } = await compile(fromFolder('archive'), options)
  for (const { path, line, message } of diagnostics) console.error(`${path}:${line} ${message}`)
  parentPort.postMessage(snapshot && packInMemory(snapshot))
} else {
  const load = async () => {
    const [packed] = await once(new Worker(new URL(import.meta.url)), 'message')
    return packed && serve(unpack(packed))
  }
  const handler = await load()
  if (!handler) process.exit(1)
  const { swap } = await listen({ handler, port: 3000, host: '127.0.0.1' })
  process.on('SIGHUP', async () => {
    const next = await load()
    if (next) swap(next)
  })
}
