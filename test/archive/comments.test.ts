import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromMemory } from '../../src/compile.ts'
import { readArchive } from '../../src/build/read-archive.ts'
import { renderHtml } from '../../src/markdown/html.ts'
import { parseMarkdown } from '../../src/markdown/markdown.ts'
import { postWithBodyJson } from '../../src/representations/json.ts'
import { cases } from '../thorough.ts'
import { asShown, build, each, found } from './build.ts'

/** The post with this body on a site of the generator, and the messages about it. */
async function read(body: string, generator = 'none', file = 'posts/a.md') {
  const files = {
    [file]: `---\ntitle: A title\n---\n\n${body}\n`,
    'archive.yaml': `generator: ${generator}\nposts: posts/**\n`,
  }
  const { value, diagnostics } = await readArchive(fromMemory(files), { baseUrl: 'https://example.org' })
  const archive = asShown(found(value))
  const post = found(archive.posts[0])
  return { post, all: JSON.stringify([post, postWithBodyJson(post, archive)]), diagnostics }
}

describe('comments reach no page, markdown, search text or summary', () => {
  const everywhere = [
    'Seen <!-- secret --> text.',
    '<!-- secret\n\n*secret* -->\nSeen.',
    '<div>\n<!-- secret\n\nsecret -->\n\nSeen.\n\n</div>',
    '1. Seen\n\n     <!-- secret -->',
    'Seen.\n\n<!-->Seen.\n\n<!-- secret',
    '## Seen <!-- secret -->\n\nText.',
    'Seen.\n\n[//]: # (secret)\n[//]: # "secret"\n[comment]: <> (secret\nsecret)\n\n[//]: # (secret (secret))',
    'Seen {/* secret */} text.\n\n{/*\n\nsecret `a\n\n```\nsecret\n```\n*/}\n\nSeen.',
    'Seen {{/* secret */}} text {{- /* secret */ -}}.',
    'Seen {# secret #}{#- secret\n\nsecret -#}.',
    'Seen.\n\n{% comment %}\nsecret\n\nsecret\n{%- endcomment -%}\n\n{% comment "x" %}secret{%endcomment%}{% # secret %}',
    'Seen.\n\n{::comment}\nsecret\n{:/comment}',
    // Any definition that only has a title.
    'Seen.\n\n[_]: # (secret)\n\n[secret]: <> "secret"\n\n[]: #\n  \'secret\'\n\n[//]: secret',
    'Seen.\n\n> [//]: # (secret)\n\n- [//]: # (secret)\n\n1. a\n   [x]: # (secret)',
  ]
  const rows: (readonly [generator: string, written: string, file?: string])[] = [
    ...['none', 'hugo', 'jekyll'].flatMap((generator) =>
      everywhere.map((text) => [generator, text] as const),
    ),
    ['none', 'Seen %%secret%% text.'],
    ['none', 'Seen.\n\n%%\nsecret\n\n- secret\n%%\n\nSeen.'],
    ['none', '- Seen\n- %%secret%%\n\n> %%\n> secret\n> %%'],
    ['none', 'Seen.\n\n%% secret'],
    ['none', 'Seen.%%secret%% (%%secret%%) a%%secret%%b'],
    ['hugo', 'Seen in [[a]] %%secret%%.'],
    ['hugo', 'Seen {{< comment >}}secret{{< /comment >}} {{% comment %}}secret{{% /comment %}}'],
    ['jekyll', 'Seen {% comment %}secret{% endcomment %}{% # secret %}{%- # secret\n  # secret -%}.'],
    [
      'jekyll',
      'Seen {% comment %}a {% comment %}secret{% endcomment %}{{ comment }} secret{% endcomment %}.',
    ],
    ['jekyll', '{::comment}\nsecret\n{:/comment}\n\n{::comment}secret{:/} {::nomarkdown}Seen.{:/}'],
    ['eleventy', 'Seen {#- secret\n\n{{ secret }} -#}.'],
    [
      'eleventy',
      '<p>Seen</p> {# secret #}{% comment %}secret{% endcomment %}<!-- secret -->',
      'posts/a.html',
    ],
    ['bridgetown', 'Seen <%# secret %><%-- secret --%>.'],
    ['next', 'Seen {/* secret */} {// secret\n}.', 'posts/a.mdx'],
    ['docusaurus', '<A /* secret */ b="1" // secret\n>Seen</A> <p\n  // secret\n  className="x">y</p>'],
    ['docusaurus', '<A {/* secret */} b="1">Seen</A> { /* secret */ }'],
  ]
  test.each(rows)('%s: %j', async (generator, written = '', file) => {
    const { all } = await read(written, generator, file)
    expect(all).toContain('Seen')
    expect(all).not.toContain('secret')
  })

  test('nor do those in front matter and pages', async () => {
    const page =
      '---\ntitle: "About <!-- secret -->"\nsummary: "Us.<!-- secret -->"\n---\nText <!-- secret -->.\n'
    const { pages } = await build({ 'posts/a.md': 'Text.\n', 'pages/about.md': page })
    expect(pages).toHaveLength(1)
    expect(JSON.stringify(pages)).not.toContain('secret')
  })

  test.each([
    ['none', '<!-- secret'],
    ['none', '{/* secret'],
    ['none', '%% secret'],
    ['jekyll', '{% comment %} secret'],
  ])('an unclosed one hides the rest and is reported: %s %s', async (generator, opened) => {
    const { post, diagnostics } = await read(`Seen.\n\n${opened}\n\nsecret`, generator)
    expect(post.wordCount).toBe(1)
    expect(diagnostics.map(({ line, message }) => [line, message])).toContainEqual([
      7,
      `The comment ${opened} secret is not closed, so the rest is removed.`,
    ])
  })
})

test.each([
  ['none', '`<!-- kept -->` and `%%kept%%` and `{/* kept */}`'],
  ['none', '```md\n<!-- kept -->\n%%kept%%\n{/* kept */}\n[//]: # (kept)\n==kept== ^kept\n```'],
  ['none', 'Text.\n\n    <!-- kept -->\n    %%kept%%\n    {/* kept */}'],
  ['none', '<pre>{/* kept */} %%kept%% {# kept #}</pre>'],
  ['none', 'From 100%% to 50%% kept, `a%%b`, https://example.org/a%%20kept%%20 and a \\<!-- kept -->.'],
  ['none', 'for %%i kept'],
  ['hugo', '%%kept%% in text'],
  ['none', '[a](https://example.org/a%%kept%%b) [kept][t]\n\n[t]: # "kept"'],
  ['hugo', 'Write {{</* kept */>}}.\n\n{{< highlight html >}}\n<!-- kept -->\n{{< /highlight >}}'],
  ['jekyll', '{% highlight jsx %}\n{/* kept */}\n\n<!-- kept -->\n{% endhighlight %}'],
  ['jekyll', '{% raw %}{# kept #} {{/* kept */}}{% endraw %}\n\n## Kept {#kept}'],
  ['zola', 'Write {{/* kept(id=1) */}} and {%/* kept() */%}.'],
])('what only looks like a comment stays: %s %j', async (generator, written) => {
  const { post } = await read(written, generator)
  const count = (text: string) => text.match(/kept/g)?.length
  expect(count(post.markdown)).toBe(count(written))
})

test('without its comments, a text has the same blocks', () => {
  const piece = fc.constantFrom(
    ...['<!-- c -->', '<!---->', 'a', '*b*', '- ', '1. ', '> ', '    ', '## h', '<div>', '</div>', '|', ' '],
    ...['  ', '\n', '\n', '\n\n', '\n\n'],
  )
  const plain = (html: string) =>
    html
      .replace(/<a class="anchor"[^>]*>(.*?)<\/a>/g, '$1')
      .replaceAll('&gt;', '>')
      .replace(/ id="h[^"]*"/g, '')
      .replace(/\s+/g, ' ')
      .replace(/ ?(<[^>]*>) ?/g, '$1')
      .trim()
  const text = fc
    .array(piece, { maxLength: 14 })
    .map((pieces) => pieces.join('').trim())
    .filter((text) => /[abh]/.test(text.replace(/<!--.*?-->/g, '')) && !/^\[|^#[ \t]/.test(text))
  const count = cases(50, 100)
  return fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: count, maxLength: count }), async (texts) => {
      for (const [nth, { markdown, html }] of (await each(texts)).entries()) {
        const written = texts[nth] ?? ''
        if (!/ {4}/.test(written)) expect(markdown).not.toMatch(/c/)
        expect(plain(html)).toBe(plain(renderHtml(parseMarkdown(`${written}\n`))))
      }
    }),
    { numRuns: cases(2, 30) },
  )
})

describe('Obsidian', () => {
  test.each([
    ['Some ==marked *text*== here.', 'Some <mark>marked *text*</mark> here.'],
    ['If a == b and c == d, x==y==z, `==a==`', 'If a == b and c == d, x==y==z, `==a==`'],
    ['Title\n==\n\nText ==', 'Title\n==\n\nText =='],
    ['A claim. ^my-claim\n\nB', 'A claim. <a id="my-claim"></a>\n\nB'],
    ['- one ^1a\n- two\n\n^list', '- one <a id="1a"></a>\n- two\n\n<div id="list"></div>'],
    ['2 ^2\nis four', '2 ^2\nis four'],
  ])('%j becomes %j', async (written, markdown) => {
    expect((await read(written)).post.markdown.trim()).toBe(markdown)
  })

  test('a link to a block leads to its id', async () => {
    const { posts } = await build({ 'a.md': '# A\n\n[[b#^My-Id]]\n', 'b.md': '# B\n\nA claim. ^My-Id\n' })
    const [a, b] = [found(posts.find(({ id }) => id === 'a')), found(posts.find(({ id }) => id === 'b'))]
    expect(a.html).toContain('href="/posts/b#my-id"')
    expect(b.html).toContain('id="my-id"')
  })

  test('marks have no effect on other sites, unless a post links to notes', async () => {
    expect((await read('A ==b== ^c', 'hugo')).post.markdown).toBe('A ==b== ^c\n')
    expect((await read('A [[x]] ==b==', 'hugo')).post.markdown).toContain('<mark>b</mark>')
  })
})

test.each([
  ['## Use it {/*use-it-now*/}', 'use-it-now'],
  ['## Use it {/* #now */}', 'now'],
  ['## Use it <!-- #now -->', 'now'],
  ['## Use it {/* todo */}', 'use-it'],
])('the id of a heading may be in a comment: %s', async (written, id) => {
  for (const [generator, file] of [
    ['none', 'posts/a.md'],
    ['docusaurus', 'posts/a.mdx'],
  ] as const) {
    const { post } = await read(`${written}\n\nText.`, generator, file)
    expect(post.headings).toEqual([{ id, text: 'Use it', level: 2 }])
  }
})
