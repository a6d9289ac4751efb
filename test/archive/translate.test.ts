import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyEdits } from '../../src/markdown/source-map.ts'
import { codeRanges } from '../../src/markdown/source.ts'
import { translate } from '../../src/generators/syntaxes/translate.ts'
import { postWithBodyJson } from '../../src/representations/json.ts'
import { attributes, build, destinations, found, one, post } from './build.ts'
import { cases } from '../thorough.ts'

const base = 'https://example.org/review'
const nothing = () => undefined
const options = { variables: new Map(), components: new Map(), address: nothing, addressOfNote: nothing }

test('{{ site.url }} is the base URL in prose, in code and in destinations', async () => {
  const written = `At {{ site.url }}: \`curl {{site.url}}/llms.txt\` or [the list]({{ site.url }}/developers "{{ site.url }}").

\`\`\`sh
curl {{  site.url  }}/api/v1/posts.json
\`\`\`

{{site.url }}/posts/week-02 <{{ site.url }}/posts/week-02>`
  const { markdown, html, searchText: said } = await one(written, {}, base)
  expect(markdown).toBe(`${written.replaceAll(/\{\{ *site\.url *\}\}/g, base)}\n`)
  const paths = ['', '/developers', '/posts/week-02', '/posts/week-02']
  expect(destinations({ markdown })).toEqual(paths.map((path) => base + path))
  expect(attributes(html, 'href')).toEqual(paths.map((path) => `/review${path}`))
  expect(html).toContain(`</span> ${base}/api/v1/posts.json\n`)
  expect(said).toContainEqual(expect.objectContaining({ text: `curl ${base}/api/v1/posts.json` }))
  expect(html + markdown).not.toContain('{{')
})

test('JSON and pages contain it too; other braces are unchanged', async () => {
  const page = '---\ntitle: About\nsummary: One sentence.\n---\n\nAt {{ site.url }}.\n'
  const written = 'At {{ site.url }}, {{ page.url }} {site.url} {{ site.urls }} {{\nsite.url }}.'
  const archive = await build({ 'posts/week-01.md': post(written), 'pages/about.md': page }, base)
  const { bodyMarkdown } = postWithBodyJson(found(archive.posts[0]), archive)
  expect(bodyMarkdown).toBe(`At ${base}, {{ page.url }} {site.url} {{ site.urls }} {{\nsite.url }}.\n`)
  expect(archive.pages[0]?.html).toBe(`<p>At <a class="address" href="/review">${base}</a>.</p>`)
})

test.each<readonly [written: string, ...code: string[]]>([
  ['`a` b `c`', '`a`', '`c`'],
  ['``a ` b`` c', '``a ` b``'],
  ['a\n\n`b`\n\n`c` ``` d', '`b`', '`c`'],
  // A code span ends with its paragraph.
  ['`a\n \nb`'],
  ['````\n```\na\n````\nb', '````\n```\na\n````'],
  ['~~~\n```\na\n~~~~\nb', '~~~\n```\na\n~~~~'],
  // Only a bare fence closes one.
  ['```\n``` js\na\n```  \n`b` c', '```\n``` js\na\n```  ', '`b`'],
  ['> - ```\n>   a\n>   ```\n\nb', '> - ```\n>   a\n>   ```'],
  ['`a`\n\n```\nb\n\nc', '`a`', '```\nb\n\nc'],
])('finds code in fences and backticks only: %j', (written, ...code) => {
  expect(codeRanges(written).map((range) => written.slice(...range))).toEqual(code)
})

test('every character of a translation maps back to its source', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', ' '), maxLength: 5 })
  const lengths = fc.array(fc.record({ kept: text, removed: text, added: text }), { maxLength: 6 })
  let compared = 0
  fc.assert(
    fc.property(lengths, text, (pieces, tail) => {
      const source = pieces.map(({ kept, removed }) => kept + removed).join('') + tail
      let at = 0
      const edits = pieces.map(({ kept, removed, added }) => {
        const start = at + kept.length
        at = start + removed.length
        return { start, end: at, text: added }
      })
      const { text: made, originalOffset } = applyEdits(source, edits)
      expect(made).toBe(pieces.map(({ kept, added }) => kept + added).join('') + tail)
      let offset = 0
      for (const [nth, { kept, added }] of pieces.entries()) {
        const { start = 0 } = edits[nth] ?? {}
        for (let i = 0; i < kept.length; i++) expect(originalOffset(offset++)).toBe(start - kept.length + i)
        for (let i = 0; i < added.length; i++) expect(originalOffset(offset++)).toBe(start)
        compared += kept.length + added.length
      }
      for (let i = 0; i < tail.length; i++) expect(originalOffset(offset++)).toBe(at + i)
    }),
  )
  expect(compared).toBeGreaterThan(500)
})

test('shortcodes in square brackets are text; only imports translate them', () => {
  const written = '[caption id="a"]![A](/a.png) So[/caption]\n\n[code]a[/code] [youtube b]\n'
  const translated = translate(written, { ...options, syntaxes: new Set() })
  expect(translated).toMatchObject({ text: written, untranslated: [] })
})

test('a body can have more code ranges than a call can have arguments', () => {
  const many = '`a` '.repeat(200_000)
  expect(codeRanges(many)).toHaveLength(200_000)
  expect(codeRanges(`${many}\n\n\`\`\`\n`)).toHaveLength(200_001)
})

const manyEdits: (readonly [syntax: 'html' | 'mdx', written: string])[] = [
  ['html', `<pre>${'a\n\n'.repeat(200_000)}</pre>`],
  ['mdx', `<div>\n${`${' '.repeat(8)}a\n`.repeat(40_000)}</div>\n`],
  ['mdx', `:::note\n${'a\n'.repeat(200_000)}:::\n`],
  ['mdx', `${'import a from "b"\n'.repeat(150_000)}\nText\n`],
]

const someEdits = cases(manyEdits.slice(0, 1), manyEdits)
test.each(someEdits)('a body can have more edits than a call can have arguments: %s', (syntax, written) => {
  expect(translate(written, { ...options, syntaxes: new Set([syntax]) }).text).not.toBe(written)
})
