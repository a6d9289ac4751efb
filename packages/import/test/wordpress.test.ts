import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { got, handlerOf } from '../../../test/cli/got.ts'
import { fileOf, folderOf, meta, png, wordPress } from './exports.ts'
import { fromWordPress, imported } from './imported.ts'

const unpublished = { baseUrl: 'http://localhost:3000', encodings: ['identity'] } as const

const attachment = (id: number, path: string, parent = 0) => ({
  id,
  title: 'A file',
  more: {
    'wp:post_type': 'attachment',
    'wp:status': 'inherit',
    'wp:post_parent': String(parent),
    'wp:attachment_url': `https://old.example/wp-content/uploads/${path}`,
    'excerpt:encoded': 'A caption',
  },
  inner: meta('_wp_attachment_image_alt', 'What it shows'),
})

test('posts keep title, dates, author, tags, summary, image and old URL', async () => {
  const { dir, front, body, report } = await fromWordPress([
    {
      id: 7,
      title: 'Tea &amp; <em>biscuits</em>: a "test"',
      content: '<!-- wp:paragraph -->\n<p>First <strong>words</strong>.</p>\n<!-- /wp:paragraph -->',
      link: 'https://old.example/2020/03/tea/',
      more: { 'wp:post_name': 'tea', 'excerpt:encoded': 'In short.' },
      inner: `<category domain="category" nicename="food"><![CDATA[Food]]></category>
<category domain="category" nicename="uncategorized"><![CDATA[Uncategorized]]></category>
<category domain="post_tag" nicename="drinks"><![CDATA[Hot drinks]]></category>
<category domain="post_format" nicename="post-format-aside"><![CDATA[Aside]]></category>
${meta('_thumbnail_id', '8')}
<wp:comment><wp:comment_approved>1</wp:comment_approved></wp:comment><wp:comment><wp:comment_approved>spam</wp:comment_approved></wp:comment>`,
    },
    attachment(8, '2020/03/cup.png'),
  ])
  expect(front('posts/tea.md')).toEqual({
    title: 'Tea & biscuits: a "test"',
    published: '2020-03-04T23:30:00-05:00',
    modified: '2020-03-06T10:00:00-05:00',
    summary: 'In short.',
    authors: ['ada'],
    tags: ['Food', 'Hot drinks'],
    image: 'https://old.example/wp-content/uploads/2020/03/cup.png',
    imageAlt: 'What it shows',
    aliases: ['/2020/03/tea/'],
  })
  expect(body('posts/tea.md')).toBe('First **words**.\n')
  expect(parse(readFileSync(join(dir, 'archive.yaml'), 'utf8')), 'archive.yaml').toEqual({
    title: 'Old & good',
    description: 'A site of the time before.',
    language: 'en-US',
    author: { name: 'Old & good', type: 'organization' },
    files: 'assets',
    oldFeeds: '/feed',
    authors: { ada: { name: 'Ada Lovelace' }, bob: { name: 'Bob' } },
  })
  expect(report.leftOut.map(({ kind, count }) => [kind, count])).toEqual([
    ['comment', 1],
    ['remote-image', 1],
  ])
})

test('a language with underscores becomes a language tag', async () => {
  const xml = wordPress([{ id: 1, title: 'One', content: 'Text.' }]).replace('en-US', 'zh_Hant_TW')
  const { dir } = await imported(fileOf('old.xml', xml))
  expect(parse(readFileSync(join(dir, 'archive.yaml'), 'utf8'))).toMatchObject({ language: 'zh-Hant-TW' })
})

test('posts that were not public become drafts, and are reported', async () => {
  const status = (id: number, name: string, more: Record<string, string> = {}) => ({
    id,
    title: `Post ${id}`,
    more: { 'wp:status': name, ...more },
  })
  const { front, report, dir } = await fromWordPress([
    status(1, 'publish'),
    status(2, 'draft'),
    status(3, 'private'),
    status(4, 'future'),
    status(5, 'publish', { 'wp:post_password': 'secret' }),
    status(6, 'pending'),
    status(7, 'trash'),
    { id: 9, title: 'A menu', more: { 'wp:post_type': 'nav_menu_item' } },
  ])
  const drafts = [1, 2, 3, 4, 5, 6].map((id) => front(`posts/post-${id}.md`)['draft'])
  expect(drafts).toEqual([undefined, ...Array(5).fill(true)])
  expect(existsSync(join(dir, 'posts/post-7.md')), 'a post in the trash').toBe(false)
  expect(report).toMatchObject({ posts: 1, drafts: 5 })
  expect(report.leftOut.map(({ kind, file }) => [kind, file])).toEqual([
    ['other', undefined],
    ['other', undefined],
    ['draft', 'posts/post-2.md'],
    ['private', 'posts/post-3.md'],
    ['scheduled', 'posts/post-4.md'],
    ['password', 'posts/post-5.md'],
    ['draft', 'posts/post-6.md'],
  ])
  expect(readFileSync(join(dir, 'posts/post-5.md'), 'utf8'), 'no password').not.toContain('secret')
})

/** The content of a post, and its markdown after the import. */
const bodies: Readonly<Record<string, readonly [content: string, markdown: string]>> = {
  'paragraphs and line breaks without markup': [
    'One <b>line</b>\nand another.\n\nSecond\n<blockquote>Quoted.\n\nTwice.</blockquote>\n<h2>Head</h2>\nThird.',
    'One **line**\\\nand another.\n\nSecond\n\n> Quoted.\n>\n> Twice.\n\n## Head\n\nThird.\n',
  ],
  'blocks, where line breaks mean nothing': [
    '<!-- wp:paragraph -->\n<p>One line\nand its end.</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:separator -->\n<hr class="wp-block-separator"/>\n<!-- /wp:separator -->',
    'One line and its end.\n\n---\n',
  ],
  'a caption': [
    '[caption id="attachment_8" align="left" width="300"]<a href="https://cdn.example/a.png"><img src="https://cdn.example/a-300x200.png" alt="A" width="300" /></a> What <em>one</em> sees[/caption]\n\nText.',
    '![A](https://cdn.example/a-300x200.png "What one sees")\n\nText.\n',
  ],
  'a gallery by ids, and of the post': [
    '[gallery ids="20,21"]\n\nand\n\n[gallery]',
    '![What it shows](https://old.example/wp-content/uploads/b.png "A caption")\n\n![What it shows](https://old.example/wp-content/uploads/c.png "A caption")\n\nand\n\n![What it shows](https://old.example/wp-content/uploads/d.png "A caption")\n',
  ],
  embeds: [
    'See\n\nhttps://video.example/watch?v=a_b_c\n\n[embed]https://video.example/2[/embed]\n\n[youtube id="xyz"]\n\n<iframe src="https://www.youtube.com/embed/abc"></iframe>',
    'See\n\n<https://video.example/watch?v=a_b_c>\n\n<https://video.example/2>\n\n<https://www.youtube.com/watch?v=xyz>\n\n[Video on YouTube](https://www.youtube.com/watch?v=abc)\n',
  ],
  'media with entities in their URLs': [
    '[youtube=https://www.youtube.com/watch?v=a&amp;hl=en]\n\n[audio src="https://x.example/a.mp3?b=1&amp;c=2"]',
    '<https://www.youtube.com/watch?v=a&hl=en>\n\n<audio controls src="https://x.example/a.mp3?b=1&#x26;c=2"></audio>\n',
  ],
  code: [
    '[sourcecode language="php"]\nif (a &lt; b) { echo "[x]"; }\n[/sourcecode]\n\n<pre class="wp-block-code"><code lang="js" class="language-js">a &amp;&amp; b\n\nc</code></pre>',
    '```php\nif (a < b) { echo "[x]"; }\n```\n\n```js\na && b\n\nc\n```\n',
  ],
  'shortcodes of plugins, words in brackets, and doubled brackets': [
    'Before [sic] and [contact-form-7 id="1"] [box]inside[/box] [[gallery]] [constructor].',
    'Before \\[sic] and inside \\[gallery] \\[constructor].\n',
  ],
  'characters that are special in markdown': [
    '1. is no list, * nor this, # nor that, snake_case, &lt;b&gt;, $5 and $6',
    '1\\. is no list, \\* nor this, # nor that, snake_case, \\<b>, \\$5 and \\$6\n',
  ],
  footnotes: [
    '<!-- wp:paragraph -->\n<p>Text<sup data-fn="abc" class="fn"><a id="abc-link" href="#abc">1</a></sup>.</p>\n<!-- /wp:paragraph -->\n<!-- wp:footnotes /-->',
    'Text[^1].\n\n[^1]: Told *here*.\n',
  ],
  'headings below the title, and links to them': [
    '<!-- wp:heading --><h1 id="top">Top</h1><h3 id="deep">Deep</h3><p><a href="#deep">down</a></p>',
    '## Top\n\n#### Deep {#deep}\n\n[down](#deep)\n',
  ],
  'text beside blocks': [
    '<!-- wp:quote --><blockquote><p>Said.</p><cite>By <u>Ada</u></cite></blockquote>H<sub>2</sub>O<ul><li>a<sup>2</sup><p>b</p></li></ul>',
    '> Said.\n>\n> <cite>By <u>Ada</u></cite>\n\nH<sub>2</sub>O\n\n- a<sup>2</sup>\n\n  b\n',
  ],
  'elements that markdown lacks': [
    '<!-- wp:p --><p>H<sub>2</sub>O, <kbd class="k">Esc</kbd>, <span style="color:red">red</span><script>alert(1)</script></p><audio controls src="https://cdn.example/a.mp3"></audio>',
    'H<sub>2</sub>O, <kbd>Esc</kbd>, red\n\n<audio controls src="https://cdn.example/a.mp3"></audio>\n',
  ],
}

test('bodies are converted to markdown', async () => {
  const names = Object.keys(bodies)
  const { body } = await fromWordPress([
    ...Object.values(bodies).map(([content], at) => ({
      id: 100 + at,
      title: `Body ${at}`,
      content,
      inner: meta(
        'footnotes',
        '[{"id":"abc","content":"Told <em>here</em>."}]'.repeat(content.includes('data-fn') ? 1 : 0),
      ),
    })),
    attachment(20, 'b.png'),
    attachment(21, 'c.png'),
    attachment(22, 'd.png', 103),
  ])
  const made = Object.fromEntries(names.map((name, at) => [name, body(`posts/body-${at}.md`)]))
  expect(made).toEqual(
    Object.fromEntries(Object.entries(bodies).map(([name, [, markdown]]) => [name, markdown])),
  )
})

test('gallery images that are not in the export are reported', async () => {
  const { body, report } = await fromWordPress([
    { id: 1, title: 'One', content: 'Text. [gallery ids="20,21,22"]' },
    { id: 2, title: 'Two', content: 'Text. [gallery]' },
    attachment(20, 'b.png', 1),
  ])
  expect(body('posts/one.md')).toContain('uploads/b.png')
  expect(report.leftOut.filter(({ detail }) => detail.includes('gallery'))).toEqual([
    { kind: 'missing-image', file: 'posts/one.md', detail: 'image 21 of a gallery', count: 1 },
    { kind: 'missing-image', file: 'posts/one.md', detail: 'image 22 of a gallery', count: 1 },
    { kind: 'missing-image', file: 'posts/two.md', detail: 'all images of a gallery', count: 1 },
  ])
})

const page = (id: number, name: string, path: string) => ({
  id,
  link: `https://old.example/${path}`,
  more: { 'wp:post_type': 'page', 'wp:post_name': name },
})

test('links between posts point to the new files, and old URLs redirect with 308', async () => {
  const { dir, body, report } = await fromWordPress([
    {
      id: 1,
      title: 'First',
      content:
        '<p><a href="http://www.old.example/2020/03/second#part">a</a> <a href="/?p=2">b</a> <a href="https://old.example/about/">c</a> <a href="https://old.example/feed/">d</a> <a href="https://other.example/x.pdf">e</a></p>',
    },
    { id: 2, title: 'Second', content: '<h2 id="part">Part</h2><p>Text.</p>' },
    page(3, 'about', 'about/'),
    page(4, 'team', 'about/team/'),
  ])
  expect(body('posts/first.md')).toBe(
    '[a](second.md#part) [b](second.md) [c](../pages/about.md) [d](https://old.example/feed/) [e](https://other.example/x.pdf)\n',
  )
  expect(report.leftOut).toEqual([
    { kind: 'site-link', file: 'posts/first.md', detail: 'https://old.example/feed/', count: 1 },
  ])
  const handler = await handlerOf(dir, unpublished)
  const answer = (path: string) => got(handler, ['-i', path]).toString()
  expect(answer('/2020/03/second/')).toMatch(/^HTTP\/1\.1 308\n[\s\S]*^Location: \/posts\/second$/m)
  expect(answer('/about/team/')).toMatch(/^HTTP\/1\.1 308\n[\s\S]*^Location: \/team$/m)
  expect(answer('/about')).toMatch(/^HTTP\/1\.1 200\n/)
})

test('images from --images are copied to their old paths', async () => {
  const pictures = folderOf({
    'uploads/2020/03/cup.png': png,
    'uploads/2020/03/pot.png': png,
    'uploads/unused.png': png,
  })
  const { dir, body, report } = await fromWordPress(
    [
      {
        id: 1,
        title: 'Pictures',
        content:
          '<p><img src="https://old.example/wp-content/uploads/2020/03/cup.png" alt="Cup"> <img src="/wp-content/uploads/2020/03/pot-300x200.png" alt="Pot"> <img src="https://elsewhere.example/x.png" alt="X"> <img src="https://old.example/wp-content/uploads/2020/03/gone.png" alt="Gone"></p>',
      },
    ],
    { flags: ['--images', pictures] },
  )
  expect(body('posts/pictures.md')).toBe(
    '![Cup](../assets/wp-content/uploads/2020/03/cup.png) ![Pot](../assets/wp-content/uploads/2020/03/pot-300x200.png) ![X](https://elsewhere.example/x.png) ![Gone](https://old.example/wp-content/uploads/2020/03/gone.png)\n',
  )
  expect(report).toMatchObject({ copied: 2 })
  expect(report.leftOut.map(({ kind, detail }) => [kind, detail])).toEqual([
    ['remote-image', 'https://elsewhere.example/x.png'],
    ['remote-image', 'https://old.example/wp-content/uploads/2020/03/gone.png'],
  ])
  const answer = got(await handlerOf(dir, unpublished), ['-i', '/wp-content/uploads/2020/03/cup.png'])
  expect(answer.toString('latin1')).toMatch(/^HTTP\/1\.1 200\n[\s\S]*^Content-Type: image\/png$/m)
})

test('posts keep several authors and podcast audio', async () => {
  const { front, body } = await fromWordPress([
    {
      id: 1,
      title: 'Episode',
      inner: `<category domain="author" nicename="ada"><![CDATA[ada]]></category><category domain="author" nicename="guest"><![CDATA[A Guest]]></category>${meta('enclosure', 'https://cdn.example/e.mp3\n123\naudio/mpeg\n')}`,
    },
  ])
  expect(front('posts/episode.md')['authors']).toEqual(['ada', 'A Guest'])
  expect(body('posts/episode.md')).toBe(
    '<audio controls src="https://cdn.example/e.mp3"></audio>\n\nSome text.\n',
  )
})

test('posts with the same slug get different files, and the older post keeps the slug', async () => {
  const { front } = await fromWordPress([
    { id: 1, title: 'Same', link: 'https://old.example/a/', more: { 'wp:post_name': 'same' } },
    { id: 2, title: 'Same again', link: 'https://old.example/b/', more: { 'wp:post_name': 'same' } },
    { id: 3, title: '日本', more: { 'wp:post_name': '%e6%97%a5%e6%9c%ac' } },
  ])
  expect(front('posts/same.md')['aliases']).toEqual(['/a/'])
  expect(front('posts/same-2.md')['aliases']).toEqual(['/b/'])
  expect(front('posts/日本.md')['title']).toBe('日本')
})
