import { expect, test } from 'vitest'
import { planArchive } from '../../src/archive/plan.ts'
import { isReserved } from '../../src/archive/paths.ts'
import { servicePaths } from '../../src/archive/urls.ts'
import { compile, fromFolder, fromMemory } from '../../src/compile.ts'
import { readContent } from '../../src/content/read.ts'
import { fixture, fixtureDir } from '../snapshot/fixture.ts'
import { slugify } from '../../src/archive/names.ts'
import { cases } from '../thorough.ts'
import { post } from './build.ts'

test('links resolve to exactly the published paths', async () => {
  const { resources } = await fixture()
  const content = await readContent(fromFolder(fixtureDir))
  const { all } = planArchive(content, { baseUrl: 'http://localhost:3000' }).paths
  const pages = [...resources.keys()].filter((path) => !/^\/(?:assets|_files)\//.test(path))
  expect([...all].sort()).toEqual([...pages, servicePaths.mcp].sort())
})

test('a page cannot have a reserved name', () => {
  const names = 'index 404 developers agent-instructions posts api assets mcp years series tags'.split(' ')
  expect(names.filter((name) => !isReserved(name))).toEqual([])
  expect(['contact', 'privacy', 'about', 'robots', 'llms', 'feed'].filter(isReserved)).toEqual([])
})

test('two posts with any names are both served, or one is rejected', async () => {
  const few = ['a', 'a.md', 'a-md', 'A', 'index']
  const names = cases(few, [...few, 'a.json', 'a.html', 'a.md.md', 'b', 'á'])
  for (const first of names) {
    for (const second of names.slice(names.indexOf(first) + 1)) {
      const { value: snapshot, diagnostics } = await compile(
        fromMemory({
          [`posts/${first}.md`]: post('First.', 'published: 2026-01-01\n'),
          [`posts/${second}.md`]: post('Second.', 'published: 2026-01-02\n'),
        }),
        { encodings: ['identity'] },
      )
      const shown = (name: string) =>
        snapshot?.resources
          .get(`/posts/${slugify(name)}`)
          ?.representations[0].variants[0]?.full.body?.toString()
      const served = [first, second].map(shown)
      if (snapshot) expect(new Set(served).size, `${first} and ${second}`).toBe(2)
      else expect(diagnostics.map(({ rule }) => rule)).toEqual(['duplicate-id'])
    }
  }
})

test('a page that is not published has no redirects', async () => {
  const content = await readContent(
    fromMemory({
      'posts/one.md': post(),
      'pages/404.md': '---\npermalink: 404.html\n---\n\nLost?\n',
      'pages/assets.md': '---\naliases: [/all/]\n---\n\nAll.\n',
      'pages/developers.md': '---\naliases: [/for-programs/]\n---\n\nFor programs.\n',
    }),
  )
  const { all, redirects } = planArchive(content, { baseUrl: 'http://localhost:3000' }).paths
  expect([...new Set(redirects.values())]).toEqual(['/developers'])
  expect(all.has('/404') || all.has('/assets')).toBe(false)
})
