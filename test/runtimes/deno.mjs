import { toFetch } from '../../dist/runtime/fetch.js'
import { serve, unpack } from '../../dist/serve.js'

const handler = serve(unpack(Deno.readFileSync(Deno.args[0])))
const onListen = ({ port }) => console.log(`listening on ${port}`)
Deno.serve({ port: 0, hostname: '127.0.0.1', onListen }, toFetch(handler))
