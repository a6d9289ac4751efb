import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse, parseDocument } from 'yaml'
import { compile, fromMemory } from '../../src/compile.ts'
import { readContent } from '../../src/content/read.ts'
import { TextFile } from '../../src/base/text-file.ts'
import { readYaml } from '../../src/content/yaml.ts'
import { post } from './mistakes.ts'
import { cases } from '../thorough.ts'

/** Front matter with these lines, and its diagnostics. */
async function read(lines: string) {
  const { posts, diagnostics } = await readContent(
    fromMemory({ 'posts/week-01.md': `---\n${lines}\n---\n\nText.\n` }),
  )
  expect(diagnostics.map(({ message }) => message)).toEqual([])
  const { title, summary, series, seriesNumber, ...facts } = posts[0]?.facts ?? {}
  const texts = { title: title?.text, summary: summary?.text, series: series?.text }
  const tags = posts[0]?.facts.tags.map(({ text }) => text)
  return { ...facts, ...texts, seriesNumber: seriesNumber?.number, tags }
}

describe('values are read as text', () => {
  for (const [written, title] of [
    ['2024', '2024'],
    ['1984 # the year', '1984'],
    ['007', '007'],
    ['0x1F', '0x1F'],
    ['1e3', '1e3'],
    ['1.50', '1.50'],
    ['.inf', '.inf'],
    ['true', 'true'],
    ['No', 'No'],
    ['"null"', 'null'],
    ['"~"', '~'],
    ['2026-10-05', '2026-10-05'],
    ['12:30:00', '12:30:00'],
    ['!!int 3', '3'],
    ['Learning C #', 'Learning C'],
    ['Learning C#', 'Learning C#'],
    ['"Learning C #"', 'Learning C #'],
    ['a:b', 'a:b'],
    ['spaces   ', 'spaces'],
    ['tab\t# a comment', 'tab'],
    ["'it''s'", "it's"],
    ['"a\\tb"', 'a\tb'],
    ['naïve 🎉', 'naïve 🎉'],
    ['one\n  two', 'one two'],
    ['>-\n  one\n  two', 'one two'],
    ['&a anchored', 'anchored'],
    // Strict YAML requires indentation, but Jekyll and Hugo do not, so blogs have these.
    ['"one \\"1\\",\ntwo: three"', 'one "1", two: three'],
    ["'it''s one\ntwo' # a comment", "it's one two"],
  ] as const) {
    test(`title: ${JSON.stringify(written)}`, async () => {
      // In any order, with any other keys.
      const others = ['series: true', 'summary: 12', 'tags: [1, "null", "3", 2026-01-05]', 'seriesNumber: 3']
      for (let at = 0; at <= others.length; at++) {
        const front = await read(others.toSpliced(at, 0, `title: ${written}`).join('\n'))
        expect(front).toMatchObject({
          ...{ title, series: 'true', summary: '12', seriesNumber: 3 },
          tags: ['1', 'null', '3', '2026-01-05'],
        })
      }
    })
  }

  test('dates stay text; yes and no work as in YAML 1.1 and 1.2', async () => {
    const front = await read('title: a\npublished: 2026-10-05\nmodified: 2026-10-06\ndraft: no')
    expect(front).toMatchObject({
      published: { text: '2026-10-05' },
      modified: { text: '2026-10-06', moment: '2026-10-06T00:00:00Z' },
      draft: false,
    })
    for (const yes of ['true', 'True', 'yes', 'on', '"true"']) {
      const source = fromMemory({ 'posts/week-01.md': post('Text.', `draft: ${yes}\n`) })
      expect([...(await readContent(source)).drafts], yes).toEqual(['posts/week-01.md'])
    }
  })

  test('accepts list items indented by a tab or not at all', async () => {
    for (const list of ['\n  [\n    one,\n\ttwo words,\n  ]', ' [one,\ntwo words]', '\n[\none, two words\n]'])
      expect(await read(`title: a\ntags:${list}\nseries: research`), list).toMatchObject({
        tags: ['one', 'two words'],
        series: 'research',
      })
  })

  test('resolves aliases, also of lists and groups', async () => {
    expect(await read('title: &t One\nseries: research\nsummary: *t\ntags: [*t]')).toMatchObject({
      summary: 'One',
      tags: ['One'],
    })
    const lists = 'keywords: &k [one, two]\ntags: *k\n'
    const groups = 'lead: &l { name: Ada Lovelace, image: &i { src: /a.png, alt: A } }\nauthor: *l\nimage: *i'
    expect(await read(`title: a\n${lists}${groups}`)).toMatchObject({
      tags: ['one', 'two'],
      authors: [{ name: 'Ada Lovelace' }],
      image: { text: '/a.png', alt: 'A' },
    })
  })

  test('reads null as no value, in YAML and in JSON', async () => {
    for (const empty of ['~', 'null', 'Null', 'NULL', '']) {
      const keys = ['title', 'series', 'author', 'tags'].map((key) => `${key}: ${empty}`)
      const front = await read(`${keys.join('\n')}\nkeywords: [${empty || 'null'}, one]`)
      expect(front, empty).toMatchObject({ authors: [], tags: ['one'] })
      expect([front.title, front.series]).toEqual([undefined, undefined])
    }
    const json = '{ "title": null, "series": null, "authors": null }\n\nText.\n'
    const { posts } = await readContent(fromMemory({ 'posts/week-01.md': json }))
    expect(posts[0]?.facts).toMatchObject({ authors: [], tags: [] })
    expect([posts[0]?.facts.title, posts[0]?.facts.series]).toEqual([undefined, undefined])
  })
})

test('text stays text in the twin’s YAML, in versions 1.1 and 1.2', async () => {
  const { value: snapshot, diagnostics } = await compile(
    fromMemory({
      'archive.yaml': 'title: 2024\nauthor: { name: on }\nseries:\n  true: { label: No }\n',
      'posts/week-01.md':
        '---\ntitle: "null"\nseries: true\nsummary: 1e3\ntags: [yes, 7]\npublished: 2026-10-05\n---\n\nText.\n',
    }),
    { encodings: ['identity'] },
  )
  expect(diagnostics).toEqual([])
  const body = snapshot?.resources.get('/posts/week-01.md')?.representations[0].variants[0]?.full.body
  const [, frontMatter = ''] = new TextDecoder().decode(body ?? undefined).split('---\n')
  for (const version of ['1.2', '1.1'] as const) {
    expect(parse(frontMatter, { version }), `YAML ${version}`).toMatchObject({
      ...{ title: 'null', description: '1e3', author: 'on', series: 'true' },
      ...{ published: '2026-10-05', last_updated: '2026-10-05T00:00:00Z', tags: ['yes', '7'] },
    })
  }
})

/** Common values in front matter, and some invalid ones. */
const values = [
  ...'word|two words|true|null|~||12|2026-01-05|"quoted"|\'single\'|"a: b"|a#b|a #b|# comment|a:b'.split('|'),
  ...'[a, 1, true]|[]|{a: 1, b: [c]}|word |a\tb|"\\u00e9"|é🎉|!!str 3|!local 3|&a x|*a|"open|[a'.split('|'),
  ...['- a', 'a: b', '@x', '|\n  one\n  two', '>-\n  one\n\n  two'],
]
const keys = ['title', 'tags', 'series', 'on', '"quoted"', '12', '? long', '__proto__']
const colons = [': ', ':  ', ':\t', ' : ', ':']
const entry = fc
  .tuple(...[keys, colons, values].map((all) => fc.constantFrom(...all)))
  .map((all) => all.join(''))
const block = ['map:\n  one: 1\n  two:\n    - a\n    - b: c', 'list:\n- a\n- b']
const line = fc.oneof(
  { weight: 8, arbitrary: entry },
  { weight: 2, arbitrary: fc.constantFrom('# note', '', '  # note', ...block) },
)

test('equals the YAML parser’s result with scalars as text, and every offset is correct', () => {
  let compared = 0
  fc.assert(
    fc.property(fc.array(line, { maxLength: 6 }), (lines) => {
      const yaml = lines.join('\n')
      const file = new TextFile('posts/week-01.md', `---\n${yaml}`)
      const { value: root, diagnostics } = readYaml(file, yaml, 4)
      const document = parseDocument(yaml, { schema: 'failsafe', resolveKnownTags: false })
      if (document.errors.length > 0) expect(diagnostics, yaml).not.toEqual([])
      if (diagnostics.length > 0 || document.contents === null) return
      compared++
      expect(normal(root?.value), yaml).toEqual(normal(document.toJS()))
      for (const [key, part] of root?.parts ?? []) {
        const [word = ''] = /^\w*/.exec(key) ?? []
        expect(file.text.slice(part.keyOffset).replace(/^["']/, '').startsWith(word), yaml).toBe(true)
        expect(part.offset, yaml).toBeGreaterThanOrEqual(part.keyOffset)
      }
    }),
    { numRuns: cases(500, 3_000) },
  )
  expect(compared).toBeGreaterThan(cases(80, 500))
})

/** An empty value is null here, and '' for a parser with only strings. */
function normal(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, part: unknown) =>
    part === null || part === '~' || part === 'null' ? '' : part,
  )
}
