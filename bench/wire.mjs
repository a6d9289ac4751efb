import { connect } from 'node:net'

/**
 * @typedef {{ status: number, headers: string[], body: Buffer, head: string }} Captured Headers as name, value, name, value …
 */

/** A request as bytes. @param {string} target @param {Readonly<Record<string, string>>} headers */
export function requestFor(target, headers = {}) {
  return headOf('GET', target, headers)
}

/** One with a body, of ASCII alone. @param {string} target @param {string} body @param {Readonly<Record<string, string>>} headers */
export function postFor(target, body, headers) {
  return headOf('POST', target, { ...headers, 'Content-Length': String(body.length) }) + body
}

/** @param {string} method @param {string} target @param {Readonly<Record<string, string>>} headers */
function headOf(method, target, headers) {
  const lines = Object.entries({ Host: '127.0.0.1', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  return `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`
}

/**
 * The response at the start of some bytes: where it ends, and where in it the pieces of the body are.
 * Undefined while its end cannot be told.
 */
export function extent(/** @type {Buffer} */ bytes) {
  const blank = bytes.indexOf('\r\n\r\n')
  if (blank < 0) return undefined
  const head = bytes.toString('latin1', 0, blank)
  const from = blank + 4
  const status = Number(head.slice(9, 12))
  if (status === 304 || status === 204) return { status, head, end: from, pieces: [] }
  const digits = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (digits === undefined) return chunked(bytes, status, head, from)
  const end = from + Number(digits)
  return { status, head, end, pieces: [{ from, end }] }
}

/** @param {Buffer} bytes @param {number} status @param {string} head @param {number} start */
function chunked(bytes, status, head, start) {
  if (!/\r\ntransfer-encoding: chunked/i.test(head)) throw new Error(`no length in:\n${head}`)
  const pieces = []
  for (let at = start; ; ) {
    const line = bytes.indexOf('\r\n', at)
    if (line < 0) return undefined
    const from = line + 2
    const end = from + Number.parseInt(bytes.toString('latin1', at, line), 16)
    at = end + 2
    if (at > bytes.length) return undefined
    if (end === from) return { status, head, end: at, pieces }
    pieces.push({ from, end })
  }
}

/** @param {Buffer} bytes @param {readonly { from: number, end: number }[]} pieces */
export function bodyIn(bytes, pieces) {
  return Buffer.concat(pieces.map(({ from, end }) => bytes.subarray(from, end)))
}

/**
 * Asks once and gives all that came.
 * @param {number} port @param {string} request @returns {Promise<Captured>}
 */
export function ask(port, request) {
  return new Promise((resolve, reject) => {
    let bytes = Buffer.alloc(0)
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    socket.on('error', reject).on('end', () => reject(new Error('the server closed without an answer')))
    socket.on('data', (data) => {
      bytes = Buffer.concat([bytes, data])
      const found = extent(bytes)
      if (!found || bytes.length < found.end) return
      socket.removeAllListeners('end').destroy()
      const { status, head, pieces } = found
      const headers = head
        .split('\r\n')
        .slice(1)
        .flatMap((/** @type {string} */ line) => {
          const colon = line.indexOf(': ')
          return [line.slice(0, colon), line.slice(colon + 2)]
        })
      resolve({ status, headers, head, body: bodyIn(bytes, pieces) })
    })
  })
}
