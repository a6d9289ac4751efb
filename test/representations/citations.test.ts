import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Author } from '../../src/archive/authors.ts'
import type { Archive, Post } from '../../src/archive/model.ts'
import { bibtex, citationText, cslJson, references, ris } from '../../src/representations/citations.ts'
import { build, found, post } from '../archive/build.ts'
import { imported } from '../installed.ts'
import { cases } from '../thorough.ts'

/** The part of citation-js that these tests use. */
interface CitationJs {
  readonly default: {
    readonly Cite: new (
      input: unknown,
    ) => {
      readonly data: readonly Readonly<Record<string, unknown>>[]
      format(form: string, options?: object): string
    }
  }
}
const citationJs = await imported<[CitationJs]>(
  '@citation-js/core',
  '@citation-js/core',
  '@citation-js/plugin-bibtex',
  '@citation-js/plugin-csl',
)
const cite = (input: unknown) => new (found(citationJs)[0].default.Cite)(input)
const read = (text: string) => found(cite(text).data[0])

const files = { 'posts/week-01.md': post('Text.', 'published: 2026-11-05\ntags: [http, "a, b"]\n') }
const archive = await build({ 'archive.yaml': 'title: The Second Reader\n', ...files })
const plain = found(archive.posts[0])
const grace = { name: 'Grace Hopper', type: 'person', family: 'Hopper' } as const

const titled = (title: string) => bibtex({ ...plain, title }, archive).split('\n')[1]
const authored = (...authors: [Author, ...Author[]]) => bibtex({ ...plain, authors }, archive).split('\n')[2]

describe('BibTeX', () => {
  test('has every field of a citation', () => {
    expect(bibtex({ ...plain, authors: [grace] }, archive)).toBe(`@article{the-second-reader-week-01,
  title = {A title},
  author = {Hopper, Grace},
  journal = {The {Second} {Reader}},
  year = {2026},
  month = nov,
  day = {5},
  url = {https://example.org/posts/week-01},
  language = {en},
  keywords = {http, {a, b}}
}
`)
  })

  test('omits the year of a post without a date', () => {
    const entry = bibtex({ ...plain, datePublished: null, tags: [] }, archive)
    expect(entry).not.toMatch(/year|month|day|keywords/)
  })

  const titles = [
    ['HTTP and the Web', '{HTTP} and the {Web}'],
    ['An iPhone’s 100% & more', 'An {iPhone’s} 100\\% \\& more'],
    [
      '\\Foo {x} ~ ^ <b>',
      '{{\\textbackslash{}Foo}} \\textbraceleft{}x\\textbraceright{} \\textasciitilde{} \\textasciicircum{} \\textless{}b\\textgreater{}',
    ],
    ['a--b ‘’ $1_000 #2', 'a-{}-b ‘’ \\$1\\_000 \\#2'],
    ['日本語の題名 Über alles', '日本語の題名 {Über} alles'],
    ['two\nlines\u0007 and a bell', 'two lines and a bell'],
  ] as const
  test.each(titles)('keeps capitals and escapes special characters in a title: %s', (title, written) => {
    expect(titled(title)).toBe(`  title = {${written}},`)
  })
  test.runIf(citationJs)('has titles that citation-js reads as written', () => {
    for (const [title] of titles)
      expect(read(bibtex({ ...plain, title }, archive))['title']).toBe(
        title.replace('\u0007', '').replace('\n', ' '),
      )
  })

  test.each<[string, Author, string]>([
    ['a person with a family name', grace, 'Hopper, Grace'],
    [
      'a person whose family name comes first',
      { ...grace, name: 'Mao Zedong', family: 'Mao' },
      'Mao, Zedong',
    ],
    [
      'a family name of several words',
      { ...grace, name: 'Ana de la Cruz', family: 'de la Cruz' },
      '{de la Cruz}, Ana',
    ],
    ['a person without a family name', { name: 'Grace Hopper', type: 'person' }, '{Grace Hopper}'],
    ['a person with a single name', { ...grace, name: 'Sukarno', family: 'Sukarno' }, '{Sukarno}'],
    ['a family name that is not part of the name', { ...grace, family: 'Murray' }, '{Grace Hopper}'],
    [
      'an organization',
      { name: 'Smith, Jones and Sons', type: 'organization', family: 'Sons' },
      '{Smith, Jones and Sons}',
    ],
  ])('formats the author: %s', (_, author, written) => {
    expect(authored(author)).toBe(`  author = {${written}},`)
    expect(authored(author, grace)).toBe(`  author = {${written} and Hopper, Grace},`)
  })

  test('keeps special characters in URLs', () => {
    const url = 'https://example.org/a_b?q={x}&y=%20#\\z'
    expect(bibtex({ ...plain, url }, archive)).toContain(
      '  url = {https://example.org/a_b?q=%7Bx%7D&y=%20#%5Cz},\n',
    )
  })
})

test('CSL-JSON is a list of one item', () => {
  const item = cslJson({ ...plain, authors: [grace, { name: 'The Lab', type: 'organization' }] }, archive)
  expect(item).toEqual([
    {
      id: 'the-second-reader-week-01',
      type: 'article-magazine',
      title: 'A title',
      author: [{ family: 'Hopper', given: 'Grace' }, { literal: 'The Lab' }],
      issued: { 'date-parts': [[2026, 11, 5]] },
      'container-title': 'The Second Reader',
      URL: 'https://example.org/posts/week-01',
      language: 'en',
      keyword: 'http,a, b',
    },
  ])
})

test('the plain citation has authors, date, title, publication and URL', () => {
  const authors = [grace, { name: 'The Lab', type: 'organization' }] as const
  expect(citationText({ ...plain, authors }, archive)).toBe(
    'Grace Hopper, The Lab (2026-11-05). “A title”. The Second Reader. https://example.org/posts/week-01',
  )
})

describe.runIf(citationJs)('any title and authors', () => {
  const specials = [
    ...'\\{}~^<>|&%$#_"\'`-,?!@=:.() ',
    ' and ',
    '--',
    '\\textbf{x}',
    'é',
    '日本',
    'ß',
    'Ω',
    '🙂',
    'مرحبا',
  ]
  const text = fc
    .array(fc.oneof(fc.constantFrom(...specials), fc.string({ unit: 'grapheme', maxLength: 6 })), {
      maxLength: 12,
    })
    // Front matter values are single lines.
    .map((pieces) =>
      pieces
        .join('')
        .replaceAll(/[\s\p{Cc}\p{Cn}\p{Cs}]+/gu, ' ')
        .trim(),
    )
    .filter((line) => line !== '')
  const author = fc.oneof(
    fc.record({ name: text, type: fc.constantFrom('person', 'organization') }),
    fc.tuple(text, text, fc.boolean()).map(([given, family, first]) => ({
      name: first ? `${family} ${given}` : `${given} ${family}`,
      type: 'person',
      family,
    })),
  ) as fc.Arbitrary<Author>
  const written = fc.record({
    title: text,
    authors: fc.array(author, { minLength: 1, maxLength: 4 }) as unknown as fc.Arbitrary<Post['authors']>,
    datePublished: fc.option(
      fc
        .date({ min: new Date('1600-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
        .map((date) => date.toISOString().slice(0, 10)),
    ),
    journal: text,
  })

  test('are equal in BibTeX and CSL-JSON, as parsed by citation-js', () => {
    let compared = 0
    fc.assert(
      fc.property(written, ({ journal, ...facts }) => {
        const of: Archive = { ...archive, settings: { ...archive.settings, title: journal } }
        const cited: Post = { ...plain, ...facts }
        const [item] = cslJson(cited, of)
        const fromBibtex = read(bibtex(cited, of))
        const fromCsl = read(JSON.stringify([item]))
        expect(fromBibtex['author']).toEqual(
          item?.author.map((name) => ('literal' in name ? { family: name.literal } : name)),
        )
        expect(fromCsl).toMatchObject(item ?? {})
        for (const key of ['id', 'title', 'container-title', 'issued', 'URL', 'language'] as const) {
          expect(fromBibtex[key], key).toEqual(fromCsl[key])
          compared++
        }
        compared += cited.authors.length
      }),
      { numRuns: cases(60, 2000) },
    )
    expect(compared).toBeGreaterThan(cases(60, 2000) * 7 - 1)
  })
})

describe('citation styles', () => {
  const ada = { name: 'Ada King Lovelace', type: 'person', family: 'Lovelace' } as const
  const team = { name: 'The Team', type: 'organization' } as const
  const sukarno = { name: 'Sukarno', type: 'person' } as const
  const inStyle = (name: 'APA' | 'MLA' | 'Chicago', one: Partial<Post>) =>
    references({ ...plain, ...one }, archive)[name]

  test('APA names all authors by family name and initial', () => {
    expect(inStyle('APA', { authors: [grace, ada, team] })).toBe(
      'Hopper, G., Lovelace, A. K., & The Team. (2026, November 5). A title. The Second Reader. https://example.org/posts/week-01',
    )
  })

  test.runIf(citationJs).each([[[grace]], [[grace, ada]], [[ada, grace, sukarno]], [[team]]] as const)(
    'APA equals the output of citeproc: %j',
    (authors) => {
      const one = { ...plain, authors: [...authors] as [Author, ...Author[]] }
      const form = { template: 'apa', format: 'text', lang: 'en-US' }
      const written = cite(cslJson(one, archive)).format('bibliography', form)
      expect(references(one, archive).APA).toBe(written.trim())
    },
  )

  test.each([
    [[grace], 'Hopper, Grace. “A title.” The Second Reader, 5 Nov. 2026, https://example.org/posts/week-01.'],
    [[grace, ada], 'Hopper, Grace, and Ada King Lovelace. “A title.”'],
    [[grace, ada, team], 'Hopper, Grace, et al. “A title.”'],
    [[sukarno], 'Sukarno. “A title.”'],
  ] as const)('MLA names at most two authors: %j', (authors, start) => {
    expect(inStyle('MLA', { authors: [...authors] as [Author, ...Author[]] })).toContain(start)
  })

  test('Chicago names all authors, the first by family name', () => {
    expect(inStyle('Chicago', { authors: [grace, ada, team] })).toBe(
      'Hopper, Grace, Ada King Lovelace, and The Team. “A title.” The Second Reader, November 5, 2026. https://example.org/posts/week-01',
    )
  })

  test('a title that ends with punctuation gets no period, and a missing date is "n.d." or omitted', () => {
    expect(inStyle('MLA', { title: 'Why?' })).toContain('“Why?” The')
    expect(inStyle('APA', { datePublished: null })).toContain('(n.d.). A title.')
    expect(inStyle('Chicago', { datePublished: null })).toContain('The Second Reader. https')
    expect(inStyle('MLA', { datePublished: '2026-06-01' })).toContain('1 June 2026')
  })

  test('RIS has a line for each field', () => {
    expect(ris({ ...plain, authors: [grace, team], title: 'Two\nlines' }, archive)).toBe(`TY  - BLOG
TI  - Two lines
AU  - Hopper, Grace
AU  - The Team
PY  - 2026
DA  - 2026/11/05
T2  - The Second Reader
UR  - https://example.org/posts/week-01
LA  - en
KW  - http
KW  - a, b
ER  - 
`)
  })
})
