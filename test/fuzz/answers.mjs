import { isMessage, judgeMessage, mcp } from './messages.mjs'
import { Violation } from './violation.mjs'

/** Parses responses by RFC 9112 §6.3 and checks the rules that apply to every response. */

/**
 * @typedef {object} Response
 * @property {number} status
 * @property {ReadonlyMap<string, readonly string[]>} headers By lower-case name.
 * @property {Buffer} body
 * @property {number} end Where in the bytes it ends.
 */

/**
 * The response that starts at an offset; undefined when more bytes are needed.
 * @param {Buffer} bytes @param {number} start @param {string | undefined} method @param {boolean} ended
 * @returns {Response | undefined}
 */
export function readResponse(bytes, start, method, ended) {
  const blank = bytes.indexOf('\r\n\r\n', start)
  if (blank < 0) return undefined
  const [line = '', ...lines] = bytes.toString('latin1', start, blank).split('\r\n')
  const [, digits] = /^HTTP\/1\.1 (\d{3}) [ -~]+$/.exec(line) ?? []
  if (digits === undefined) throw new Violation(`not a status line: ${JSON.stringify(line)}`)
  const status = Number(digits)
  const headers = headersOf(lines)
  const from = blank + 4
  const none = { status, headers, body: Buffer.alloc(0), end: from }
  if (headers.has('transfer-encoding')) throw new Violation(`${status} has a Transfer-Encoding`)

  const lengths = headers.get('content-length') ?? []
  if (status === 204 || status < 200) {
    if (lengths.length > 0) throw new Violation(`${status} has a Content-Length (RFC 9110 §8.6)`)
    return none
  }
  // The server may reject a HEAD before it knows the method; that response has a body and closes the connection.
  const refused = status >= 400 && headers.get('connection')?.[0] === 'close'
  const perhapsHead = method === undefined || (method === 'HEAD' && refused)
  if (status === 304 || (method === 'HEAD' && !perhapsHead)) return none
  if (lengths.length !== 1 || !/^\d+$/.test(lengths[0] ?? ''))
    throw new Violation(`${status} has no single Content-Length`)
  if (perhapsHead && from === bytes.length) return ended ? none : undefined
  if (perhapsHead && bytes.toString('latin1', from, from + 9) === 'HTTP/1.1 ') return none
  const end = from + Number(lengths[0])
  if (end <= bytes.length) return { ...none, body: bytes.subarray(from, end), end }
  if (ended)
    throw new Violation(`${status} has Content-Length ${lengths[0]} and ${bytes.length - from} bytes`)
  return undefined
}

/** @param {readonly string[]} lines */
function headersOf(lines) {
  /** @type {Map<string, string[]>} */
  const headers = new Map()
  for (const line of lines) {
    const [, name = '', value = ''] = /^([\w!#$%&'*+.^`|~-]+): ?([ -~]*)$/.exec(line) ?? []
    if (name === '') throw new Violation(`not a header line: ${JSON.stringify(line)}`)
    const key = name.toLowerCase()
    const values = headers.get(key)
    if (values) values.push(value)
    else headers.set(key, [value])
  }
  return headers
}

/**
 * Checks every response. It remembers the body of each ETag and the status of each error code, which must not differ
 * between responses.
 * @returns {(response: Response, method: string | undefined) => void}
 */
export function judge() {
  /** @type {Map<string, Buffer>} */
  const bodies = new Map()
  /** @type {Map<string, number>} */
  const codes = new Map()

  return (response, method) => {
    const { status, headers, body } = response
    const one = (/** @type {string} */ name) => {
      const values = headers.get(name) ?? []
      if (values.length !== 1) throw new Violation(`${status} has ${values.length} ${name} headers`)
      return values[0] ?? ''
    }
    if (status >= 500 && status !== 501 && status !== 505) throw new Violation(`status ${status}`)
    // Nothing here is sent slowly, so a timeout means that the server waited for bytes it should not expect.
    if (status === 408) throw new Violation('status 408')
    if (!imfDate.test(one('date'))) throw new Violation(`${status} has a malformed Date: ${one('date')}`)
    if (one('access-control-allow-origin') !== '*')
      throw new Violation(`${status} has no Access-Control-Allow-Origin: *`)
    for (const name of ['server', 'x-powered-by', 'set-cookie']) {
      if (headers.has(name)) throw new Violation(`${status} has a ${name} header`)
    }
    // A mutated request may or may not be an MCP message, and any POST may hit the endpoint by chance.
    if (method === mcp || ((method === undefined || method === 'POST') && isMessage(response))) {
      judgeMessage(response, method !== mcp)
      return
    }
    if (status === 405) one('allow')
    if (status === 200 || status === 304) {
      if (method !== undefined && method !== 'GET' && method !== 'HEAD')
        throw new Violation(`${status} for ${method}`)
      one('etag')
      one('vary')
    }
    if (status >= 400) {
      if (one('content-type') !== 'application/json')
        throw new Violation(`${status} is ${one('content-type')}, not JSON`)
      if (body.length > 0) {
        const { code, path } = judgeError(status, body)
        if (method === 'HEAD' && path !== undefined) throw new Violation(`${status} for HEAD has a body`)
        if ((codes.get(code) ?? status) !== status)
          throw new Violation(`${code} has status ${codes.get(code)} and ${status}`)
        codes.set(code, status)
      } else if (method !== undefined && method !== 'HEAD')
        throw new Violation(`${status} for ${method} has no body`)
    }
    const tag = headers.get('etag')?.[0]
    if (tag === undefined || body.length === 0) return
    const before = bodies.get(tag)
    if (before === undefined) bodies.set(tag, Buffer.from(body))
    else if (!before.equals(body)) throw new Violation(`two bodies have the ETag ${tag}`)
  }
}

const imfDate = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/

/** @param {number} status @param {Buffer} body */
function judgeError(status, body) {
  const { error } = parse(body)
  if (error?.status !== status) throw new Violation(`${status} has ${error?.status} in its body`)
  for (const key of ['code', 'message', 'hint', 'documentation', 'specification']) {
    if (typeof error[key] !== 'string' || error[key] === '')
      throw new Violation(`${status} has no error.${key}`)
  }
  return error
}

/** @param {Buffer} body @returns {{ error?: Record<string, unknown> & { status?: number, code: string } }} */
function parse(body) {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new Violation(`an error body is not JSON: ${JSON.stringify(body.toString('latin1').slice(0, 200))}`)
  }
}
