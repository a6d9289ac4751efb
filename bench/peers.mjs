import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { caddy, isInstalled, nginx } from './file-servers.mjs'
import { generate, idOf } from './generate.mjs'
import { citable, cli, cores, root, serverFrom, timed } from './processes.mjs'
import { atLeast, compared } from './report.mjs'
import { compare, loadGenerator, rounds } from './rounds.mjs'
import { ask, requestFor } from './wire.mjs'

/** @import { Plan } from './run.mjs' */
/** @import { Server } from './processes.mjs' */

/** @typedef {'br' | 'gzip' | 'identity'} Encoding */

/** What is asked of Citable and, as a file, of the others; with the encoding, unless all are asked for none. */
const targets = [
  { name: 'the list', path: '/api/v1/posts.json', file: '/api/v1/posts.json', coded: true },
  {
    name: 'a post as JSON',
    path: `/api/v1/posts/${idOf(7)}.json`,
    file: `/api/v1/posts/${idOf(7)}.json`,
    coded: false,
  },
  { name: 'a page as HTML', path: `/posts/${idOf(7)}`, file: `/posts/${idOf(7)}.html`, coded: true },
]

/**
 * The best encoding each can serve from a file. `script` is true for those that run on Node as Citable does.
 * @type {readonly { name: string, encoding: Encoding, script: boolean, start: (site: string, dir: string) => Promise<Server> }[]}
 */
const known = [
  ...[
    /** @type {const} */ (['sirv', 'br']),
    /** @type {const} */ (['fastify', 'br']),
    /** @type {const} */ (['hono', 'br']),
    /** @type {const} */ (['express', 'identity']),
  ].map(([name, encoding]) => ({
    name,
    encoding,
    script: true,
    start: (/** @type {string} */ site) =>
      serverFrom([process.execPath, `${root}bench/peer.mjs`, name, site], { core: cores.server }),
  })),
  { name: 'nginx', encoding: 'gzip', script: false, start: nginx },
  { name: 'caddy', encoding: 'br', script: false, start: caddy },
]

/** Citable against servers of files, on the same bytes. @param {Plan} plan @returns {Promise<string[][]>} */
export async function againstFileServers({ dir, quick, say }) {
  const archive = join(dir, 'peers')
  const site = join(dir, 'site')
  generate(archive, 100)
  await timed([process.execPath, cli, 'build', archive, '--out', site])
  const ours = await citable(archive, { core: cores.server })
  await precompress(site, ours.port)

  const [count, ms] = quick ? [2, 200] : [7, 500]
  const peers = []
  for (const peer of known.filter(installed)) peers.push({ ...peer, server: await peer.start(site, dir) })
  const load = loadGenerator()
  const table = []
  try {
    for (const target of targets) {
      say(target.name)
      /** @param {Server} server @param {string} path @param {Encoding} encoding */
      const contender = async (server, path, encoding) => {
        const request = requestFor(path, encoding === 'identity' ? {} : { 'Accept-Encoding': encoding })
        const wanted = await ask(
          ours.port,
          requestFor(target.path, encoding === 'identity' ? {} : { 'Accept-Encoding': encoding }),
        )
        return {
          server,
          job: { requests: [request], connections: 32, status: 200, body: wanted.body.toString('base64') },
        }
      }
      const encoding = (/** @type {{ encoding: Encoding }} */ peer) =>
        target.coded ? peer.encoding : 'identity'
      const encodings = [...new Set(peers.map(encoding))]
      const contenders = [
        ...(await Promise.all(encodings.map((encoding) => contender(ours, target.path, encoding)))),
        ...(await Promise.all(peers.map((peer) => contender(peer.server, target.file, encoding(peer))))),
      ]
      for (const { server, job } of contenders) await load.measure(server, { ...job, ms: quick ? 200 : 1000 })
      const results = await rounds(count, contenders, ({ server, job }) =>
        load.measure(server, { ...job, ms }),
      )
      for (const [at, peer] of peers.entries()) {
        const us = results[encodings.indexOf(encoding(peer))] ?? []
        const them = results[encodings.length + at] ?? []
        const against = compare(us, them)
        const goal = peer.script ? ['≥ 3', atLeast(against.rate.median, 3)] : ['', '']
        table.push([`${target.name}, ${encoding(peer)}`, peer.name, ...compared(against), ...goal])
      }
    }
  } finally {
    load.stop()
    await Promise.all([ours.stop(), ...peers.map(({ server }) => server.stop())])
  }
  return table
}

/** Citable's own bytes, so that all send the same. @param {string} site @param {number} port */
async function precompress(site, port) {
  for (const { path, file } of targets) {
    const plain = await ask(port, requestFor(path))
    // A page has its search field on a server alone.
    writeFileSync(site + file, plain.body)
    for (const [encoding, ending] of [
      ['br', '.br'],
      ['gzip', '.gz'],
    ]) {
      const { body } = await ask(port, requestFor(path, { 'Accept-Encoding': encoding ?? '' }))
      writeFileSync(site + file + ending, body)
    }
  }
}

/** @param {{ name: string, script: boolean }} peer */
function installed({ name, script }) {
  return script ? existsSync(`${root}tools/node_modules`) : isInstalled(name)
}
