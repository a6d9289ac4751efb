import { connect } from 'node:net'
import { readResponse } from './answers.mjs'
import { Violation } from './violation.mjs'

/** @import { Socket } from 'node:net' */
/** @import { Response } from './answers.mjs' */
/** @import { Sending } from './grammar.mjs' */

const hang = 60_000
/** How long, in ms, a broken message can wait for a response before we half-close the connection. */
const patience = 20

/**
 * The server closed an idle connection before it answered, as it may (RFC 9112 §9.6), so the request is retried.
 */
class Stale extends Error {}

/**
 * One keep-alive connection at a time, reopened after a close.
 * @param {number} port
 */
export function line(port) {
  /** @type {Connection | undefined} */
  let idle

  return {
    /**
     * @param {Sending} sending @returns {Promise<Response[]>} One for each method of the sending, or fewer after a close.
     */
    async ask(sending) {
      if (sending.alone) return askAlone(port, sending)
      const reused = idle
      idle = undefined
      if (reused && !reused.ended) {
        try {
          return await this.askOn(reused, sending)
        } catch (error) {
          if (!(error instanceof Stale)) throw error
        }
      }
      return this.askOn(await open(port), sending)
    },

    /** @param {Connection} connection @param {Sending} sending */
    async askOn(connection, sending) {
      if (connection.bytes.length > 0) throw new Violation('unexpected bytes')
      connection.send(sending)
      /** @type {Response[]} */
      const responses = []
      let at = 0
      for (const method of sending.methods) {
        const response = await connection.until(() =>
          readResponse(connection.bytes, at, method, connection.ended),
        )
        if (response === undefined) {
          connection.socket.destroy()
          if (connection.bytes.length === 0) throw new Stale('closed without a response')
          throw new Violation(`closed after ${responses.length} of ${sending.methods.length} responses`)
        }
        responses.push(response)
        at = response.end
        if (response.headers.get('connection')?.[0] === 'close') {
          await connection.finish()
          if (connection.bytes.length > at)
            throw new Violation('bytes after a response with Connection: close')
          return responses
        }
      }
      if (connection.bytes.length > at) throw new Violation('more responses than requests')
      connection.bytes = Buffer.alloc(0)
      idle = connection
      return responses
    },

    async close() {
      if (!idle) return
      await idle.finish()
      if (idle.bytes.length > 0) throw new Violation('unexpected bytes')
    },
  }
}

/** @param {number} port @param {Sending} sending @returns {Promise<Response[]>} */
async function askAlone(port, sending) {
  const connection = await open(port)
  connection.send(sending)
  if (sending.least > 0) await connection.until(() => (connection.bytes.length > 0 ? true : undefined))
  else await connection.pause(patience)
  if (sending.late && connection.socket.writable) connection.socket.write(sending.bytes.subarray(sending.cut))
  await connection.finish()
  /** @type {Response[]} */
  const responses = []
  for (let at = 0; at < connection.bytes.length; ) {
    const response = readResponse(connection.bytes, at, sending.methods[responses.length], true)
    if (response === undefined)
      throw new Violation(`incomplete response: ${JSON.stringify(connection.bytes.toString('latin1', at))}`)
    responses.push(response)
    at = response.end
  }
  if (responses.length < sending.least) throw new Violation('closed without a response')
  if (responses.length > sending.most)
    throw new Violation(`${responses.length} responses to at most ${sending.most} requests`)
  return responses
}

/** @typedef {Awaited<ReturnType<typeof open>>} Connection */

/** @param {number} port */
async function open(port) {
  /** @type {Socket} */
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
  let wake = () => {}
  const connection = {
    socket,
    bytes: Buffer.alloc(0),
    ended: false,

    /** @param {Sending} sending */
    send({ bytes, cut, late }) {
      if (cut === 0) return socket.write(bytes)
      socket.write(bytes.subarray(0, cut))
      if (!late) setImmediate(() => socket.writable && socket.write(bytes.subarray(cut)))
    },

    /**
     * Waits until `found` returns a value; undefined if the connection ends first.
     * @template Found @param {() => Found | undefined} found @returns {Promise<Found | undefined>}
     */
    async until(found) {
      const deadline = Date.now() + hang
      for (;;) {
        const result = found()
        if (result !== undefined || connection.ended) return result
        if (Date.now() >= deadline) {
          socket.destroy()
          throw new Violation(`no response in ${hang / 1000} s`)
        }
        await connection.pause(deadline - Date.now())
      }
    },

    /** Waits for data, at most this long. @param {number} ms */
    pause(ms) {
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, ms)
        wake = () => {
          clearTimeout(timer)
          resolve(undefined)
        }
      })
    },

    /** Half-closes the connection and reads to the end. */
    async finish() {
      if (socket.writable) socket.end()
      await connection.until(() => undefined)
      socket.destroy()
    },
  }
  const end = () => {
    connection.ended = true
    wake()
  }
  socket.on('data', (data) => {
    connection.bytes = connection.bytes.length === 0 ? data : Buffer.concat([connection.bytes, data])
    wake()
  })
  // A reset ends the connection too; what came before it counts.
  socket.on('end', end).on('close', end).on('error', end)
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  return connection
}
