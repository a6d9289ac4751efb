// Clients in a separate process: each connects, sends a request and reads the response, again and again until the connection is refused.
// Argument: a port. Sends 'busy' once all clients are at work, and finally how many connections got a response and how many were lost.
import { connect } from 'node:net'

const port = Number(process.argv[2])
const clients = 100
const counts = { answered: 0, lost: 0 }

/** @returns {Promise<boolean>} Whether the server accepted the connection. */
function visit() {
  return new Promise((resolve) => {
    let text = ''
    let refused = false
    const socket = connect(port, '127.0.0.1')
    socket.write('GET /robots.txt HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    socket.setEncoding('latin1').on('data', (piece) => {
      text += piece
    })
    socket.on('error', (error) => {
      refused = 'code' in error && error.code === 'ECONNREFUSED'
    })
    socket.on('close', () => {
      if (!text.endsWith('User-agent: *')) counts.lost += refused ? 0 : 1
      else if (++counts.answered === 2 * clients) process.send?.('busy')
      resolve(!refused)
    })
  })
}

async function visitUntilRefused() {
  while (await visit());
}

await Promise.all(Array.from({ length: clients }, visitUntilRefused))
process.send?.(counts, () => process.disconnect())
