import { connect } from 'node:net'

/** @typedef {{ status: number, headers: string[], body: Buffer, head: string }} Captured Headers as name, value, name, value … */

/** A request as bytes. @param {string} target @param {Readonly<Record<string, string>>} headers */
export function requestFor(target, headers = {}) {
  const lines = Object.entries({ Host: '127.0.0.1', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  return `GET ${target} HTTP/1.1\r\n${lines.join('')}\r\n`
}

/** Where the body of the response at the start of some bytes begins and ends; undefined while the header section is not whole. */
export function extent(/** @type {Buffer} */ bytes, /** @type {number} */ length = bytes.length) {
  const blank = bytes.indexOf('\r\n\r\n')
  if (blank < 0 || blank + 4 > length) return undefined
  const head = bytes.latin1Slice(0, blank)
  const from = blank + 4
  const status = Number(head.slice(9, 12))
  if (status === 304 || status === 204) return { status, head, from, end: from }
  const digits = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (digits === undefined) throw new Error(`no Content-Length in:\n${head}`)
  return { status, head, from, end: from + Number(digits) }
}

/** Asks once and gives all that came. @param {number} port @param {string} request @returns {Promise<Captured>} */
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
      const { status, head, from, end } = found
      const headers = head
        .split('\r\n')
        .slice(1)
        .flatMap((line) => {
          const colon = line.indexOf(': ')
          return [line.slice(0, colon), line.slice(colon + 2)]
        })
      resolve({ status, headers, head, body: bytes.subarray(from, end) })
    })
  })
}
