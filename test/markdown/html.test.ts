import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { renderHtml } from '../../src/markdown/html.ts'
import { sanitise } from '../../src/markdown/raw-html/sanitise.ts'
import { parseMarkdown } from '../../src/markdown/markdown.ts'
import { tree } from './tree.ts'
import { cases } from '../thorough.ts'

function shown(markdown: string): string {
  return renderHtml(parseMarkdown(markdown))
}

/** Markdown and its HTML. */
const works: Readonly<Record<string, readonly [markdown: string, html: string]>> = {
  'details with markdown inside': [
    '<details>\n<summary>More</summary>\n\n*text*\n\n</details>',
    '<details><summary>More</summary><p><em>text</em></p></details>',
  ],
  'an HTML table': [
    '<table><tr><td align="center" rowspan="2">a</td></tr></table>',
    '<div class="table" tabindex="0"><table><tbody><tr><td class="center" rowspan="2">a</td></tr></tbody></table></div>',
  ],
  'a figure with markdown inside': [
    '<figure>\n\n![A](/a.png)\n\n<figcaption>\n\n*B*\n\n</figcaption>\n</figure>',
    '<figure><img src="/a.png" alt="A"><figcaption><p><em>B</em></p></figcaption></figure>',
  ],
  'a picture element with sources': [
    '<picture><source srcset="/a.avif 1x, /b.avif 2x" type="image/avif"><img src="/a.png" alt="A" width="3"></picture>',
    '<p><picture><source srcset="/a.avif 1x, /b.avif 2x" type="image/avif"><img src="/a.png" alt="A" width="3"></picture></p>',
  ],
  'a video, always with controls': [
    '<video src="/a.mp4" autoplay poster="/a.png"></video>',
    '<p><video src="/a.mp4" poster="/a.png" controls></video></p>',
  ],
  'kbd, mark and small': [
    '<kbd>Q</kbd> H<sub>2</sub>O x<sup>2</sup> <mark>m</mark> <abbr title="t">a</abbr>',
    '<p><kbd>Q</kbd> H<sub>2</sub>O x<sup>2</sup> <mark>m</mark> <abbr title="t">a</abbr></p>',
  ],
  'anchors by id and by name': [
    '<a id="a"></a> <a name="b">x</a> <span id="c">y</span>',
    '<p><a id="a"></a> <a name="b">x</a> <span id="c">y</span></p>',
  ],
  'markdown between inline tags': ['<b>*x*</b> `<b>`', '<p><b><em>x</em></b> <code>&lt;b&gt;</code></p>'],
  'a comment': ['a <!-- b --> c\n\n<!-- d -->\n\ne', '<p>a  c</p><p>e</p>'],
  'a YouTube video, as a link': [
    '<iframe width="5" src="https://www.youtube.com/embed/abc?x=1" title="Talk"></iframe>',
    '<a href="https://www.youtube.com/watch?v=abc">Talk</a>',
  ],
  'a Vimeo video, as a link': [
    '<iframe src="//player.vimeo.com/video/123"></iframe>',
    '<a href="https://vimeo.com/123">Video on Vimeo</a>',
  ],
  'a Spotify episode, as a link': [
    '<iframe src="https://open.spotify.com/embed/episode/1a2b"></iframe>',
    '<a href="https://open.spotify.com/episode/1a2b">Audio on Spotify</a>',
  ],
  'a gist, as a link': [
    '<script src="https://gist.github.com/ada/1a2b.js"></script>',
    '<a href="https://gist.github.com/ada/1a2b">Gist on GitHub</a>',
  ],
  'a raster image in a data: URL': [
    '<img src="data:image/png;base64,AA==" alt="A">',
    '<img src="data:image/png;base64,AA==" alt="A">',
  ],
  'a footnote with HTML': [
    'A[^1]\n\n[^1]: <kbd>x</kbd>',
    '<p>A<sup class="footnote-ref"><a href="#fn1" id="fnref1">[1]</a></sup></p><hr class="footnotes-sep"><section class="footnotes"><ol class="footnotes-list"><li id="fn1" class="footnote-item"><p><kbd>x</kbd> <a href="#fnref1" class="footnote-backref">↩︎</a></p></li></ol></section>',
  ],
  'a heading with a custom id': [
    '## A b {#c}\n\n## C',
    '<h2 id="c"><a class="anchor" href="#c">A b</a></h2><h2 id="c-1"><a class="anchor" href="#c-1">C</a></h2>',
  ],
  'an alert': [
    '> [!WARNING]\n> Hot.',
    '<div class="alert alert-warning"><p class="alert-title">Warning</p><p>Hot.</p></div>',
  ],
  'an alert with its mark in a separate paragraph': [
    '> [!tip] \n>\n> Do *this*.',
    '<div class="alert alert-tip"><p class="alert-title">Tip</p><p>Do <em>this</em>.</p></div>',
  ],
  'a quote with text after the mark, which is no alert on GitHub': [
    '> [!NOTE] Do *this*.',
    '<blockquote><p>[!NOTE] Do <em>this</em>.</p></blockquote>',
  ],
  'an inline formula': [
    'Let $x^2$ be.',
    '<p>Let <math><msup><mi>x</mi><mn class="tml-sml-pad">2</mn></msup></math> be.</p>',
  ],
  'prices and variables': ['$5 and $6, $HOME/$USER, US$3', '<p>$5 and $6, $HOME/$USER, US$3</p>'],
  'a task list': [
    '- [x] done\n- [ ] open',
    '<ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" disabled checked aria-label="Completed task"> done</li><li class="task-list-item"><input type="checkbox" disabled aria-label="Open task"> open</li></ul>',
  ],
}

describe('HTML and GFM on a page', () => {
  test.each(Object.entries(works))('%s', (_, [markdown, html]) => {
    expect(tree(shown(markdown))).toBe(tree(html))
    expect(parseMarkdown(markdown).notes.filter(({ rule }) => rule === 'raw-html')).toEqual([])
  })

  test('a block formula, with its TeX in the source', () => {
    const { tokens, source } = parseMarkdown('$$\n\\frac{a}{b}\n$$\n')
    expect(tokens.map(({ type, content }) => [type, content])).toEqual([['math_block', '\\frac{a}{b}']])
    expect(shown('$$\na\n\nb\n$$'), 'with a blank line').toMatch(/^<p><math/)
    expect(source).toContain('$$\n\\frac{a}{b}\n$$')
    expect(shown('```math\n\\frac{a}{b}\n```')).toContain('<mfrac><mi>a</mi><mi>b</mi></mfrac>')
  })

  test('an invalid formula is reported, and shown as source', () => {
    const { notes } = parseMarkdown('a $\\frac{$')
    expect(notes.map(({ offset }) => offset)).toEqual([2])
    expect(shown('a $\\frac{$')).toContain('<code class="language-math">\\frac{</code>')
  })
})

/** Markdown, the remaining text, and the notes with their offsets. */
const told: Readonly<
  Record<string, readonly [markdown: string, text: string, notes: readonly (readonly [number, string])[]]>
> = {
  'a script': ['a <script>b</script> c', 'a c', [[2, '<script> is removed.']]],
  'a style': ['<style>\nb {}\n</style>\n\nc', 'c', [[0, '<style> is removed.']]],
  'a form, with its text': [
    '<form>b <button>c</button></form>',
    'b c',
    [
      [0, '<form> is removed; its text is kept.'],
      [8, '<button> is removed; its text is kept.'],
    ],
  ],
  'an SVG, reported once': ['<svg><g><path d="M0"/></g></svg>', '', [[0, '<svg> is removed.']]],
  'an unknown iframe': [
    '<iframe src="https://example.net/x"></iframe>',
    'Embedded: example.net',
    [[0, '<iframe> becomes a link to its content.']],
  ],
  'an event handler': ['<b onclick="x()">a</b>', 'a', [[3, 'The attribute onclick of <b> is removed.']]],
  'a javascript: URL': [
    '<a href="java&#115;cript:x()">a</a>',
    'a',
    [[3, 'The attribute href of <a> is removed.']],
  ],
  'a word in angle brackets': [
    'Vec<T> is',
    'Vec<T> is',
    [[3, '<T> is not an HTML element and is shown as text.']],
  ],
  'noscript, with its HTML': [
    '<noscript><b>a</b></noscript>',
    'a',
    [[0, '<noscript> is removed; its text is kept.']],
  ],
  'a component outside MDX': [
    'b <DashImage src="a.png" />',
    'b',
    [[2, '<dashimage> is not an HTML element; only its text is kept.']],
  ],
  'an unknown element': [
    '<x-chart kind="bar">a</x-chart>',
    'a',
    [[0, '<x-chart> is not an HTML element; only its text is kept.']],
  ],
}

describe('removed HTML is reported with its position, and its text is kept', () => {
  test.each(Object.entries(told))('%s', (_, [markdown, text, notes]) => {
    const parsed = parseMarkdown(markdown)
    expect(parsed.notes.map(({ offset, message }) => [offset, message])).toEqual(notes)
    const html = renderHtml(parsed)
    const plain = html
      .replace(/<[^>]*>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&#x3C;', '<')
      .replaceAll('&gt;', '>')
    expect(plain.replace(/\s+/g, ' ').trim()).toBe(text)
  })

  test('content of code elements is literal', () => {
    const told = (body: string) => parseMarkdown(body).notes.map(({ message }) => message)
    expect(told('<pre><code>a[[1]] {{ b }} [^c]</code></pre>')).toEqual([])
    expect(told('<div>\n<pre class="r">\na[[1]]\n</div>')).toEqual([])
    expect(told('As <kbd>[[x]]</kbd> and <code>[^1]</code> do.')).toEqual([])
    expect(told('<p><code>[[a]]</code> [[b]] <tt>c</tt> [[a]]</p>')).toEqual([
      '[[b]] is shown as text.',
      '[[a]] is shown as text.',
    ])
  })

  test('elements nested too deep are shown as text', () => {
    const { notes } = parseMarkdown('<div>'.repeat(5000))
    expect(notes.filter(({ isText }) => !isText)).toHaveLength(1)
    expect(shown('<div>'.repeat(5000))).toContain('&lt;div&gt;')
  })
})

test('every URL in HTML has its position', () => {
  const markdown =
    '<a href="a.md">x</a> <img src=b.png alt="B &amp; C">\n\n<picture><source srcset="c.png 1x,\n d.png 2x"></picture>\n\n<video src=\'e.mp4\' poster="f.png"></video>'
  const { references } = parseMarkdown(markdown)
  expect(references.map(({ href }) => href)).toEqual(['a.md', 'b.png', 'c.png', 'd.png', 'e.mp4', 'f.png'])
  for (const { href, destination } of references) expect(markdown.slice(...(destination ?? []))).toBe(href)
  expect(references[1]?.alt).toBe('B & C')
})

/** Markdown without HTML, which the sanitizer must leave unchanged. */
const blocks = [
  ...['# A', '## B {#own}', 'word *em* **strong** `code`', '- a\n- b', '- [x] done\n- [ ] open', '3. c'],
  ...['> quote', '> [!TIP]\n> text', '| a | b |\n|:-:|--:|\n| 1 | 2 |', '```js\nx < 1 && y\n```', '---'],
  ...['[x](https://example.org/?a=1&b=2 "t")', '![a "q" & b](/a.png)', '<https://example.org>'],
  ...['www.example.org', 'ada@example.org', 'note[^1]\n\n[^1]: text', '~~a~~ ~b~', 'a\\\nb  \nc'],
  ...['$a^2$ and $\\sqrt{x}$', '$$\n\\begin{matrix}a&b\\\\c&d\\end{matrix}\n$$', '    indented'],
  ...['&amp; &lt; &quot; &nbsp; &copy;', 'é 日本 🎉 " \' < >', '1. a\n\n   b', '- a\n  - b\n    - c'],
  ...['![x](data:image/png;base64,AA==)', '```a+b#c\nx\n```'],
]
const harmless = fc
  .array(fc.constantFrom(...blocks), { minLength: 1, maxLength: 8 })
  .map((chosen) => chosen.map((block) => `${block}\n\n`).join(''))

test('the sanitizer leaves markdown-it’s output unchanged', () => {
  let compared = 0
  fc.assert(
    fc.property(harmless, (markdown) => {
      const html = shown(markdown)
      compared++
      expect(tree(sanitise(html))).toBe(tree(html))
    }),
    { numRuns: cases(120, 1_000) },
  )
  expect(compared).toBeGreaterThanOrEqual(cases(120, 1_000))
})
