import { expect, test } from 'vitest'
import { compile, fromMemory } from '../../src/compile.ts'
import { readJsValues } from '../../src/content/js-values.ts'
import { TextFile } from '../../src/base/text-file.ts'
import { readMatter } from '../../src/content/matter.ts'

const read = (text: string, path = 'posts/one.mdx') => readMatter(new TextFile(path, text))

test('MDX metadata exports are front matter, with positions, and are not run', () => {
  const text = `import cover from './cover.jpg'
import { ada } from '@/authors'

export const metadata: Meta = {
  title: 'It\\'s one', // as said
  "description": \`Of \\\`code\\\` and
"quotes".\`,
  date: new Date('2024-05-06'),
  tags: ["a", 'b',],
  authors: [ada, { name: 'Bo' }],
  image: cover,
  /* nothing */ draft: false, order: -1.5,
  robots: undefined,
  url: base + '/one',
  sized: { width: fit(1, [2], ')'), height: \`\${3}\` },
  ...shared,
  cover,
}

Text.
`
  const { value, diagnostics } = read(text)
  expect(diagnostics).toEqual([])
  expect(value?.bodyStart, 'the body is the whole file; exports are removed later').toBe(0)
  expect(value?.root.value).toEqual({
    title: "It's one",
    description: 'Of `code` and\n"quotes".',
    date: '2024-05-06',
    tags: ['a', 'b'],
    authors: ['ada', { name: 'Bo' }],
    image: './cover.jpg',
    draft: 'false',
    order: '-1.5',
    robots: null,
    url: null,
    sized: { width: null, height: null },
    '...shared': '...shared',
    cover: './cover.jpg',
  })
  const date = value?.root.parts.get('date')
  expect(text.slice(date?.keyOffset).startsWith('date:')).toBe(true)
  expect(text.slice(date?.offset).startsWith('new Date(')).toBe(true)
})

test('decodes escaped characters', () => {
  const written = String.raw`{ title: 'It\u2019s \u{1F600}\ud83d\ude00 caf\xe9', 'caf\u00E9': "\n" }`
  expect(readJsValues(written, 0)?.value).toEqual({ title: 'It’s 😀😀 café', café: '\n' })
})

test('an MDX post without front matter takes its title from its exports', async () => {
  const mdx = "export const meta = { title: 'The title', date: '2024-05-06' }\n\n# A heading\n\nText.\n"
  const { value, diagnostics } = await compile(fromMemory({ 'posts/one.mdx': mdx }))
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  const page = value?.resources.get('/posts/one.md')?.representations[0].variants.at(-1)?.full.body
  const twin = new TextDecoder().decode(page ?? undefined)
  expect(twin).toMatch(/^---\ntitle: The title\n/)
  expect(twin).toContain('published: "2024-05-06"')
  expect(twin).not.toContain('export const')
})

test('an export elsewhere is text, and front matter wins', () => {
  const exported = "export const meta = { title: 'Exported' }\n"
  expect(read(exported, 'posts/one.md').value?.root.value).toEqual({})
  expect(read(`---\ntitle: Written\n---\n${exported}`).value?.root.value).toEqual({ title: 'Written' })
  expect(read(`Text with ${exported}`).value?.root.value).toEqual({})
  const inCode = read(`Write it so:\n\n\`\`\`js\n${exported}\`\`\`\n`)
  expect(inCode.value?.root.value).toEqual({})
})

test.each(['{ title: "a"', '{ title "a" }', '{ title: [ }', '{ : 1 }'])(
  'reports unreadable exports as warnings, with their position: %s',
  (values) => {
    const { value, diagnostics } = read(`\nexport const meta = ${values}\n`)
    expect(value?.root.value).toEqual({})
    expect(diagnostics).toMatchObject([{ rule: 'bad-value', severity: 'warning', line: 2, column: 1 }])
  },
)

test('limits nesting as in other front matter', () => {
  const nested = (depth: number) => readJsValues('['.repeat(depth) + ']'.repeat(depth), 0)
  expect(nested(50)).toBeDefined()
  expect(nested(50_000)).toBeUndefined()
})
