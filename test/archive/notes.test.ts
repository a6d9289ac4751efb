import { expect, test } from 'vitest'
import { fromMemory } from '../../src/compile.ts'
import { readShown } from './build.ts'

test('wiki links find a file by name in any folder', async () => {
  const { value, diagnostics } = await readShown(
    fromMemory({
      'garden/One.md':
        '# One\n\n[[Two]], [[deep/two#A heading|its heading]], [[three]], [from the top](deep/two.md) and ![[Chart.png|A chart]].\n',
      'garden/deep/Two.md': '# Two\n\n## A heading\n\nText.\n',
      'garden/images/chart.png': 'A picture.',
    }),
  )
  const html = value?.posts.find(({ title }) => title === 'One')?.html ?? ''
  const links = Array.from(html.matchAll(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/g), ([, ...link]) => link)
  expect(links).toEqual([
    ['/posts/two', 'Two'],
    ['/posts/two#a-heading', 'its heading'],
    ['/posts/two', 'from the top'],
  ])
  expect(html).toMatch(
    /<img [^>]*src="[^"]*chart\.png"[^>]*alt="A chart"|<img [^>]*alt="A chart"[^>]*src="[^"]*chart\.png"/,
  )
  expect(diagnostics.map(({ rule, line, column, message }) => ({ rule, line, column, message }))).toEqual([
    { rule: 'shortcode', line: 3, column: 46, message: '[[three]] is shown as text.' },
  ])
})
