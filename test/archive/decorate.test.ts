import { describe, expect, test } from 'vitest'
import { lead } from '../../src/markdown/lead.ts'
import { renderHtml } from '../../src/markdown/html.ts'
import { parseMarkdown } from '../../src/markdown/markdown.ts'
import { blocksOf } from '../../src/markdown/blocks.ts'
import { isNumeric } from '../../src/markdown/decorate/tokens.ts'
import { one } from './build.ts'

function shown(markdown: string): string {
  return renderHtml(parseMarkdown(markdown))
}

/** Markdown, and the markup that stylesheets and scripts rely on. */
const markup: Readonly<Record<string, readonly [markdown: string, html: string]>> = {
  'code with a language': [
    '```js title="a"\nlet a\n```',
    '<figure class="code" data-lang="js"><figcaption>a</figcaption><pre tabindex="0"><code class="language-js"><span class="t-k">let</span> a\n</code></pre></figure>',
  ],
  'marked lines': [
    '```js {1,3-4}\nlet a\n\n/* b\nc */ d\n```',
    '<figure class="code" data-lang="js"><figcaption>js</figcaption><pre tabindex="0"><code class="language-js"><mark><span class="t-k">let</span> a\n</mark>\n<mark><span class="t-c">/* b\n</span></mark><span class="t-c"></span><mark><span class="t-c">c */</span> d\n</mark></code></pre></figure>',
  ],
  'code without one': [
    '```\na < b\n```',
    '<figure class="code"><pre tabindex="0"><code>a &lt; b\n</code></pre></figure>',
  ],
  'indented code': [
    '    a "b"',
    '<figure class="code"><pre tabindex="0"><code>a "b"\n</code></pre></figure>',
  ],
  'code in an unknown language, with a name that needs escaping': [
    '```<b>"x"\na\n```',
    '<figure class="code" data-lang="&lt;b&gt;&quot;x&quot;"><figcaption>&lt;b&gt;&quot;x&quot;</figcaption><pre tabindex="0"><code class="language-&lt;b&gt;&quot;x&quot;">a\n</code></pre></figure>',
  ],
  'a heading, which links to itself': [
    '### A *b*',
    '<h3 id="a-b"><a class="anchor" href="#a-b">A <em>b</em></a></h3>',
  ],
  'a heading with a link in it': ['## A [b](/c)', '<h2 id="a-b">A <a href="/c">b</a></h2>'],
  'an empty heading': ['##', '<h2 id="section"></h2>'],
  'an image alone': ['![A](/a.png)', '<figure><img src="/a.png" alt="A"></figure>'],
  'an image alone, with a title': [
    '![A](/a.png "B & c")',
    '<figure><img src="/a.png" alt="A"><figcaption>B &amp; c</figcaption></figure>',
  ],
  'a linked image': [
    '[![A](/a.png "B")](/c)',
    '<figure><a href="/c"><img src="/a.png" alt="A"></a><figcaption>B</figcaption></figure>',
  ],
  'an image in a sentence': ['See ![A](/a.png "B").', '<p>See <img src="/a.png" alt="A" title="B">.</p>'],
  'images after the first': [
    '![A](/a.png) ![B](/b.png)\n\n![C](/c.png)',
    '<p><img src="/a.png" alt="A"> <img src="/b.png" alt="B" loading="lazy" decoding="async"></p>\n<figure><img src="/c.png" alt="C" loading="lazy" decoding="async"></figure>',
  ],
  'images in HTML, counted with those in markdown': [
    '![A](/a.png)\n\n<img src="/b.png" loading="eager">',
    '<figure><img src="/a.png" alt="A"></figure>\n<img src="/b.png" loading="lazy" decoding="async">',
  ],
}

describe('decorations of the body', () => {
  test.each(Object.entries(markup))('%s', (_, [markdown, html]) => {
    expect(shown(markdown)).toBe(html)
  })

  test.each([
    ['js{1,3}', 'js'],
    ['rust,ignore', 'rust'],
    ['{.python .numberLines}', 'python'],
    ['ts:src/a.ts', 'ts'],
    ['C++', 'C++'],
  ])('the language of the fence %s is %s', (info, name) => {
    expect(shown(`\`\`\`${info}\na\n\`\`\``)).toContain(`<figcaption>${name}</figcaption>`)
  })
})

describe('tables', () => {
  const table = '| Model | Time | Share |\n|---|:-:|---|\n| a | 1.5 ms | 5 % |\n| b | – | −12 % |'

  test('scroll in a labelled frame', () => {
    expect(shown(table)).toMatch(
      /^<div class="table" tabindex="0" role="group" aria-label="Model, Time, Share">\n<table>/,
    )
    expect(shown(table)).toMatch(/<\/table>\n<\/div>$/)
  })

  const named = (name: string) => `| ${name} |\n|-|\n| 1 |\n\n`
  test.each([
    ['in HTML too', `${named('a').repeat(2)}<table><tr><th>a</th></tr></table>`, ['a', 'a (2)', 'a (3)']],
    ['if one looks numbered', named('a (2)') + named('a').repeat(3), ['a (2)', 'a', 'a (3)', 'a (4)']],
  ])('have unique labels on a page, %s', (_, markdown, labels) => {
    const found = shown(markdown).matchAll(/aria-label="([^"]*)"/g)
    expect(Array.from(found, ([, label]) => label)).toEqual(labels)
  })

  test('without column heads are labelled with the heading of the section', () => {
    expect(shown('## Costs "now"\n\n| | |\n|-|-|\n| a | b |')).toContain('aria-label="Costs &quot;now&quot;"')
    expect(shown('| | |\n|-|-|\n| a | b |')).toContain('<div class="table" tabindex="0">')
  })

  test('mark columns with long cells as text', () => {
    const html = shown('| a | b |\n|---|---|\n| short | More than two dozen characters |\n| b | c |')
    expect(html).toContain('<td>short</td>\n<td class="text">More')
    expect(html).toContain('<td>b</td>\n<td class="text">c</td>')
  })

  test('mark columns of numbers, and the alignment', () => {
    const html = shown(table)
    expect(html).toContain('<th>Model</th>\n<th class="num center">Time</th>\n<th class="num">Share</th>')
    expect(html).toContain('<td>b</td>\n<td class="num center">–</td>\n<td class="num">−12 %</td>')
    expect(html).not.toContain('style=')
  })

  test.each([
    [['1', '2,000', '3.5'], true],
    [['12 ms', '1 416 ms', '< 3 s'], true],
    [['$5', '€ 3', '–'], true],
    [['$5', '€3', '—', ''], true],
    [['+5 %', '−3%', '±0'], true],
    [['1.2e6', '10 req/s', '3×'], true],
    [['0.83–0.93', '9.82 – 12.61'], true],
    [['12 ± 3 ms', '7'], true],
    [['1.2.3', '4.5.6'], false],
    [['one–two', '1–2'], false],
    [['2026-01-02'], false],
    [['1', 'two'], false],
    [['', '–'], false],
    [['node 20'], false],
    [[], false],
  ])('a column of %j: numbers %s', (cells, expected) => {
    expect(isNumeric(cells)).toBe(expected)
  })
})

test.each([
  ['https://example.org/a', true],
  ['<https://example.org/é>', true],
  ['www.example.org', true],
  ['[https://example.org](https://example.org)', true],
  ['[https://example.org](https://example.org/other)', false],
  ['[example](https://example.org)', false],
  ['ada@example.org', false],
])('a link whose text is its URL has the class address: %s', (written, expected) => {
  const html = shown(written)
  expect(html).toContain('<a ')
  expect(html.includes('<a class="address" href="')).toBe(expected)
})

describe('right-to-left text', () => {
  test('sets the direction of each block that differs from its parent', () => {
    const html = shown(
      'שלום world\n\nEnglish שלום\n\n- שלום\n- English\n\n> ציטוט\n\n## مرحبا\n\n```js\na\n```\n\n123',
    )
    expect(html).toContain('<p dir="rtl">שלום world</p>')
    expect(html).toContain('<p dir="ltr">English שלום</p>')
    expect(html).toContain('<ul dir="rtl">\n<li>שלום</li>\n<li dir="ltr">English</li>\n</ul>')
    expect(html).toContain('<blockquote dir="rtl">\n<p>ציטוט</p>')
    expect(html).toContain('<h2 id="مرحبا" dir="rtl">')
    expect(html).toContain('<figure class="code" data-lang="js" dir="ltr">')
    expect(html).toContain('<p>123</p>')
  })

  test('leaves left-to-right bodies unchanged', () => {
    expect(shown('Text, Ünï, 日本, 🎉\n\n- a\n\n> b\n\n| c |\n|-|\n| d |')).not.toContain('dir=')
  })
})

test('decorations are in no search text, markdown, word count or summary', async () => {
  const body =
    '## A b\n\nThe first sentence of it all.\n\n```js\nlet a\n```\n\n| c | d |\n|-|-|\n| 1 | 2 |\n\n![E](https://example.net/e.png "F")'
  const parsed = parseMarkdown(body)
  const before = { blocks: blocksOf(parsed), lead: lead(parsed) }
  renderHtml(parsed)
  expect({ blocks: blocksOf(parsed), lead: lead(parsed) }).toEqual(before)
  const { searchText: said, wordCount, markdown, headings } = await one(body)
  if ('vocabulary' in said) throw new Error('posts of this archive are read in one thread')
  expect(said.map(({ text }) => text)).toEqual([
    'A b',
    'The first sentence of it all.',
    'let a',
    'c | d',
    '1 | 2',
    'E',
  ])
  expect(wordCount).toBe(15)
  expect(markdown.trim()).toBe(body)
  expect(headings).toEqual([{ id: 'a-b', text: 'A b', level: 2 }])
})
