// Clients in a process of their own: each connects, asks, reads the answer and comes again, until nobody takes its connection.
// Argument: a port. Tells how many were answered, and how many had a connection and no answer.
import { connect } from 'node:net'

const port = Number(process.argv[2])
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
      if (counts.answered === 0) process.send?.('busy')
    })
    socket.on('error', (error) => {
      refused = 'code' in error && error.code === 'ECONNREFUSED'
    })
    socket.on('close', () => {
      if (text.endsWith('User-agent: *')) counts.answered++
      else if (!refused) counts.lost++
      resolve(!refused)
    })
  })
}

async function comeAgain() {
  while (await visit());
}

await Promise.all(Array.from({ length: 100 }, comeAgain))
process.send?.(counts, () => process.disconnect())
