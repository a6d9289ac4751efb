import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { fileOf, folderOf, ghost, medium, mediumFooter, png, substack, zipOf } from './exports.ts'
import { fromGhost, imported } from './imported.ts'

const kinds = (report: { readonly leftOut: readonly { readonly kind: string }[] }) =>
  report.leftOut.map(({ kind }) => kind)

describe('Ghost', () => {
  test('keeps titles, dates, authors, tags, images and old URLs', async () => {
    const { dir, front, body, report } = await imported(
      fileOf(
        'a-ghost.ghost.2024-01-01.json',
        ghost(
          [
            {
              id: 'p1',
              title: 'Hello',
              slug: 'hello',
              html: '<p>Words, <a href="__GHOST_URL__/other/">a link</a>.</p>',
              custom_excerpt: 'In short.',
              feature_image: '__GHOST_URL__/content/images/2021/05/top.png',
              canonical_url: 'https://first.example/hello',
            },
            {
              id: 'p2',
              title: 'Other',
              slug: 'other',
              html: '<p>Text.</p>',
              published_at: '2021-05-08T00:00:00.000Z',
            },
            { id: 'p3', title: 'About', slug: 'about', type: 'page', html: '<p>Us.</p>' },
          ],
          {
            users: [
              {
                id: 'u1',
                name: 'Ada',
                slug: 'ada',
                email: 'ada@ada.example',
                website: 'https://ada.example/',
              },
              { id: 'u2', name: 'Bob', slug: 'bob', email: 'bob@example.org', website: null },
            ],
            tags: [
              { id: 't1', name: 'News', visibility: 'public' },
              { id: 't2', name: '#hidden', visibility: 'internal' },
              { id: 't3', name: 'First', visibility: 'public' },
            ],
            posts_tags: [
              { post_id: 'p1', tag_id: 't1', sort_order: 1 },
              { post_id: 'p1', tag_id: 't2', sort_order: 2 },
              { post_id: 'p1', tag_id: 't3', sort_order: 0 },
            ],
            posts_authors: [
              { post_id: 'p1', author_id: 'u2', sort_order: 1 },
              { post_id: 'p1', author_id: 'u1', sort_order: 0 },
            ],
            posts_meta: [{ post_id: 'p1', meta_description: 'Not this.', feature_image_alt: 'The top' }],
          },
        ),
      ),
      { flags: ['--images', zipOf('images.zip', { 'content/images/2021/05/top.png': png })] },
    )
    expect(front('posts/hello.md')).toEqual({
      title: 'Hello',
      published: '2021-05-06T07:08:09Z',
      modified: '2021-05-07T07:08:09Z',
      summary: 'In short.',
      authors: ['ada', 'bob'],
      tags: ['First', 'News'],
      image: '../assets/content/images/2021/05/top.png',
      imageAlt: 'The top',
      aliases: ['/hello/'],
      canonical: 'https://first.example/hello',
    })
    expect(body('posts/hello.md')).toBe('Words, [a link](other.md).\n')
    expect(front('pages/about.md')['title']).toBe('About')
    const settings = readFileSync(join(dir, 'archive.yaml'), 'utf8')
    expect(settings, 'no email addresses').not.toContain('@')
    expect(parse(settings)).toMatchObject({
      title: 'A ghost',
      oldFeeds: '/rss',
      authors: { ada: { name: 'Ada', url: 'https://ada.example/' } },
    })
    expect(kinds(report)).toEqual(['tag'])
  })

  test('never publishes drafts, scheduled or restricted posts', async () => {
    const { front, body, report } = await fromGhost([
      {
        title: 'Public',
        slug: 'public',
        html: '<p>All.</p><!--kg-gated-block:begin nonMember:false memberSegment:"status:-free"--><p>Paid part.</p><!--kg-gated-block:end--><p>End.</p>',
      },
      { title: 'Paid', slug: 'paid', html: '<p>x</p>', visibility: 'paid' },
      { title: 'Members', slug: 'members', html: '<p>x</p>', visibility: 'members' },
      { title: 'Mail', slug: 'mail', html: '<p>x</p>', status: 'sent' },
      { title: 'Later', slug: 'later', html: '<p>x</p>', status: 'scheduled' },
      { title: 'Draft', slug: 'draft', html: '<p>x</p>', status: 'draft', published_at: null },
    ])
    for (const name of ['paid', 'members', 'mail', 'later', 'draft'])
      expect(front(`posts/${name}.md`)['draft'], name).toBe(true)
    expect(body('posts/public.md')).toBe('All.\n\nEnd.\n')
    expect(report).toMatchObject({ posts: 1, drafts: 5 })
    expect(kinds(report).sort()).toEqual(['draft', 'paid', 'paid', 'paid', 'paid', 'scheduled'])
  })

  test('converts cards to markdown', async () => {
    const html = `<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://x.example/"><div class="kg-bookmark-content"><div class="kg-bookmark-title">X</div><div class="kg-bookmark-description">About x.</div><div class="kg-bookmark-metadata"><img class="kg-bookmark-icon" src="https://x.example/i.png"></div></div></a></figure>
<div class="kg-card kg-callout-card"><div class="kg-callout-emoji">💡</div><div class="kg-callout-text">Mind <b>this</b>.</div></div>
<figure class="kg-card kg-gallery-card"><div class="kg-gallery-container"><div class="kg-gallery-row"><div class="kg-gallery-image"><img src="https://x.example/1.png" alt="1"></div><div class="kg-gallery-image"><img src="https://x.example/2.png" alt="2"></div></div></div></figure>
<figure class="kg-card kg-embed-card"><iframe src="https://player.vimeo.com/video/42"></iframe><figcaption>A film</figcaption></figure>
<div class="kg-card kg-audio-card"><audio src="https://x.example/a.mp3"></audio><button>Play</button><span>0:00</span></div>
<div class="kg-card kg-button-card"><a href="https://x.example/go" class="kg-btn">Go</a></div>
<div class="kg-card kg-signup-card"><form><input><button>Subscribe</button></form></div>
<pre><code class="language-js">a &lt; b</code></pre>`
    const { body, report } = await fromGhost([{ title: 'Cards', slug: 'cards', html }])
    expect(body('posts/cards.md')).toBe(
      `[X](https://x.example/): About x.

> 💡 Mind **this**.

![1](https://x.example/1.png)

![2](https://x.example/2.png)

[Video on Vimeo](https://vimeo.com/42)

A film

<audio src="https://x.example/a.mp3" controls></audio>

[Go](https://x.example/go)

\`\`\`js
a < b
\`\`\`
`,
    )
    expect(kinds(report)).toEqual(['form', 'embed', 'remote-image', 'remote-image', 'remote-image'])
  })
})

describe('Substack', () => {
  const files = substack(
    [
      '101.hello,2022-08-12T12:11:23.230Z,true,,,newsletter,everyone,"Hello, ""world""",&#x201C;In short&#x201D;,',
      '102.paid-one,2022-08-13T12:11:23.230Z,true,,,newsletter,only_paid,Paid one,,',
      '103.unfinished,,false,,,newsletter,everyone,Unfinished,,',
      '104.episode,2022-08-14T12:11:23.230Z,true,,,podcast,everyone,Episode,,https://cdn.example/e.mp3',
      '105.about,2022-08-15T12:11:23.230Z,true,,,page,everyone,About,,',
    ],
    {
      'posts/101.hello.html': `<p>Text<a class="footnote-anchor" id="footnote-anchor-1" href="#footnote-1">1</a> and <a href="https://some.substack.com/p/episode">x</a>.</p>
<div class="captioned-image-container"><figure><a class="image-link image2" target="_blank" href="https://cdn.example/big.png"><div class="image2-inset"><picture><source type="image/webp" srcset="https://cdn.example/s.webp"><img src="https://cdn.example/s.png" alt="S" class="sizing-normal"></picture></div></a><figcaption class="image-caption">What it is</figcaption></figure></div>
<p class="button-wrapper" data-attrs="{}"><a class="button primary" href="https://some.substack.com/subscribe?"><span>Subscribe now</span></a></p>
<div class="pullquote"><p>Loud.</p></div>
<div class="footnote"><a id="footnote-1" href="#footnote-anchor-1" class="footnote-number" contenteditable="false">1</a><div class="footnote-content"><p>A note.</p></div></div>`,
      'posts/102.paid-one.html': '<p>For money.</p>',
      'posts/103.unfinished.html': '<p>Not yet.</p>',
      'posts/104.episode.html': '<p>Listen.</p>',
      'posts/105.about.html': '<p>Us.</p>',
    },
  )

  test.each([
    ['a zip', () => zipOf('export.zip', files)],
    ['a folder', () => folderOf(files)],
  ])('reads %s', async (_form, make) => {
    const { dir, front, body, report } = await imported(make())
    expect(front('posts/hello.md')).toEqual({
      title: 'Hello, "world"',
      published: '2022-08-12T12:11:23Z',
      summary: '“In short”',
      aliases: ['/p/hello'],
    })
    expect(body('posts/hello.md')).toBe(
      'Text[^1] and [x](https://some.substack.com/p/episode).\n\n![S](https://cdn.example/s.png "What it is")\n\n> Loud.\n\n[^1]: A note.\n',
    )
    expect(['paid-one', 'unfinished'].map((name) => front(`posts/${name}.md`)['draft'])).toEqual([true, true])
    expect(body('posts/episode.md')).toBe(
      '<audio controls src="https://cdn.example/e.mp3"></audio>\n\nListen.\n',
    )
    expect(front('pages/about.md')['title']).toBe('About')
    expect(report).toMatchObject({ from: 'substack', posts: 2, pages: 1, drafts: 2 })
    const left = ['draft', 'form', 'paid', 'personal', 'remote-image', 'remote-image']
    expect(kinds(report).sort()).toEqual(left)
    expect(readFileSync(join(dir, 'import-report.md'), 'utf8'), 'no addresses of subscribers').not.toContain(
      'reader@',
    )
  })
})

test('Medium posts keep titles, dates, images and links; responses and drafts are not published', async () => {
  const files = {
    'posts/2019-06-03_Hello-a1b2c3d4e5f6.html': medium(
      'Hello',
      `<h3 name="1" class="graf graf--h3 graf--leading graf--title">Hello</h3><h4 class="graf graf--h4 graf--subtitle">In short</h4>
<p class="graf graf--p">Text, see <a href="https://medium.com/@ada/second-b1b2c3d4e5f6" class="markup--anchor">this</a>.</p><h3 class="graf graf--h3">Part</h3><h4 class="graf graf--h4">Sub</h4>
<pre class="graf graf--pre"><code>a = 1<br>b = 2</code></pre><pre data-code-block-mode="1" data-code-block-lang="python" class="graf graf--preV2"><span class="pre--content">print(1)<br>print(2)</span></pre>
<figure class="graf graf--figure"><img class="graf-image" src="https://cdn-images-1.medium.com/max/800/x.png"><figcaption class="imageCaption">With <a href="https://c.example/">credit</a></figcaption></figure>
<div class="graf graf--mixtapeEmbed"><a href="https://y.example/" class="markup--anchor markup--mixtapeEmbed-anchor"><strong>Y</strong><br><em>Long</em>y.example</a></div>`,
      { summary: 'In short', footer: mediumFooter('https://medium.com/@ada/hello-a1b2c3d4e5f6') },
    ),
    'posts/2019-06-04_Second-b1b2c3d4e5f6.html': medium(
      'Second',
      '<h3 class="graf graf--title">Second</h3><p class="graf graf--p">More.</p>',
      { footer: mediumFooter('https://first.example/second') },
    ).replace('a1b2c3d4e5f6', 'b1b2c3d4e5f6'),
    'posts/2019-06-05_I-agree-c1b2c3d4e5f6.html': medium(
      'I agree',
      '<p class="graf graf--p graf--leading">I agree with all of it.</p>',
      { footer: mediumFooter('https://medium.com/@ada/i-agree-c1b2c3d4e5f6') },
    ),
    'posts/draft_Later-d1b2c3d4e5f6.html': medium(
      'Later',
      '<h3 class="graf graf--title">Later</h3><p class="graf graf--p">Not yet.</p>',
    ),
    'profile/profile.html': '<html><body>ada@example.org</body></html>',
  }
  const { front, body, report } = await imported(zipOf('medium-export.zip', files))
  expect(front('posts/hello.md')).toEqual({
    title: 'Hello',
    published: '2019-06-03T09:41:57Z',
    summary: 'In short',
    authors: ['ada'],
    aliases: ['/@ada/hello-a1b2c3d4e5f6'],
  })
  expect(body('posts/hello.md')).toBe(
    `Text, see [this](https://medium.com/@ada/second-b1b2c3d4e5f6).

## Part

### Sub

\`\`\`
a = 1
b = 2
\`\`\`

\`\`\`python
print(1)
print(2)
\`\`\`

![](https://cdn-images-1.medium.com/max/800/x.png)

*With [credit](https://c.example/)*

[Y](https://y.example/)
`,
  )
  expect(front('posts/second.md')['canonical']).toBe('https://first.example/second')
  expect(front('posts/i-agree.md')['draft']).toBe(true)
  expect(front('posts/later.md')['draft']).toBe(true)
  expect(report).toMatchObject({ from: 'medium', posts: 2, drafts: 2 })
  expect(kinds(report).sort()).toEqual(['draft', 'personal', 'remote-image', 'response'])
})

describe('feeds', () => {
  test('can be RSS', async () => {
    const { front, body, report } = await imported(
      fileOf(
        'feed.rss',
        `\n<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>News</title><atom:link href="https://news.example/feed" rel="self"/><link>https://news.example/</link><description>All of it.</description>
<item><title>One &amp;amp; only</title><link>https://news.example/2020/one.html</link><pubDate>Sat, 07 Sep 2002 00:00:01 GMT</pubDate><dc:creator>Ada</dc:creator><category>A</category><category>B</category><description>In short.</description><content:encoded><![CDATA[<p>Whole text&nbsp;here.</p>]]></content:encoded></item>
<item><title>Two</title><guid>https://news.example/two/</guid><author>bob@news.example (Bob)</author><pubDate>Sun, 08 Sep 2002 00:00:01 GMT</pubDate><description>&lt;p&gt;Only the &lt;a href="/2020/one.html"&gt;start&lt;/a&gt;&amp;hellip;&lt;/p&gt;</description><enclosure url="https://news.example/a.mp3" length="1" type="audio/mpeg"/></item>
</channel></rss>`,
      ),
    )
    expect(front('posts/one.md')).toEqual({
      title: 'One & only',
      published: '2002-09-07T00:00:01Z',
      summary: 'In short.',
      authors: ['Ada'],
      tags: ['A', 'B'],
      aliases: ['/2020/one.html'],
    })
    expect(body('posts/one.md')).toBe('Whole text\u00a0here.\n')
    expect(front('posts/two.md')).toMatchObject({ authors: ['Bob'], aliases: ['/two/'] })
    expect(body('posts/two.md')).toBe('Only the [start](one.md)…\n')
    expect(kinds(report)).toEqual(['summary-only', 'other'])
  })

  test('can be Atom', async () => {
    const { front, body, report } = await imported(
      fileOf(
        'atom.xml',
        `<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom"><title type="html">A &lt;b&gt;feed&lt;/b&gt;</title><link rel="self" href="https://a.example/feed"/><link href="https://a.example/"/><author><name>Ada</name></author><updated>2020-01-03T00:00:00Z</updated><id>urn:x</id>
<entry><title>X</title><link rel="alternate" href="https://a.example/x"/><id>urn:1</id><published>2020-01-02T10:00:00+02:00</published><updated>2020-01-03T10:00:00+02:00</updated><category term="t" label="T"/><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Marked <em>up</em> &lt;b&gt;</p></div></content></entry>
<entry><title>Y</title><link href="https://a.example/y"/><id>urn:2</id><updated>2020-01-04T10:00:00Z</updated><author><name>Bob</name></author><summary>a &lt; b</summary></entry></feed>`,
      ),
    )
    expect(front('posts/x.md')).toEqual({
      title: 'X',
      published: '2020-01-02T10:00:00+02:00',
      modified: '2020-01-03T10:00:00+02:00',
      authors: ['Ada'],
      tags: ['T'],
      aliases: ['/x'],
    })
    expect(body('posts/x.md')).toBe('Marked *up* \\<b>\n')
    expect(front('posts/y.md')).toMatchObject({ published: '2020-01-04T10:00:00Z', authors: ['Bob'] })
    expect(body('posts/y.md')).toBe('a < b\n')
    expect(kinds(report)).toEqual(['summary-only'])
  })

  test.each(['', '/blog/'])('can have the invalid site URL %j', async (link) => {
    const { front, body } = await imported(
      fileOf(
        'feed.rss',
        `<rss version="2.0"><channel><title>News</title><link>${link}</link><item><title>X</title><link>/x/</link><pubDate>Thu, 02 Jan 2020 10:00:00 GMT</pubDate><description>Text.</description></item></channel></rss>`,
      ),
    )
    expect(front('posts/x.md')).toMatchObject({ title: 'X', aliases: ['/x/'] })
    expect(body('posts/x.md')).toBe('Text.\n')
  })
})
