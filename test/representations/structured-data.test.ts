import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { homeHtml, listHtml, postHtml } from '../../src/representations/html.ts'
import { build, found } from '../archive/build.ts'
import { imported } from '../installed.ts'
import { type Element, elements } from './elements.ts'

const title = 'A "title" with </script><!-- <b> & \'quotes\''
const built = await build({
  'archive.yaml': `title: The <Second> Reader
language: pt-BR
terms: Ask first.
author: { name: The Editors, url: "https://example.org/us" }
authors:
  grace: { name: Grace Hopper, family: Hopper, url: "https://example.org/grace" }
series: { research: { label: "Research & more" } }
`,
  'posts/week-01.md': `---
title: ${JSON.stringify(title)}
series: research
summary: One "sentence" </script>.
published: 2026-11-05
modified: 2026-11-06T08:00:00Z
authors: [grace, "Ada \\"Lady\\" </script>"]
tags: [http, c++]
image: https://images.example.net/one.png
---

Text.
`,
  'posts/week-02.md': '---\ntitle: Without a date\nseries: research\n---\n\nText.\n',
})
const archive = built
const [dated, undated] = archive.posts.map((post) => postHtml(post, archive)).map(elements)
const homePage = elements(homeHtml(archive.home, archive))
const lists = archive.listPages.map((page) => elements(listHtml(page, archive)))

type Data = Record<string, unknown>
const dataOf = (page: readonly Element[] | undefined): Data[] =>
  found(page)
    .filter(({ name, attributes }) => name === 'script' && attributes['type'] === 'application/ld+json')
    .map(({ text }) => JSON.parse(text))
const content = (page: readonly Element[] | undefined, name: string) =>
  found(page)
    .filter(({ attributes }) => attributes['name'] === name || attributes['property'] === name)
    .map(({ attributes }) => attributes['content'])

describe('structured data of a post', () => {
  test('has an Article with all authors, and any characters in the title', () => {
    const [article] = dataOf(dated)
    expect(article).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Article',
      headline: title,
      description: 'One "sentence" </script>.',
      author: [
        {
          '@type': 'Person',
          name: 'Grace Hopper',
          familyName: 'Hopper',
          givenName: 'Grace',
          url: 'https://example.org/grace',
        },
        { '@type': 'Person', name: 'Ada "Lady" </script>' },
      ],
      publisher: { '@type': 'Organization', name: 'The Editors', url: 'https://example.org/us' },
      datePublished: '2026-11-05',
      dateModified: '2026-11-06T08:00:00Z',
      keywords: ['http', 'c++'],
      wordCount: 1,
      articleSection: 'Research & more',
      inLanguage: 'pt-BR',
      isPartOf: { '@type': 'Periodical', name: 'The <Second> Reader', url: 'https://example.org/' },
      image: 'https://images.example.net/one.png',
      license: 'https://example.org/privacy',
      mainEntityOfPage: { '@type': 'WebPage', '@id': 'https://example.org/posts/week-01' },
      url: 'https://example.org/posts/week-01',
    })
    expect(dataOf(undated)[0]).not.toHaveProperty('datePublished')
  })

  test('has a BreadcrumbList', () => {
    expect(dataOf(dated)[1]).toEqual({
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'The <Second> Reader', item: 'https://example.org/' },
        {
          ...{ '@type': 'ListItem', position: 2, name: 'Research & more' },
          item: 'https://example.org/series/research',
        },
        { '@type': 'ListItem', position: 3, name: title, item: 'https://example.org/posts/week-01' },
      ],
    })
  })
})

test('settings are escaped in the twin of the home page', async () => {
  const own = await build({
    'archive.yaml': 'description: "# No heading, and *no* emphasis."\n',
    'posts/a.md': '---\ntitle: A\nseries: __x__\npublished: 2026-01-01\n---\n\nText.\n',
    'posts/b.md': '---\ntitle: B\nseries: y\npublished: 2026-01-02\n---\n\nText.\n',
  })
  const { markdown } = own.home
  expect(markdown).toMatch(/^\\# No heading, and \\\*no\\\* emphasis/)
  expect(markdown).toContain('Series: \\_\\_x\\_\\_, part 1')
})

test('structured data of the home page has a WebSite with a SearchAction', () => {
  const [site] = dataOf(homePage)
  expect(site).toMatchObject({
    '@type': 'WebSite',
    name: 'The <Second> Reader',
    potentialAction: {
      '@type': 'SearchAction',
      target: { urlTemplate: 'https://example.org/search?q={search_term_string}' },
      'query-input': 'required name=search_term_string',
    },
  })
})

test('structured data of a list has a collection and a BreadcrumbList', () => {
  expect(lists.length).toBeGreaterThan(4)
  for (const list of lists) {
    const [collection, crumbs, ...more] = dataOf(list)
    expect([collection?.['@type'], crumbs?.['@type'], more]).toEqual(['CollectionPage', 'BreadcrumbList', []])
    const [canonical] = list.filter(({ attributes }) => attributes['rel'] === 'canonical')
    expect(collection?.['url']).toBe(canonical?.attributes['href'])
  }
})

/** The part of jsonld that this test uses. */
interface JsonLd {
  readonly default: { expand(document: object, options: object): Promise<readonly Expanded[]> }
}
interface Expanded {
  readonly [key: string]: readonly (Expanded | { readonly '@value': unknown })[]
}
const jsonld = await imported<[JsonLd]>('jsonld')

describe.runIf(jsonld)('schema.org', () => {
  const vocabulary = readVocabulary()

  test('defines every type and property that pages use', async () => {
    const [{ default: parser }] = found(jsonld)
    let checked = 0
    for (const page of [found(dated), found(undated), homePage, ...lists]) {
      for (const data of dataOf(page)) {
        const context = { '@context': { '@vocab': 'http://schema.org/' } }
        const documentLoader = async (url: string) => {
          expect(url).toBe('https://schema.org')
          return { documentUrl: url, document: context }
        }
        // With `safe`, the parser throws on properties that it would drop.
        for (const thing of await parser.expand(data, { safe: true, documentLoader })) check(thing)
      }
    }
    expect(checked).toBeGreaterThan(100)

    function check(thing: Expanded): void {
      const [type = ''] = (thing['@type'] ?? []) as unknown as readonly string[]
      expect(vocabulary.classes, type).toContain(type)
      for (const [property, values] of Object.entries(thing)) {
        if (property.startsWith('@')) continue
        // https://schema.org/docs/actions.html: the inputs of an action are properties with this suffix.
        const name = property.replace(/-input$/, '')
        const domains = vocabulary.domains.get(name) ?? []
        expect(
          domains.some((domain) => isA(type, domain)),
          `${property} of ${type}`,
        ).toBe(true)
        checked++
        for (const value of values) if (!('@value' in value) && '@type' in value) check(value as Expanded)
      }
    }
  })

  function isA(type: string, ancestor: string): boolean {
    return type === ancestor || (vocabulary.parents.get(type) ?? []).some((parent) => isA(parent, ancestor))
  }
})

describe('meta tags', () => {
  test.each([
    ['citation_title', [title]],
    ['citation_author', ['Grace Hopper', 'Ada "Lady" </script>']],
    ['citation_publication_date', ['2026/11/05']],
    ['citation_journal_title', ['The <Second> Reader']],
    ['citation_language', ['pt-BR']],
    ['citation_public_url', ['https://example.org/posts/week-01']],
    ['citation_keywords', ['http', 'c++']],
    ['author', ['Grace Hopper', 'Ada "Lady" </script>']],
    ['og:title', [title]],
    ['og:locale', ['pt_BR']],
    ['article:published_time', ['2026-11-05']],
    ['article:modified_time', ['2026-11-06T08:00:00Z']],
    ['article:author', ['https://example.org/grace']],
    ['article:section', ['Research & more']],
    ['article:tag', ['http', 'c++']],
    ['twitter:card', ['summary_large_image']],
  ])('%s', (name, values) => expect(content(dated, name)).toEqual(values))

  test('omit missing dates and tags, and images where there are none', () => {
    for (const name of ['citation_publication_date', 'article:published_time', 'article:tag'])
      expect(content(undated, name), name).toEqual([])
    for (const page of [undated, homePage, ...lists])
      expect(content(page, 'twitter:card')).toEqual(['summary'])
  })

  test('come with links for citation managers and a license link', () => {
    const links = found(dated).filter(({ name }) => name === 'link')
    expect(links.map(({ attributes: { rel, type, href } }) => [rel, type, href])).toEqual(
      expect.arrayContaining([
        ['describedby', 'application/x-bibtex', 'https://example.org/posts/week-01.bib'],
        [
          'describedby',
          'application/vnd.citationstyles.csl+json',
          'https://example.org/posts/week-01.csl.json',
        ],
        ['license', undefined, 'https://example.org/privacy'],
      ]),
    )
  })
})

/** The schema.org vocabulary, from its published triples. */
function readVocabulary() {
  const file = createRequire(import.meta.url).resolve('@vocabulary/schema/schema.nq')
  const triple = /^<([^>]+)> <([^>]+)> <([^>]+)> /gm
  const classes = new Set<string>()
  const parents = new Map<string, string[]>()
  const domains = new Map<string, string[]>()
  const add = (map: Map<string, string[]>, key: string, value: string) =>
    map.set(key, [...(map.get(key) ?? []), value])
  for (const [, subject = '', predicate = '', object = ''] of readFileSync(file, 'utf8').matchAll(triple)) {
    if (object === 'http://www.w3.org/2000/01/rdf-schema#Class') classes.add(subject)
    if (predicate === 'http://www.w3.org/2000/01/rdf-schema#subClassOf') add(parents, subject, object)
    if (predicate === 'http://schema.org/domainIncludes') add(domains, subject, object)
  }
  return { classes: [...classes], parents, domains }
}
