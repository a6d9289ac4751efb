import { expect, test } from 'vitest'
import { fromMemory } from '../../src/compile.ts'
import { readShown } from '../archive/build.ts'

const site = {
  'config/initializers.rb': 'Bridgetown.configure do\n  url "https://river.example"\nend\n',
  'src/_posts/2022-04-07-on-rivers.md': `---
layout: post
title: On rivers
categories: water
---

They <%= verb %> down.{: .lead} <%# nobody reads this %>

See [the delta]({% post_url 2022-05-01-deltas %}), and \`<%= site.url %>\`. ![A bend](/images/bend.png)
`,
  'src/_posts/2022/2022-05-01-deltas.md': '---\ntitle: Deltas\n---\n\nText.\n',
  'src/_posts/2022-06-01-sources.md': '---\ntitle: Sources\npublished: false\n---\n\nText.\n',
  'src/_layouts/post.erb': '<%= yield %>',
  'src/about.md': '---\ntitle: About\n---\n\nWe.\n',
  'src/images/bend.png': 'not a picture, but a file',
}

test('Bridgetown: kramdown and Liquid are translated, Ruby is reported, old URLs are pretty', async () => {
  const { value, diagnostics } = await readShown(fromMemory(site))
  expect(diagnostics.map(({ path, line, column, rule }) => [path, line, column, rule])).toEqual([
    ['src/_posts/2022-04-07-on-rivers.md', 7, 6, 'shortcode'],
    ['src/_posts/2022-06-01-sources.md', 1, 1, 'draft'],
  ])
  expect(value?.posts.map(({ id }) => id)).toEqual(['deltas', 'on-rivers'])
  const html = value?.posts[1]?.html ?? ''
  expect(html).toContain('<p>They  down.')
  expect(html).toContain('&lt;%= site.url %&gt;</code>')
  expect(html).toContain('href="/posts/deltas"')
  expect(value?.pages.map(({ path }) => path)).toContain('/about')
  expect(value?.redirects.get('/water/2022/04/07/on-rivers/')).toBe('/posts/on-rivers')
  expect(value?.redirects.get('/2022/05/01/deltas/')).toBe('/posts/deltas')
})
