import { expect, test } from 'vitest'
import { fromMemory } from '../../src/compile.ts'
import { memoryCache } from '../../src/build/cache.ts'
import { readArchive } from '../../src/build/read-archive.ts'
import { packArchive } from '../../src/build/seal-archive.ts'
import { onDemand } from '../../src/snapshot/encode.ts'
import { unpack } from '../../src/snapshot/unpack.ts'
import { html, type Theme } from '../../src/theme.ts'
import { answering, textOf } from '../answering.ts'

/** Lists all posts on every page, as the sidebar of documentation does. */
const theme: Partial<Theme> = {
  body: ({ site }, main) => html`<ul>${site.posts().map(({ label }) => html`<li>${label}</li>`)}</ul>${main}`,
}

test('a cached page changes with any post that a theme may list on it', async () => {
  const cache = memoryCache()
  const packed = async (title: string) => {
    const titles = { alpha: 'Alpha', beta: 'Beta', gamma: 'Gamma', delta: 'Delta', epsilon: title }
    const posts = Object.entries(titles).map(([id, title], at) => [
      `posts/${id}.md`,
      `---\ntitle: ${title}\ndate: 2024-01-0${at + 1}\n---\n\nThe ${id} text.\n`,
    ])
    cache.nextRun()
    const { value } = await readArchive(fromMemory(Object.fromEntries(posts)), { theme, cache })
    if (!value) throw new Error('not read')
    const parts: Uint8Array[] = []
    await packArchive(value, (part) => parts.push(part.slice()), { ahead: 'packed', cache })
    const handler = answering(unpack(Buffer.concat(parts), onDemand))
    return (path: string) => textOf(handler({ method: 'GET', target: path, accept: 'text/html' }))
  }
  for (const title of ['Epsilon', 'Zeta']) {
    const page = await packed(title)
    for (const path of ['/posts/alpha', '/contact', '/years'])
      expect(page(path), path).toContain(`<ul><li>${title}</li><li>Delta</li>`)
  }
})
