import { expect, test } from 'vitest'
import { isReserved, publishedPaths } from '../../src/archive/paths.ts'
import { servicePaths } from '../../src/archive/urls.ts'
import { staticFiles } from '../../src/cli/static-export.ts'
import { describeSite, folder, memory, readArchive, represent } from '../../src/compile.ts'
import { readContent } from '../../src/content/read.ts'
import { fixture, fixtureDir } from '../snapshot/fixture.ts'
import { post } from './build.ts'

test('links are looked up in a table of exactly those paths that answer', async () => {
  const { resources } = await fixture()
  const { all } = publishedPaths(await readContent(folder(fixtureDir)))
  expect([...all].sort()).toEqual([...resources.keys(), servicePaths.mcp].sort())
})

test('a page cannot have a name that the service uses itself, at its path or below', () => {
  const names = ['index', '404', 'developers', 'agent-instructions', 'posts', 'api', 'assets', 'mcp']
  expect(names.filter((name) => !isReserved(name))).toEqual([])
  expect(['contact', 'privacy', 'about', 'robots', 'llms', 'sitemap'].filter(isReserved)).toEqual([])
})

test('whatever two posts are called, both are served and exported, or one is refused', async () => {
  const names = ['a', 'a.md', 'a.json', 'a.html', 'a.md.md', 'b', 'index']
  let refused = 0
  for (const first of names) {
    for (const second of names.slice(names.indexOf(first) + 1)) {
      const { value: archive, diagnostics } = await readArchive(
        memory({
          'archive.yaml': 'idPattern: ^[a-z.]+$\n',
          [`posts/${first}.md`]: post('First.', 'published: 2026-01-01\n'),
          [`posts/${second}.md`]: post('Second.', 'published: 2026-01-02\n'),
        }),
      )
      if (!archive) {
        expect(diagnostics.map(({ rule }) => rule)).toEqual(['duplicate-path'])
        refused++
        continue
      }
      const paths = Array.from(represent(archive), ({ path }) => path)
      expect(new Set(paths).size, `${first} and ${second}`).toBe(paths.length)
      const files = Array.from(staticFiles(represent(archive), describeSite(archive)), ({ path }) => path)
      expect(new Set(files).size, `${first} and ${second} as files`).toBe(files.length)
      const both = files.filter((file) => files.some((other) => other.startsWith(`${file}/`)))
      expect(both, 'files that are folders, too').toEqual([])
    }
  }
  expect(refused).toBeGreaterThan(2)
})
