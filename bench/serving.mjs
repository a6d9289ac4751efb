import { isInstalled, versionOf } from './file-servers.mjs'
import { againstHttp } from './http.mjs'
import { againstNet } from './limit.mjs'
import { againstMcp } from './mcp.mjs'
import { againstFileServers } from './peers.mjs'
import { onRuntimes } from './runtimes.mjs'

/** @import { Plan } from './run.mjs' */
/** @import { Section } from './report.mjs' */

/** Citable as a ratio to other servers that send the same bytes. @param {Plan} plan @returns {Promise<Section>} */
export async function servingPart(plan) {
  const rows = []
  for (const measure of [againstNet, againstHttp, againstMcp, againstFileServers, onRuntimes])
    rows.push(...(await measure(plan)))
  const programs = ['nginx', 'caddy'].filter(isInstalled).map(versionOf).join(', ')
  return {
    title: 'Serving',
    note: `Requests a second of \`citable serve\` on one core, as a ratio to another server of the same bytes on one core, and the ratio of requests for a second of
processor time. 32 connections, one request at a time on each. Bare \`node:net\` sends to every packet without looking at it, and nothing in JavaScript on Node can be faster;
bare \`node:http\` sends the same status, headers and bytes to everything; the official package has tools that give the same result ready made; file servers have the files of
\`citable build\` with compressed bytes beside them, and send the best encoding they can. ≤ where the load generator had no time left for a faster server. ${programs}.`,
    head: ['request', 'against', 'ratio', 'rounds', 'by CPU time', 'goal', 'met'],
    rows,
  }
}
