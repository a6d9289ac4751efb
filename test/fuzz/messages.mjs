import { Violation } from './violation.mjs'
import { words } from './world.mjs'

/** @import { Random } from './random.mjs' */
/** @import { Response } from './answers.mjs' */
/** @import { Field } from './headers.mjs' */

const { methods, tools, names, values, oddValues, contentTypes, accepts } = words.messages

/** Stands for the method of a request to the MCP endpoint; plain POST is for all other paths. */
export const mcp = 'POST /mcp'

/**
 * A body for the MCP endpoint: one message, a batch, or something malformed.
 * @param {Random} random @returns {{ body: string, list: Field[] }}
 */
export function mcpMessage(random) {
  const body = random.weighted([
    [70, () => JSON.stringify(message(random))],
    [8, () => JSON.stringify(Array.from({ length: random.below(20) }, () => message(random)))],
    [8, () => JSON.stringify(message(random)).slice(0, random.below(120))],
    [6, () => JSON.stringify(oddValue(random))],
    [4, () => '['.repeat(random.pick([60, 64, 65, 5000])) + ']'.repeat(random.pick([60, 64, 65, 5000]))],
    [4, () => `"${'x'.repeat(random.pick([10, 65_530, 65_536, 70_000]))}"`],
  ])()
  /** @type {Field[]} */
  const list = [['Host', '127.0.0.1']]
  if (random.chance(0.9)) list.push(['Content-Type', random.pick(contentTypes)])
  if (random.chance(0.7)) list.push(['Accept', random.pick(accepts)])
  for (const [name, values] of Object.entries(optional)) {
    if (random.chance(0.2)) list.push([name, random.pick(values)])
  }
  // The string holds bytes as Latin-1, so encode the rest as UTF-8 first.
  return { body: Buffer.from(body).toString('latin1'), list }
}

const optional = {
  'MCP-Protocol-Version': ['2025-06-18', '2025-11-25', '2026-07-28', '2024-11-05', '1999-01-01', ''],
  'Mcp-Method': ['tools/call', 'ping', 'x', '=?base64?eA==?='],
  'Mcp-Name': ['get_archive_post', 'search_archive_posts', '__proto__'],
  Origin: ['http://localhost:3000', 'http://127.0.0.1', 'https://evil.example', 'null'],
  'Mcp-Session-Id': ['x'],
}

/** @param {Random} random */
function message(random) {
  /** @type {Record<string, unknown>} */
  const made = { jsonrpc: random.chance(0.95) ? '2.0' : random.pick(['1.0', 2, null]) }
  if (random.chance(0.9)) made['id'] = random.chance(0.8) ? random.below(1000) : oddValue(random)
  made['method'] = random.chance(0.9) ? random.pick(methods) : oddValue(random)
  if (random.chance(0.9)) made['params'] = random.chance(0.9) ? params(random) : oddValue(random)
  return made
}

/** @param {Random} random */
function params(random) {
  /** @type {Record<string, unknown>} */
  const made = {}
  if (random.chance(0.8)) made['name'] = random.chance(0.9) ? random.pick(tools) : oddValue(random)
  if (random.chance(0.8)) {
    const count = random.below(4)
    made['arguments'] = Object.fromEntries(
      Array.from({ length: count }, () => [
        random.pick(names),
        random.chance(0.5) ? random.pick(values) : oddValue(random),
      ]),
    )
  }
  if (random.chance(0.3)) made['uri'] = random.pick(['http://localhost:3000/posts/week-01', 'x', ''])
  if (random.chance(0.1)) made['cursor'] = oddValue(random)
  if (random.chance(0.3)) made['protocolVersion'] = random.pick(['2025-06-18', '2026-07-28', 'x'])
  if (random.chance(0.3))
    made['_meta'] = {
      'io.modelcontextprotocol/protocolVersion': random.pick(['2026-07-28', '2025-06-18', 7]),
      'io.modelcontextprotocol/clientCapabilities': {},
    }
  return made
}

/** @param {Random} random */
function oddValue(random) {
  return random.pick([...oddValues, 'w '.repeat(1500)])
}

const statuses = [200, 202, 400, 403, 404, 406, 413, 415]
/** Statuses of a mutated request whose HTTP is invalid. */
const ofBrokenHttp = [405, 414, 417, 431, 501, 505]

/** Whether a response is from the MCP endpoint. @param {Response} response */
export function isMessage({ status, body }) {
  return (
    status === 202 || /^(?:(?:event: message\n)?data: )?\[?\{"jsonrpc"/.test(body.toString('latin1', 0, 50))
  )
}

/**
 * Checks a response of the MCP endpoint: empty, one or several JSON-RPC messages, or an HTTP error.
 * @param {Response} response @param {boolean} mutated
 */
export function judgeMessage({ status, headers, body }, mutated) {
  if (!statuses.includes(status) && !(mutated && ofBrokenHttp.includes(status)))
    throw new Violation(`status ${status} for a message`)
  if (status === 202) {
    if (body.length > 0) throw new Violation('202 has a body')
    return
  }
  const type = headers.get('content-type')?.[0] ?? ''
  const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
  if (type === 'text/event-stream' && !/^(?:event: message\n)?data: [^\n]*\n\n$/.test(text))
    throw new Violation(`not a single event: ${JSON.stringify(text.slice(0, 200))}`)
  const answers = JSON.parse(text.replace(/^(?:event: message\n)?data: /, ''))
  for (const one of Array.isArray(answers) ? answers : [answers]) {
    const plain = status >= 400 && one?.error?.status === status && typeof one.error.hint === 'string'
    const rpc = one?.jsonrpc === '2.0' && 'result' in one !== 'error' in one
    if (!plain && !rpc) throw new Violation(`${status} is not a JSON-RPC response: ${text.slice(0, 200)}`)
    if (rpc && one.error && !(Number.isInteger(one.error.code) && typeof one.error.message === 'string'))
      throw new Violation(`${status} has an error without code or message: ${text.slice(0, 200)}`)
  }
}
