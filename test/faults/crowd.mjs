// Clients in a separate process. Arguments: a port, the number of clients, and what they do.
// `idle`: send one request, read the response and stay connected. `unread`: send as much as possible and never read. `slow`: send as
// much, and read a little at a time. Sends its parent a message when all are connected, with how many were closed by then.
import { connect } from 'node:net'

const [port, count, habit] = [Number(process.argv[2]), Number(process.argv[3]), process.argv[4]]
const one = 'GET /posts/week-01 HTTP/1.1\r\nHost: localhost\r\n\r\n'
let [settled, closed] = [0, 0]

/** @param {() => void} done */
function visit(done) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => {
    if (habit === 'idle') socket.write(one)
    else {
      socket.pause().write(one.repeat(1300))
      if (habit === 'slow') setInterval(() => socket.read(1024), 200).unref()
      done()
    }
  })
  if (habit === 'idle') socket.once('data', done)
  socket
    .on('error', () => {})
    .once('close', () => {
      closed++
    })
  if (habit === 'idle') socket.resume()
}

await new Promise((resolve) => {
  let started = 0
  const next = () => {
    if (++settled === count) resolve(undefined)
    else if (started < count) startNext()
  }
  const startNext = () => {
    started++
    visit(next)
  }
  // Not all at once: the listen backlog has 511 entries.
  for (let many = 0; many < Math.min(200, count); many++) startNext()
})
process.send?.({ settled, closed })
process.on('disconnect', () => process.exit())
