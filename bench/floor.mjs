// The floor: bare node:http that sends one fixed answer to everything and decides nothing; with `reads`, after it has the whole body.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const { status, headers, body, keepAliveTimeout, reads } = JSON.parse(
  readFileSync(process.argv[2] ?? '', 'utf8'),
)
const bytes = body === null ? undefined : Buffer.from(body, 'base64')

const server = createServer({ keepAliveTimeout }, (req, res) => {
  const send = () => {
    res.writeHead(status, headers)
    res.end(bytes)
  }
  if (!reads) return send()
  /** @type {Buffer[]} */
  const chunks = []
  req.on('data', (chunk) => chunks.push(chunk)).on('end', send)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object') console.log(`http://127.0.0.1:${address?.port}`)
})
