// Clients in a process of their own: argument 1 is a port, argument 2 how many, argument 3 what they do.
// `idle`: ask once, read the answer, and stay. `deaf`: send as much as goes, and read nothing. `slow`: ask for what is large, and read a
// little of it now and then. Tells its parent when all are connected and have done so, and how many were closed by then.
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
  let begun = 0
  const next = () => {
    if (++settled === count) resolve(undefined)
    else if (begun < count) begin()
  }
  const begin = () => {
    begun++
    visit(next)
  }
  // Not all at once: a backlog of waiting connections is 511 long.
  for (let many = 0; many < Math.min(200, count); many++) begin()
})
process.send?.({ settled, closed })
process.on('disconnect', () => process.exit())
