import { expect, test } from 'vitest'
import { parseMarkdown } from '../../src/markdown/markdown.ts'
import { compile, fromMemory } from '../../src/compile.ts'
import { answering } from '../answering.ts'
import { one, post } from './build.ts'

/** Active content: elements that load or run scripts, event handlers, javascript: URLs. */
function dangers(html: string): string[] {
  const tags = html.match(/<[a-z][^>]*>/gi) ?? []
  return tags.filter((tag) => {
    const names = tag.replaceAll(/"[^"]*"/g, '')
    const runs =
      /^<(?:script|iframe|object|embed|form|style|base|meta|link|svg)\b/i.test(tag) || /\son\w/i.test(names)
    return runs || /(?:href|src)="\s*(?:javascript|vbscript|data):/i.test(tag)
  })
}

const hostile = [
  '<script>alert(1)</script>',
  'A <script>alert(1)</script> within.',
  '<img src=x onerror=alert(1)>',
  '<!-- a --><script>alert(1)</script>',
  '<!--> <script>alert(1)</script> -->',
  '<svg><script>alert(1)</script></svg>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](vbscript:alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '![x](javascript:alert(1))',
  '<javascript:alert(1)>',
  '[x](https://example.net/"onmouseover="alert(1))',
  '![a" onerror="alert(1)](https://example.net/x.png "b\\" onload=\\"alert(1)")',
  '```js" onclick="alert(1)\ncode\n```',
  '## A <script>alert(1)</script>',
  '| <script>alert(1)</script> |\n|---|\n| <b onclick=alert(1)>x</b> |',
  'Note.[^1]\n\n[^1]: <script>alert(1)</script>',
  '[r]\n\n[r]: javascript:alert(1)',
]

test.each(hostile)('%j does nothing on the page', async (markdown) => {
  const { html } = await one(`Text.\n\n${markdown}`)
  expect(dangers(html)).toEqual([])
})

test('renders HTML and removes comments, not the text after them', async () => {
  const html = 'Some <b>bold</b> text. <!-- hidden -->\n\n<div class="x">\n\n<!-- hidden too -->\n\n</div>'
  const post = await one(`${html}\n\n<!-- hidden --> Important text.`)
  for (const shown of ['Some <b>bold</b> text.', '<div>', 'Important text.'])
    expect(post.html).toContain(shown)
  expect(post.html).not.toContain('hidden')
})

const titles = [
  ...['Plain', 'naïve 日本 🎉', '"Quotes" and ’apostrophes’', '# Hash at both ends #', 'Ends in hashes ###'],
  ...['*Stars* and _lines_ and `code`', '[Brackets](/x) and ![more](x)', '<b>Tags</b> & ampersands'],
  ...['1. Looks like a list', '- Looks like a list', '| pipes | and + plus = equals'],
  ...['Back\\slash and trailing \\', 'A note^[inline] and a mark[^1]', 'Struck ~~through~~'],
]

async function twinHeading(title: string) {
  const text = post().replace('A title', JSON.stringify(title))
  const { value: snapshot } = await compile(fromMemory({ 'posts/week-01.md': text }), {
    encodings: ['identity'],
  })
  if (!snapshot) throw new Error(`${title} was not published`)
  const { body } = answering(snapshot)({ method: 'GET', target: '/posts/week-01.md' })
  const twin = new TextDecoder().decode(body ?? undefined)
  const markdown = twin.slice(twin.indexOf('\n---\n') + 5)
  const { headings, references, htmlDepths } = parseMarkdown(markdown)
  expect([references, [...htmlDepths]], 'a title links to nothing and holds no HTML').toEqual([[], []])
  return headings.map(({ level, text }) => ({ level, text }))
}

test.each([
  ...titles.map((title) => [title, title] as const),
  ['An entity &amp;amp; another &amp;lt;', 'An entity &amp; another &lt;'],
] as const)('the title %s can be read back from the twin’s heading', async (written, title) => {
  expect(await twinHeading(written)).toEqual([{ level: 1, text: title }])
})
