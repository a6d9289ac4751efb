import { connect } from 'node:net'
import { stream } from './grammar.mjs'
import { built, escaped, readWorld } from './world.mjs'

/** @import { Stream } from './grammar.mjs' */

/**
 * @typedef {object} Compared
 * @property {number} streams Each is sent four times: to both parsers, in one packet and in several.
 * @property {number} messages Generated messages in all streams, before mutation.
 * @property {number} answers Responses to the first of the four.
 * @property {number} bytewise Streams sent byte by byte.
 * @property {readonly string[]} differences The run stops soon after the first.
 */

/**
 * Sends the same generated streams to the fast lane and to node:http. Responses must depend only on the bytes, not on the parser
 * or on packet boundaries.
 * @param {{ seed: number, messages: number, from?: number, sockets?: number, progress?: (sent: number) => void }} options
 * `messages` is the total to send; `from` is the number of the first stream.
 * @returns {Promise<Compared>}
 */
export async function differential({ seed, messages, from = 0, sockets = 16, progress }) {
  const { listen } = await import(built('runtime/node/listen.js'))
  const { serve } = await import(built('serve.js'))
  const { snapshot, world } = await readWorld()
  const place = {
    handler: serve(snapshot),
    port: 0,
    host: '127.0.0.1',
    // A message sent byte by byte on a busy machine can be slow.
    timeouts: { headers: 300_000, request: 300_000, idleGrace: 1, drain: 100 },
  }
  const ways = [await listen(place), await listen({ ...place, lane: false })]
  const compared = { streams: 0, messages: 0, answers: 0, bytewise: 0 }
  /** @type {string[]} */
  const differences = []
  let next = from

  async function work() {
    while (compared.messages < messages && differences.length === 0) {
      const index = next++
      const sent = stream(seed, index, world)
      const { bytes, cuts } = sent
      compared.messages += sent.messages
      const [first = '', ...others] = await Promise.all(
        ways.flatMap(({ port }) => [converse(port, bytes, []), converse(port, bytes, cuts)]),
      )
      const odd = others.findIndex((received) => received !== first)
      if (odd >= 0) differences.push(difference(index, sent, first, others[odd] ?? '', odd + 1))
      compared.streams++
      compared.answers += first.split('HTTP/1.1 ').length - 1
      if (cuts.length === bytes.length - 1) compared.bytewise++
      if (compared.streams % 1000 === 0) progress?.(compared.messages)
    }
  }

  try {
    await Promise.all(Array.from({ length: sockets }, work))
    return { ...compared, differences }
  } finally {
    await Promise.all(ways.map((way) => way.close()))
  }
}

/**
 * Sends the bytes in pieces, one per turn of the event loop, and returns what it receives, without dates.
 * @param {number} port @param {Buffer} bytes @param {readonly number[]} cuts @returns {Promise<string>}
 */
function converse(port, bytes, cuts) {
  return new Promise((resolve) => {
    let received = ''
    let over = false
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true }, () => send(0, 0))
    function send(/** @type {number} */ from, /** @type {number} */ at) {
      if (over) return
      const to = cuts[at] ?? bytes.length
      socket.write(bytes.subarray(from, to))
      if (at < cuts.length) setImmediate(send, to, at + 1)
      else socket.end()
    }
    function end(/** @type {string} */ how) {
      if (over) return
      over = true
      socket.destroy()
      resolve(received.replace(/^Date: .*$/gm, 'Date') + how)
    }
    const timer = setTimeout(end, hang, '[no end]')
    socket.setEncoding('latin1').on('data', (text) => {
      received += text
    })
    socket.on('close', () => clearTimeout(timer))
    socket.on('end', () => end('')).on('error', () => end('[reset]'))
  })
}

const hang = 300_000
const names = [
  'fast lane, one packet',
  'fast lane, in pieces',
  'node:http, one packet',
  'node:http, in pieces',
]

/**
 * @param {number} index @param {Stream} sent @param {string} first @param {string} other @param {number} which
 */
function difference(index, { bytes, cuts }, first, other, which) {
  const where = cuts.length === bytes.length - 1 ? 'after every byte' : `at ${cuts}`
  return [
    `stream ${index}: ${names[0]} and ${names[which]} differ`,
    `  sent, split ${where}: ${escaped(bytes)}`,
    `  ${names[0]}: ${JSON.stringify(first)}`,
    `  ${names[which]}: ${JSON.stringify(other)}`,
  ].join('\n')
}
