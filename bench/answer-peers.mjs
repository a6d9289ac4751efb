// Two more peers for the first hits: Pagefind, whose search is made for a browser, and SQLite FTS5, which a newer Node brings.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { root } from './processes.mjs'

/** @import { Document } from './search-quality.mjs' */

/**
 * For each query the numbers of the documents found, up to five; nothing at all where the peer is not installed.
 * @typedef {(documents: readonly Document[], queries: readonly string[], language: string) => Promise<number[][]>} Find
 */

/** @type {Find} */
export async function fts5(documents, queries, language) {
  const node = `${root}tools/node_modules/.bin/node`
  if (!existsSync(node)) return []
  const script = fileURLToPath(new URL('fts5.mjs', import.meta.url))
  const input = JSON.stringify({ documents, queries, language, limit: 5 })
  const output = execFileSync(node, [script], {
    input,
    maxBuffer: 1 << 28,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  return JSON.parse(String(output)).found
}

/** Its script is given what it asks a browser for: the files that it wrote. @type {Find} */
export async function pagefind(documents, queries, language) {
  const module = `${root}tools/node_modules/pagefind/lib/index.js`
  if (!existsSync(module)) return []
  const { close, createIndex } = await import(pathToFileURL(module).href)
  const dir = mkdtempSync(join(tmpdir(), 'citable-pagefind-'))
  try {
    const { index } = await createIndex()
    for (const [number, { title, text }] of documents.entries()) {
      await index.addCustomRecord({ url: `/${number}/`, content: text, language, meta: { title } })
    }
    await index.writeFiles({ outputPath: dir })
    await close()
    const browser = {
      window: globalThis,
      location: { origin: 'file://', href: pathToFileURL(`${dir}/`).href },
      document: {
        querySelector: () => ({ getAttribute: () => language }),
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
    const found = []
    for (const query of queries) {
      const { results } = await script.search(query)
      /** @type {{ url: string }[]} */
      const pages = await Promise.all(
        results.slice(0, 5).map((/** @type {{ data: () => Promise<{ url: string }> }} */ one) => one.data()),
      )
      found.push(pages.map(({ url }) => Number(/\d+/.exec(url)?.[0])))
    }
    return found
  } finally {
    rmSync(dir, { recursive: true })
  }
}
