import { readFileSync } from 'node:fs'
import { toFetch } from '../../dist/runtime/fetch.js'
import { serve, unpack } from '../../dist/serve.js'

const handler = serve(unpack(readFileSync(process.argv[2])))
const { port } = Bun.serve({ fetch: toFetch(handler), port: 0, hostname: '127.0.0.1' })
console.log(`listening on ${port}`)
