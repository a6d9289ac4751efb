// The load generator: a process of its own, told over IPC what to ask. Keep-alive connections, one request at
// a time on each; the status of every answer is looked at, and the body of each connection's first, so that a
// wrong answer never counts as a fast one.
import { connect } from 'node:net'
import { bodyIn, extent } from './wire.mjs'

/**
 * @typedef {object} Job
 * @property {number} port
 * @property {string[]} requests Sent in turn.
 * @property {number} connections
 * @property {number} ms
 * @property {number} status
 * @property {string | null} body Base64; null when bodies differ from request to request.
 */
/**
 * @typedef {{ count: number, seconds: number, busy: number }} Load `busy` is the share of its core that the generator used.
 */

process.on('message', (/** @type {Job} */ job) => {
  run(job).then(
    (result) => process.send?.({ result }),
    (error) => process.send?.({ error: error.message }),
  )
})

/** @param {Job} job @returns {Promise<Load>} */
function run({ port, requests, connections, ms, status, body }) {
  const expected = body === null ? undefined : Buffer.from(body, 'base64')
  const prepared = requests.map((request) => Buffer.from(request, 'latin1'))
  return new Promise((resolve, reject) => {
    /** @type {import('node:net').Socket[]} */
    const sockets = []
    let ready = 0
    let count = 0
    let turn = 0
    let began = 0
    let cpu = process.cpuUsage()
    let done = false
    const watchdog = setTimeout(() => fail(`no answer in time from port ${port}`), ms + 20_000)

    function fail(/** @type {string} */ reason) {
      stop()
      reject(new Error(reason))
    }
    function stop() {
      done = true
      clearTimeout(watchdog)
      for (const socket of sockets) socket.destroy()
    }
    function finish() {
      const seconds = (performance.now() - began) / 1000
      const { user, system } = process.cpuUsage(cpu)
      stop()
      resolve({ count, seconds, busy: (user + system) / 1e6 / seconds })
    }
    /** The clock starts when every connection has had its first answer. */
    function firstAnswered() {
      ready++
      if (ready < connections) return
      count = 0
      cpu = process.cpuUsage()
      began = performance.now()
      setTimeout(finish, ms)
    }

    for (let i = 0; i < connections; i++) {
      let first = true
      let have = 0
      let need = 0
      /** Only for a header section or a first body that comes in pieces. */
      let pieces = Buffer.alloc(0)
      const next = () => socket.write(prepared[turn++ % prepared.length] ?? '')
      const read = (/** @type {number} */ length, /** @type {Uint8Array} */ buffer) => {
        if (done) return false
        const chunk = Buffer.from(buffer.buffer, buffer.byteOffset, length)
        have += length
        if (need === 0 || first) {
          const bytes = pieces.length === 0 ? chunk : Buffer.concat([pieces, chunk])
          const found = extent(bytes)
          if (found && found.status !== status) return fail(`status ${found.status} instead of ${status}`)
          need = found?.end ?? 0
          if (!found || (first && have < need)) {
            pieces = Buffer.from(bytes)
            return true
          }
          if (first && expected && !bodyIn(bytes, found.pieces).equals(expected))
            return fail('another body than expected')
          pieces = Buffer.alloc(0)
        }
        if (have < need) return true
        if (have > need) return fail('more bytes than were asked for')
        have = 0
        need = 0
        count++
        if (first) firstAnswered()
        first = false
        next()
        return true
      }
      const onread = {
        buffer: Buffer.alloc(65_536),
        callback: (/** @type {number} */ n, /** @type {Uint8Array} */ b) => read(n, b) !== false,
      }
      const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread }, next)
      socket
        .on('error', (error) => done || fail(error.message))
        .on('close', () => done || fail('the server closed a connection'))
      sockets.push(socket)
    }
  })
}
