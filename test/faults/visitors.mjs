import { connect } from 'node:net'
import { extent } from '../../bench/wire.mjs'
import { paths, stateOf } from './archive.mjs'
import { pause } from './server.mjs'

/**
 * Clients that send requests without a pause until stopped, and check each response: it is complete, from one state, and not from an
 * earlier one than the previous response on the connection.
 * @param {number} port
 * @param {{ clients?: number, keepAlive?: boolean, closed?: (text: string) => boolean }} [options] `closed`: whether a connection may end for this reason.
 */
export function visitors(port, { clients = 16, keepAlive = true, closed = () => false } = {}) {
  /** @type {string[]} */
  const failures = []
  /** @type {Set<number>} */
  const states = new Set()
  const counts = { answers: 0, cut: 0 }
  let stopped = false

  /** One connection, until it closes. */
  const visit = () =>
    new Promise((/** @type {(value?: undefined) => void} */ resolve) => {
      let [turn, latest, waiting, reported] = [0, -1, true, false]
      let bytes = Buffer.alloc(0)
      const ask = () => {
        waiting = true
        const path = paths[turn++ % paths.length]
        const connection = keepAlive ? 'keep-alive' : 'close'
        socket.write(
          `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: identity\r\nConnection: ${connection}\r\n\r\n`,
        )
      }
      const fail = (/** @type {string} */ why) => {
        reported = true
        if (failures.length < 20) failures.push(why)
        socket.destroy()
      }
      const socket = connect({ port, host: '127.0.0.1', noDelay: true }, ask)
      socket.on('data', (chunk) => {
        bytes = Buffer.concat([bytes, chunk])
        const found = extent(bytes)
        if (!found || bytes.length < found.end) return
        waiting = false
        if (found.status !== 200) return fail(`status ${found.status}`)
        if (bytes.length > found.end) return fail('more bytes than the response has')
        const state = stateOf(bytes.toString('utf8', found.head.length, found.end))
        if (state instanceof Error) return fail(state.message)
        if (state < latest) return fail(`state ${state} after state ${latest}`)
        latest = state
        states.add(state)
        counts.answers++
        bytes = Buffer.alloc(0)
        if (stopped || /\r\nconnection: close/i.test(found.head)) return socket.end()
        ask()
      })
      let reason = 'a connection was closed without a response'
      socket.on('error', ({ message }) => {
        reason = message
      })
      socket.on('close', () => {
        if (waiting && closed(reason)) counts.cut++
        else if (waiting && !reported && failures.length < 20) failures.push(reason)
        resolve()
      })
    })

  const work = async () => {
    while (!stopped && failures.length === 0) {
      const before = counts.answers
      await visit()
      if (counts.answers === before) await pause(10)
    }
  }
  const working = Promise.all(Array.from({ length: clients }, work))
  return {
    counts,
    async stop() {
      stopped = true
      await working
      return { ...counts, states: states.size, failures }
    },
  }
}
