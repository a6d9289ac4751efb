// Two more peers for the first hit alone: Pagefind, whose search is made for a browser, and SQLite FTS5, which a newer Node brings.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { root } from './processes.mjs'

/** @import { Document } from './search-quality.mjs' */

/** For each query the number of the document that is found first. @typedef {(documents: readonly Document[], queries: readonly string[]) => Promise<(number | undefined)[]>} Firsts */

/** @type {Record<string, Firsts>} */
export const otherPeers = { 'SQLite FTS5, porter, title × 3': fts5, 'Pagefind, as it comes': pagefind }

/** @type {Firsts} */
async function fts5(documents, queries) {
  const node = `${root}tools/node_modules/.bin/node`
  if (!existsSync(node)) return []
  const script = fileURLToPath(new URL('fts5.mjs', import.meta.url))
  const input = JSON.stringify({ documents, queries, limit: 1 })
  const output = execFileSync(node, [script], {
    input,
    maxBuffer: 1 << 28,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  return JSON.parse(String(output)).found.map(([first]) => first)
}

/** Its script is given what it asks a browser for: the files that it wrote. @type {Firsts} */
async function pagefind(documents, queries) {
  const module = `${root}tools/node_modules/pagefind/lib/index.js`
  if (!existsSync(module)) return []
  const { close, createIndex } = await import(pathToFileURL(module).href)
  const dir = mkdtempSync(join(tmpdir(), 'citable-pagefind-'))
  try {
    const { index } = await createIndex()
    for (const [number, { title, text }] of documents.entries()) {
      await index.addCustomRecord({ url: `/${number}/`, content: text, language: 'en', meta: { title } })
    }
    await index.writeFiles({ outputPath: dir })
    await close()
    const browser = {
      window: globalThis,
      location: { origin: 'file://', href: pathToFileURL(`${dir}/`).href },
      document: {
        querySelector: () => ({ getAttribute: () => 'en' }),
        documentElement: {},
        currentScript: null,
      },
      fetch: async (/** @type {string} */ url) =>
        new Response(
          readFileSync(
            String(url)
              .replace(/^file:\/\//, '')
              .split('?')[0] ?? '',
          ),
        ),
    }
    Object.assign(globalThis, browser)
    const script = await import(pathToFileURL(join(dir, 'pagefind.js')).href)
    await script.options({ basePath: `${dir}/`, baseUrl: '/' })
    const firsts = []
    for (const query of queries) {
      const { results } = await script.search(query)
      const url = results[0] ? (await results[0].data()).url : ''
      firsts.push(url === '' ? undefined : Number(/\d+/.exec(url)?.[0]))
    }
    return firsts
  } finally {
    rmSync(dir, { recursive: true })
  }
}
