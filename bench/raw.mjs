// The limit of the platform: bare node:net that answers every packet with the bytes of a file, whatever is in it.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'

const bytes = readFileSync(process.argv[2] ?? '')

const server = createServer({ noDelay: true }, (socket) => {
  socket.on('data', () => socket.write(bytes)).on('error', () => socket.destroy())
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object') console.log(`http://127.0.0.1:${address?.port}`)
})
