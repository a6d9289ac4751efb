// One static file server in a process of its own: `node bench/peer.mjs NAME FOLDER`. Packages come from
// tools/.
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { root } from './processes.mjs'

const require = createRequire(`${root}tools/package.json`)
const load = (/** @type {string} */ name) => import(pathToFileURL(require.resolve(name)).href)
const [name = '', folder = ''] = process.argv.slice(2)

/** Each as its own documentation sets it up for production, with precompressed files where it knows them. */
const peers = {
  async sirv() {
    const { default: sirv } = await load('sirv')
    const files = sirv(folder, { dev: false, etag: true, brotli: true, gzip: true, maxAge: 3600 })
    return createServer((req, res) => files(req, res, () => res.writeHead(404).end())).listen(0, '127.0.0.1')
  },
  async fastify() {
    const { default: fastify } = await load('fastify')
    const { default: files } = await load('@fastify/static')
    const app = fastify({ logger: false })
    await app.register(files, { root: folder, preCompressed: true, maxAge: '1h' })
    await app.listen({ port: 0, host: '127.0.0.1' })
    return app.server
  },
  async express() {
    const { default: express } = await load('express')
    const app = express()
      .disable('x-powered-by')
      .use(express.static(folder, { maxAge: '1h' }))
    return app.listen(0, '127.0.0.1')
  },
  async hono() {
    const { Hono } = await load('hono')
    const { serve } = await load('@hono/node-server')
    const { serveStatic } = await load('@hono/node-server/serve-static')
    const app = new Hono().use('*', serveStatic({ root: folder, precompressed: true }))
    return serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  },
}

const server = await peers[/** @type {keyof typeof peers} */ (name)]()
if (!server.listening) await new Promise((resolve) => server.once('listening', resolve))
console.log(`http://127.0.0.1:${server.address().port}`)
