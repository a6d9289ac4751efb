import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeAnswer } from './floor-answer.mjs'
import { generate, idOf } from './generate.mjs'
import { citable, cores, root, serverFrom } from './processes.mjs'
import { atLeast, compared } from './report.mjs'
import { compare, loadGenerator, rounds } from './rounds.mjs'
import { ask, postFor } from './wire.mjs'

/** @import { Plan } from './run.mjs' */

const version = '2026-07-28'
const calls = [
  { name: 'get_archive_post', given: { id: idOf(7) } },
  { name: 'list_archive_posts', given: { limit: 20 } },
]

/** @param {string} method @param {Record<string, unknown>} params */
function message(method, params) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    'MCP-Protocol-Version': version,
    'Mcp-Method': method,
    ...(typeof params['name'] === 'string' ? { 'Mcp-Name': params['name'] } : {}),
  }
  return postFor(
    '/mcp',
    JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { _meta, ...params } }),
    headers,
  )
}

/** The MCP endpoint against bare node:http that reads a body and sends the same, and against the official package. @param {Plan} plan @returns {Promise<string[][]>} */
export async function againstMcp({ dir, quick, say }) {
  const archive = join(dir, 'mcp')
  generate(archive, 100)
  const [count, ms] = quick ? [2, 200] : [9, 700]
  const load = loadGenerator()
  const table = []
  try {
    for (const { name, given } of calls) {
      say(name)
      const request = message('tools/call', { name, arguments: given })
      const ours = await citable(archive, { core: cores.server })
      const answer = await ask(ours.port, request)
      const { result } = JSON.parse(answer.body.toString())
      const floor = await serverFrom(
        [process.execPath, `${root}bench/floor.mjs`, writeAnswer(dir, answer, { reads: true })],
        { core: cores.server },
      )
      const contenders = [ours, floor]
      const peer = await official(dir, ours.port, name, result)
      if (peer) contenders.push(peer)
      // The package words its results in another order of keys, so only statuses are compared here.
      const job = { requests: [request], connections: 32, status: 200, body: null }
      for (const server of contenders) await load.measure(server, { ...job, ms: quick ? 200 : 1500 })
      const [us = [], bare = [], them] = await rounds(count, contenders, (server) =>
        load.measure(server, { ...job, ms }),
      )
      await Promise.all(contenders.map((server) => server.stop()))
      for (const [against, theirs, goal] of /** @type {const} */ ([
        ['bare `node:http`', bare, 0.5],
        ['the official server package', them, 10],
      ])) {
        if (!theirs) continue
        const ratio = compare(us, theirs)
        const met = atLeast(ratio.rate.median, goal)
        table.push([`MCP, ${name}`, against, ...compared(ratio), `≥ ${goal}`, met])
      }
    }
  } finally {
    load.stop()
  }
  return table
}

/** @param {string} dir @param {number} port @param {string} name @param {Record<string, unknown>} result */
async function official(dir, port, name, result) {
  if (!existsSync(`${root}tools/node_modules/@modelcontextprotocol/server`)) return undefined
  const { content, structuredContent } = result
  const listed = await ask(port, message('tools/list', {}))
  const { tools } = JSON.parse(listed.body.toString()).result
  const file = join(dir, 'mcp-peer.json')
  writeFileSync(file, JSON.stringify({ tools, results: { [name]: { content, structuredContent } } }))
  const peer = await serverFrom([process.execPath, `${root}bench/mcp-peer.mjs`, file], { core: cores.server })
  const answer = await ask(peer.port, message('tools/call', { name, arguments: callOf(name) }))
  const given = JSON.parse(answer.body.toString()).result
  if (JSON.stringify(given?.content) !== JSON.stringify(content))
    throw new Error(`the package answers something else: ${answer.body.toString().slice(0, 300)}`)
  return peer
}

/** @param {string} name */
function callOf(name) {
  return calls.find((call) => call.name === name)?.given ?? {}
}
