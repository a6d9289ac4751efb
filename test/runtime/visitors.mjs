// Clients in a process of their own: each connects, asks, reads the answer and comes again, until nobody takes its connection.
// Argument: a port. Tells when all of them are at it, and in the end how many were answered, and how many had a connection and no answer.
import { connect } from 'node:net'

const port = Number(process.argv[2])
const clients = 100
const counts = { answered: 0, lost: 0 }

/** @returns {Promise<boolean>} Whether it was taken. */
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

async function comeAgain() {
  while (await visit());
}

await Promise.all(Array.from({ length: clients }, comeAgain))
process.send?.(counts, () => process.disconnect())
