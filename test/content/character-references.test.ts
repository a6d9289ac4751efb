import { expect, test } from 'vitest'
import { decodeTextEntities } from '../../src/content/facts.ts'
import { build } from '../archive/build.ts'

test.each([
  ['Salt &#8211; and &#x2019;pepper&#8217;', 'Salt – and ’pepper’'],
  ['The &lt;dl&gt; element, &eacute; &amp; more', 'The <dl> element, é & more'],
  ['AT&T & sons; R&D; &c.', 'AT&T & sons; R&D; &c.'],
  ['What `&amp;` means', 'What `&amp;` means'],
  ['A space is &nbsp; or &#160;', 'A space is &nbsp; or &#160;'],
  ['&nosuchthing; &amp;lt;', '&nosuchthing; &lt;'],
])('decodes %s as %s', (written, read) => {
  expect(decodeTextEntities(written)).toBe(read)
})

test.each([
  ['Justin&#160;Gehtland &amp; <strike>open</strike>', 'Justin Gehtland & open'],
  ['One<br/>two <a href="/x">three</a>', 'One two three'],
  ['The <form> and `<em>` of &lt;dl&gt;', 'The <form> and `<em>` of <dl>'],
])('decodes HTML: %s as %s', async (written, read) => {
  const files = { '_posts/2020-01-02-a.md': `---\ntitle: ${JSON.stringify(written)}\n---\n\nText.\n` }
  const titleOf = async (generator: string) =>
    (await build({ ...files, 'archive.yaml': `generator: ${generator}\nposts: _posts/**\n` })).posts[0]?.title
  expect(await titleOf('jekyll')).toBe(read)
  // A template that escapes shows tags.
  expect(await titleOf('astro')).toBe(decodeTextEntities(written))
})

test('in the title and the summary of a post', async () => {
  const { posts } = await build({
    'posts/one.md': '---\ntitle: "A &#8211; B"\nsummary: C &amp; D.\n---\n\nText &amp; more.\n',
  })
  expect(posts.map(({ title, summary }) => [title, summary])).toEqual([['A – B', 'C & D.']])
})
