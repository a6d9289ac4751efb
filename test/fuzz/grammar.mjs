import { inner, oddFraming } from './framing.mjs'
import { fields } from './headers.mjs'
import { mcp, mcpMessage } from './messages.mjs'
import { randomFor } from './random.mjs'
import { target } from './targets.mjs'
import { words } from './world.mjs'

/** @import { Random } from './random.mjs' */
/** @import { Field } from './headers.mjs' */

/**
 * Bytes for one socket, and how many responses they may get.
 * @typedef {object} Sending
 * @property {number} index
 * @property {Buffer} bytes
 * @property {readonly (string | undefined)[]} methods Of its requests, in order; undefined if unknown.
 * @property {number} least
 * @property {number} most
 * @property {boolean} alone On its own connection, read to the end; otherwise on a keep-alive one.
 * @property {number} cut Where the bytes are split into two packets; 0 for one packet.
 * @property {boolean} [late] The second packet waits for the first byte of a response.
 */

/** @typedef {readonly { path: string, etags: readonly string[] }[]} World The resources of the archive. */

/** @param {number} seed @param {number} index @param {World} world @returns {Sending} */
export function sending(seed, index, world) {
  const random = randomFor(seed, index)
  const kind = random.weighted([
    [53, 'single'],
    [15, 'message'],
    [4, 'pipeline'],
    [3, 'odd framing'],
    [25, 'mutated'],
  ])
  const one = kind === 'message' || (kind === 'mutated' && random.chance(0.2)) ? mcpRequest : request
  const parts =
    kind === 'pipeline'
      ? Array.from({ length: 2 + random.below(4) }, () => plainRequest(random, world))
      : [one(random, world)]
  const whole = Buffer.concat(parts.map(({ bytes }) => bytes))
  const cut = random.chance(0.1) ? random.below(whole.length) : 0
  const methods = parts.map(({ method }) => method)

  if (kind === 'odd framing')
    return { index, ...oddFraming(random, random.pick(world).path), least: 1, alone: true }
  if (kind !== 'mutated')
    return { index, bytes: whole, methods, least: parts.length, most: parts.length, alone: false, cut }
  const bytes = mutate(random, whole)
  return { index, bytes, methods: [undefined], least: 0, most: mostAnswers(bytes), alone: true, cut }
}

/**
 * One complete message, and its parts.
 * @typedef {{ method: string, target: string, version: string, list: readonly Field[], bytes: Buffer }} Message
 */

/** @param {number} seed @param {number} index @param {World} world @returns {Message} */
export function single(seed, index, world) {
  const random = randomFor(seed, index)
  return random.chance(0.2) ? mcpRequest(random) : request(random, world)
}

/**
 * A pipeline of messages, and where it is split.
 * @typedef {{ bytes: Buffer, messages: number, cuts: readonly number[] }} Stream Cuts are offsets, in order; none for one packet.
 */

/** @param {number} seed @param {number} index @param {World} world @returns {Stream} */
export function stream(seed, index, world) {
  const random = randomFor(seed, index)
  const messages = random.weighted([
    [50, 1],
    [30, 2],
    [15, 3],
    [5, 8],
  ])
  const parts = Array.from({ length: messages }, () => {
    const make = random.weighted([
      [45, plainRequest],
      [25, request],
      [15, mcpRequest],
      [5, (/** @type {Random} */ random) => oddFraming(random, random.pick(world).path)],
      [10, (/** @type {Random} */ random) => ({ bytes: mutate(random, plainRequest(random, world).bytes) })],
    ])
    return make(random, world).bytes
  })
  const bytes = Buffer.concat(parts)
  return { bytes, messages, cuts: cutsIn(random, bytes.length) }
}

/** Splits after every byte, or in a few places. @param {Random} random @param {number} length */
function cutsIn(random, length) {
  if (length <= 1000 && random.chance(0.15)) return Array.from({ length: length - 1 }, (_, i) => i + 1)
  const cuts = Array.from({ length: 1 + random.below(6) }, () => 1 + random.below(length - 1))
  return [...new Set(cuts)].sort((a, b) => a - b)
}

/**
 * One message, valid or not, with an unambiguous end, so it gets one response.
 * @param {Random} random @param {World} world @returns {Message}
 */
function request(random, world) {
  const method = random.weighted(methods)
  const { path, etags } = random.pick(world)
  const asked = target(random, path)
  const version = random.weighted(versions)
  const list = fields(random, etags)
  let body = ''
  if (random.chance(method === 'GET' || method === 'HEAD' ? 0.03 : 0.5)) {
    body = random.pick(bodies)
    if (random.chance(0.3)) {
      list.push(['Transfer-Encoding', random.pick(['chunked', 'Chunked'])])
      body = chunked(random, body)
    } else list.push(['Content-Length', String(Buffer.byteLength(body, 'latin1'))])
  } else if (random.chance(0.05)) list.push(['Content-Length', '0'])
  return {
    ...{ method, target: asked, version, list },
    bytes: message(`${method} ${asked} ${version}`, list, body),
  }
}

/** A message for the MCP endpoint, which has its own rules. @param {Random} random @returns {Message} */
function mcpRequest(random) {
  const { body, list } = mcpMessage(random)
  list.push(['Content-Length', String(body.length)])
  const bytes = message('POST /mcp HTTP/1.1', list, body)
  return { method: mcp, target: '/mcp', version: 'HTTP/1.1', list, bytes }
}

/** A request that keeps the connection open, so that the next in the pipeline is read. */
function plainRequest(/** @type {Random} */ random, /** @type {World} */ world) {
  const method = random.pick(['GET', 'GET', 'HEAD', 'OPTIONS', 'DELETE'])
  const { path, etags } = random.chance(0.8) ? random.pick(world) : { path: '/nowhere', etags: ['"x"'] }
  const list = fields(random, etags).filter(
    ([name, value]) => value.length < 2500 && !/^connection$/i.test(name),
  )
  return { method, bytes: message(`${method} ${path} HTTP/1.1`, list.slice(0, 20), '') }
}

/** @type {readonly (readonly [number, string])[]} */
const methods = [
  [60, 'GET'],
  [12, 'HEAD'],
  [6, 'OPTIONS'],
  [4, 'POST'],
  ...['PUT', 'PATCH', 'DELETE', 'TRACE'].map((name) => /** @type {const} */ ([2, name])),
  ...['CONNECT', 'PROPFIND', 'QUERY', 'BREW', 'get', 'GETS', 'M-SEARCH'].map(
    (name) => /** @type {const} */ ([0.8, name]),
  ),
]

/** @type {readonly (readonly [number, string])[]} */
const versions = [
  [93, 'HTTP/1.1'],
  [3, 'HTTP/1.0'],
  ...['HTTP/2.0', 'HTTP/3.0', 'HTTP/0.9', 'HTTP/1.2', 'HTTP/9.9'].map(
    (name) => /** @type {const} */ ([0.5, name]),
  ),
  ...['HTTP/1.10', 'http/1.1', 'HTP/1.1', 'HTTP/', 'RTSP/1.0', 'HTTP/1.1 '].map(
    (name) => /** @type {const} */ ([0.25, name]),
  ),
]

const bodies = [
  '',
  'x',
  '{}',
  '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
  '\0\xff\xfe',
  inner,
  'y'.repeat(65_536),
  'z'.repeat(70_000),
]

function chunked(/** @type {Random} */ random, /** @type {string} */ body) {
  const extension = random.pick(['', '', ';a=b', ';a="b"'])
  const piece = body === '' ? '' : `${body.length.toString(16)}${extension}\r\n${body}\r\n`
  return `${piece}0\r\n${random.pick(['', '', 'X-Trailer: 1\r\n'])}\r\n`
}

function message(
  /** @type {string} */ line,
  /** @type {readonly Field[]} */ list,
  /** @type {string} */ body,
) {
  const head = list.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return Buffer.from(`${line}\r\n${head}\r\n${body}`, 'latin1')
}

/** Changes, adds, removes, duplicates or moves one to eight bytes. */
function mutate(/** @type {Random} */ random, /** @type {Buffer} */ source) {
  let bytes = source
  for (let i = 1 + random.below(8); i > 0; i--) {
    const at = random.below(bytes.length + 1)
    const to = Math.min(bytes.length, at + random.below(random.chance(0.8) ? 4 : 200))
    const added = random.weighted([
      [5, () => Buffer.from([random.below(256)])],
      [5, () => Buffer.from(random.pick(words.insertions), 'latin1')],
      [3, () => Buffer.alloc(0)],
      [2, () => bytes.subarray(at, to)],
      [1, () => Buffer.from(inner, 'latin1')],
    ])()
    bytes = Buffer.concat([bytes.subarray(0, at), added, bytes.subarray(random.chance(0.5) ? at : to)])
  }
  return bytes
}

/** Each end of a header section may get one response, and so may what follows the last. */
function mostAnswers(/** @type {Buffer} */ bytes) {
  return bytes
    .toString('latin1')
    .split(/\r?\n\r?\n|\r\r/)
    .filter((piece, index) => index > 0 || piece !== '').length
}
