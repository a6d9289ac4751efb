import { describe, expect, test } from 'vitest'
import { contentLimits, type Diagnostic } from '../../src/base/diagnostics.ts'
import { diagnose, inShort, other, post } from './mistakes.ts'

/** Diagnostics for a post with these lines of front matter. */
async function found(front: string): Promise<readonly Diagnostic[]> {
  return diagnose({ ...other, 'posts/week-01.md': post('Text.', front) })
}

describe('values nested too deep are reported with their position, in every format', () => {
  const { nesting } = contentLimits
  const forms: Record<string, (levels: number) => string> = {
    'lists in brackets': (n) => `deep: ${'['.repeat(n)}${']'.repeat(n)}`,
    'unclosed lists': (n) => `deep: ${'['.repeat(n)}`,
    'maps in braces': (n) => `deep: ${'{a: '.repeat(n)}${'}'.repeat(n)}`,
    'lists by dashes': (n) => `deep:\n${'- '.repeat(n)}x`,
    'maps by indentation': (n) =>
      `deep:\n${Array.from({ length: n }, (_, i) => `${' '.repeat(i + 1)}a:`).join('\n')} x`,
    'keys by question marks': (n) => `${'? '.repeat(n)}x`,
    'colons in a value': (n) => `deep: ${'a: '.repeat(n)}`,
  }
  for (const [form, write] of Object.entries(forms)) {
    test(form, async () => {
      for (const levels of [nesting + 1, 250, 2_500, 20_000]) {
        const yaml = write(levels)
        if (yaml.length > contentLimits.yamlLength) continue
        const [first, ...more] = await found(`${yaml}\n`)
        expect(more, `${levels} levels`).toEqual([])
        expect(first, `${levels} levels`).toMatchObject({ rule: 'front-matter-syntax', severity: 'error' })
        expect(first?.message).toBe(`Values are nested more than ${nesting} deep.`)
        // The post’s other front matter has four lines.
        expect(first?.line).toBeGreaterThanOrEqual(5)
      }
    })
  }

  const inToml: Record<string, (levels: number) => string> = {
    'keys with dots in TOML': (n) => `${'a.'.repeat(n - 1)}a = { b = 1 }`,
    'a table with dots in TOML': (n) => `[${'a.'.repeat(n - 1)}a]\nb = { c = 1 }`,
    'lists in TOML': (n) => `a = ${'['.repeat(n)}${']'.repeat(n)}`,
  }
  for (const [form, write] of Object.entries(inToml)) {
    test(form, async () => {
      const said = async (levels: number) =>
        diagnose({ ...other, 'posts/week-01.md': `+++\ntitle = "A"\n${write(levels)}\n+++\n\nText.\n` })
      const message = `Values are nested more than ${nesting} deep.`
      const tooDeep = { rule: 'front-matter-syntax', severity: 'error', message }
      for (const levels of [nesting + 1, 20_000])
        expect(await said(levels), `${levels} levels`).toMatchObject([tooDeep])
      expect((await said(nesting - 3)).filter(({ severity }) => severity === 'error')).toEqual([])
    })
  }

  test('reads values at the nesting limit', async () => {
    const inBrackets = `${'['.repeat(nesting - 1)}${']'.repeat(nesting - 1)}`
    expect((await found(`deep: ${inBrackets}\n`)).map(({ rule }) => rule)).toEqual([])
    expect((await found(`deep: [${inBrackets}]\n`)).map(({ rule }) => rule)).toEqual(['front-matter-syntax'])
  })
})

/** A stack that runs out while V8 compiles a regular expression ends the process; nothing can catch that. */
describe('text nested too deep for a parser that recurses is reported, and ends nothing', () => {
  const scripts: Record<string, (levels: number) => string> = {
    'template literals': (n) => `${'`${'.repeat(n)}1${'}`'.repeat(n)}`,
    'unclosed template literals': (n) => '`${'.repeat(n),
    'optional members': (n) => 'a?.['.repeat(n),
    'optional calls': (n) => 'a?.('.repeat(n),
    lists: (n) => `${'['.repeat(n)}${']'.repeat(n)}`,
    'unary operators': (n) => `${'!'.repeat(n)}1`,
    keywords: (n) => `${'typeof '.repeat(n)}1`,
    'arrow functions': (n) => `${'a=>'.repeat(n)}1`,
    conditions: (n) => `${'a?b:'.repeat(n)}1`,
    assignments: (n) => `${'a='.repeat(n)}1`,
    'other branches': (n) => `1;${'if(1);else '.repeat(n)}1`,
    statements: (n) => `1;${'if(1)'.repeat(n)}1`,
    'groups of a regular expression': (n) => `[/${'('.repeat(n)}${')'.repeat(n)}/, a()]`,
  }
  for (const [form, write] of Object.entries(scripts)) {
    test(`${form} in JavaScript`, async () => {
      for (const levels of [500, 5_000]) {
        const value = write(levels)
        for (const [path, text] of [
          ['posts/week-01.md', `---js\nconst title = ${value}\n---\n\nText.\n`],
          ['posts/week-01.md', `---js\n{ title: 'A', other: ${value} }\n---\n\nText.\n`],
          ['posts/week-01.mdx', `export const meta = { title: 'A', other: ${value} }\n\nText.\n`],
        ] as const) {
          const diagnostics = await diagnose({ ...other, [path]: text })
          // A regular expression is a value, whatever is in it.
          const accepted = path.endsWith('x') && form.startsWith('groups') ? [] : [expect.anything()]
          expect(diagnostics, `${path} with ${levels}`).toEqual(accepted)
        }
      }
    })
  }

  const formulas: Record<string, (levels: number) => string> = {
    braces: (n) => `${'{'.repeat(n)}x${'}'.repeat(n)}`,
    fractions: (n) => `${'\\frac{'.repeat(n)}x${'}{y}'.repeat(n)}`,
    environments: (n) => `${'\\begin{matrix}'.repeat(n)}x${'\\end{matrix}'.repeat(n)}`,
    delimiters: (n) => `${'\\left('.repeat(n)}x${'\\right)'.repeat(n)}`,
    colors: (n) => `${'\\color{red} '.repeat(n)}x`,
    'roots with indices': (n) => `${'\\sqrt[a \\\\ '.repeat(n)}x`,
    parentheses: (n) => '('.repeat(n),
    'parentheses over lines': (n) => '( \\\\ '.repeat(n),
    'parentheses closed in comments': (n) => '(%)\n'.repeat(n),
    'braces closed in comments': (n) => '{%}\n'.repeat(n),
    'braces closed in verbatim text': (n) => '{\\verb|}|'.repeat(n),
    'other delimiters': (n) => '\\langle a '.repeat(n),
    'colors over lines': (n) => `{${'\\color{red} a \\\\ '.repeat(n)}}`,
    'conditions of chemical reactions': (n) => `\\ce{${'A->['.repeat(n)}${']'.repeat(n)}}`,
    'macros of parentheses': (n) => `\\def\\a{${'('.repeat(90)}}${'\\a '.repeat(Math.min(n, 150))}`,
    'macros in macros': (n) =>
      `\\def\\a#1{${'{'.repeat(40)}#1${'}'.repeat(40)}}${'\\a{'.repeat(Math.min(n, 45))}x${'}'.repeat(Math.min(n, 45))}`,
  }
  for (const [form, write] of Object.entries(formulas)) {
    test(`${form} in a formula`, async () => {
      for (const levels of [500, 5_000]) {
        const text = post(`Text.\n\n\`\`\`math\n${write(levels)}\n\`\`\``)
        const [first, ...more] = await diagnose({ ...other, 'posts/week-01.md': text })
        expect(first?.message, `${levels}`).toMatch(/^The formula is not valid TeX: it.* nested too deep\.$/)
        expect(more).toEqual([])
      }
    })
  }

  test('a long formula of many cells is not nested', async () => {
    const rows = '\\alpha_{1} + f(\\bar x) & = [0, \\frac{a}{b}) \\\\\n'.repeat(300)
    const text = post(`Text.\n\n\`\`\`math\n\\begin{aligned}\n${rows}\\end{aligned}\n\`\`\``)
    expect(await diagnose({ ...other, 'posts/week-01.md': text })).toEqual([])
  })

  const costly = ['*a*a*a*a*b', '+(a*)b', '+([a-z]|a)b', '(a+)+b', '[a-z]+b', '?(a)?(a)b', 'a'.repeat(1000)]
  test.each(costly.map((name) => `posts/${name}`))(
    'the glob %s, which takes exponential time to match, is reported',
    async (glob) => {
      const diagnostics = await diagnose({ ...other, 'archive.yaml': `posts: ["${glob}", posts/*]\n` })
      expect(diagnostics.map(inShort)).toEqual(['archive.yaml:1:9 settings-syntax'])
    },
  )

  test('other globs are not', async () => {
    const globs =
      '**/posts/**/*.{md,mdx} posts/*-*-* **/@(a|b)/!(c*).md app/(blog)/[[]slug]/+page.md !*/*/*/*/x'
    const posts = JSON.stringify([...globs.split(' '), 'posts/*'])
    expect(await diagnose({ ...other, 'archive.yaml': `posts: ${posts}\n` })).toEqual([])
  })

  test.each(['!(', '+(a|', '{a,', '['])('%s in a glob', async (opening) => {
    for (const levels of [4, 50, 10_000]) {
      const glob = `${opening.repeat(levels)}x${')'.repeat(levels)}`
      const diagnostics = await diagnose({ ...other, 'archive.yaml': `posts: ["${glob}", posts/*]\n` })
      expect(diagnostics.map(inShort)).toEqual(['archive.yaml:1:9 settings-syntax'])
    }
  })
})

test('front matter and archive.yaml have a size limit', async () => {
  const { yamlLength } = contentLimits
  const comment = (length: number) => `#${'x'.repeat(length - 2)}\n`
  const frame = post('', '').indexOf('---\n\n') - '---\n'.length
  expect(await found(comment(yamlLength - frame))).toEqual([])
  for (const [path, text, place] of [
    ['archive.yaml', comment(yamlLength + 1), '1:1'],
    ['posts/week-01.md', post('Text.', comment(yamlLength - frame + 1)), '2:1'],
  ] as const) {
    const diagnostics = await diagnose({ ...other, [path]: text })
    expect(diagnostics.map(inShort)).toEqual([`${path}:${place} file-too-large`])
    expect(diagnostics[0]?.message).toContain(`${yamlLength + 1} characters`)
  }
})

test('YAML aliases cannot expand without limit', async () => {
  const eight = (name: string) => `[${Array.from({ length: 8 }, () => `*${name}`).join(', ')}]`
  const bomb = [
    'a: &a [xxxxxxxx]',
    ...['ab', 'bc', 'cd', 'de', 'ef'].map((s) => `${s[1]}: &${s[1]} ${eight(s[0] ?? '')}`),
  ]
  const rules = (await found(`${bomb.join('\n')}\n`)).map(({ rule }) => rule)
  expect(rules).toEqual(['file-too-large'])

  const labels = Array.from({ length: 3_000 }, (_, n) => `  s${n}: { label: *long }\n`).join('')
  const settings = `title: &long ${'x'.repeat(1_000)}\nseries:\n${labels}`
  const [first, ...more] = await diagnose({ ...other, 'archive.yaml': settings })
  expect(first && inShort(first)).toMatch(/^archive\.yaml:\d+:\d+ file-too-large$/)
  expect(more).toEqual([])
})

test('lists the first of very many problems in a file, and counts the others', async () => {
  const { problems } = contentLimits
  const links = (count: number) => post('[x](none.md)\n'.repeat(count))
  const all = await diagnose({ ...other, 'posts/week-01.md': links(problems) })
  expect(all.map(({ rule }) => rule)).toEqual(Array.from({ length: problems }, () => 'dead-link'))

  const cut = await diagnose({
    ...other,
    'posts/week-01.md': links(problems + 7),
    'posts/week-04.md': links(1),
  })
  expect(cut.length).toBe(problems + 2)
  expect(cut[problems]).toMatchObject({
    ...{ path: 'posts/week-01.md', rule: 'more-problems', severity: 'warning' },
    message: '7 more problems in this file.',
  })
  expect(cut[problems + 1]?.path).toBe('posts/week-04.md')
})

test('problems that are not listed still count as errors', async () => {
  const warnings = '[x](none.md)\n\n'.repeat(contentLimits.problems + 1)
  const severities = async (body: string) =>
    new Set((await diagnose({ ...other, 'posts/week-01.md': post(body) })).map(({ severity }) => severity))
  expect(await severities(warnings)).toEqual(new Set(['warning']))
  expect(await severities(`${warnings}${'>'.repeat(101)} lost`)).toEqual(new Set(['warning', 'error']))
})

test('reports the column in lines of any length, and shows all but very long lines', async () => {
  for (const length of [contentLimits.excerptLength - 20, contentLimits.excerptLength + 1]) {
    const text = `${'x'.repeat(length)} [x](none.md)`
    const [first] = await diagnose({ ...other, 'posts/week-01.md': post(text) })
    expect(first).toMatchObject({ line: 7, column: length + 6, rule: 'dead-link' })
    expect(first?.excerpt).toBe(length > contentLimits.excerptLength ? '' : text)
  }
})

test('one mistake in front matter does not hide another, nor one in the body', async () => {
  const front = 'auther: x\npublished: soon\ntags: [a]\ntags: [b]\nchanges: x\n'
  const found = await diagnose({ ...other, 'posts/week-01.md': post('[x](none.md)\n\n# One', front) })
  const expected = ['unknown-key', 'bad-date', 'bad-value', 'bad-value', 'dead-link', 'heading-level']
  expect(found.map(({ rule }) => rule)).toEqual(expected)
})
