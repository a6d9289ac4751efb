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

test('in the title and the summary of a post', async () => {
  const { posts } = await build({
    'posts/one.md': '---\ntitle: "A &#8211; B"\nsummary: C &amp; D.\n---\n\nText &amp; more.\n',
  })
  expect(posts.map(({ title, summary }) => [title, summary])).toEqual([['A – B', 'C & D.']])
})
