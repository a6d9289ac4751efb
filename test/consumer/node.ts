/** The same for Node, with its types. */
import { createServer } from 'node:http'
import { compile, fromFolder, posts, search, serve, type Snapshot } from 'citable'
import {
  type ListenOptions,
  listen,
  type Middleware,
  openPacked,
  type PackedSnapshot,
  type RequestLog,
  type Running,
  toMiddleware,
} from 'citable/node'

const compiled = async (): Promise<Snapshot> => {
  const { value: snapshot } = await compile(fromFolder('archive'))
  if (!snapshot) throw new Error('the archive has errors')
  return snapshot
}

const handler = serve(await compiled())
const log = (entry: RequestLog): void => console.log(entry.method, entry.path, entry.status, entry.ms)
const options: ListenOptions = { handler, port: 0, host: '127.0.0.1', log }
const running: Running = await listen(options)
running.swap(serve(await compiled()))
const port: number = running.port
const packed: PackedSnapshot = await openPacked('archive.bin')
running.swap(serve(packed))
console.log(await posts(packed), search(packed, 'text')?.total)
packed.close()
await running.close()

const middleware: Middleware = toMiddleware(handler)
createServer(middleware)
createServer((req, res) => middleware(req, res, (error) => res.writeHead(error ? 500 : 404).end(port)))
