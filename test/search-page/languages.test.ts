import { describe, expect, test } from 'vitest'
import { compile, memory } from '../../src/compile.ts'
import { serve } from '../../src/serve.ts'
import { pageWordsOf, wordsOf } from '../../src/words/words.ts'

const languages = ['en', 'de', 'fr', 'es', 'ja', 'ar'] as const
const post = `---\ntitle: Lanterns\nseries: research\nsummary: A summary.\n---\n\n## Light\n\nThe lantern glows.\n`
const title = 'Light & Shade'

async function archiveIn(language: string) {
  const settings = `title: ${title}\nlanguage: ${language}\nauthor:\n  name: Ada\n  email: ada@example.org\n`
  const files = { 'archive.yaml': settings, 'posts/week-01.md': post }
  const { value: snapshot } = await compile(memory(files), { encodings: ['identity'] })
  if (!snapshot) throw new Error(`the archive in ${language} has errors`)
  const handler = serve(snapshot)
  return (target: string) => {
    const { status, body } = handler({ method: 'GET', target })
    expect(status, target).toBe(200)
    return new TextDecoder().decode(body ?? undefined)
  }
}

const queries = {
  hit: 'lantern',
  misspelt: 'lantren',
  unknown: 'zzyzx',
  'too far': 'lantern&page=7',
  'no words': '%3F%3F',
  'too long': `lantern+${'x'.repeat(1100)}`,
}

/** The message for each query in a language; `shown` renders the words of the query. */
function expected(language: string, shown = (text: string) => text): Record<keyof typeof queries, string> {
  const { count, replaced, nowhere, noPage, noWords, cut } = wordsOf(language).results
  return {
    hit: count(1),
    misspelt: replaced(shown('lantren'), [shown('lantern')]),
    unknown: nowhere([shown('zzyzx')]),
    'too far': noPage(7),
    'no words': noWords,
    'too long': cut(1024),
  }
}

describe.each(languages)('an archive in %s', (language) => {
  const get = archiveIn(language)
  const html = (text: string) => text.replaceAll('&', '&amp;')
  const isolated = (text: string) => (language === 'ar' ? `<bdi>${html(text)}</bdi>` : html(text))

  test('has messages in its language on the results page and its twin', async () => {
    const [page, twin] = [expected(language, isolated), expected(language)]
    const english = expected('en')
    for (const [what, query] of Object.entries(queries) as [keyof typeof queries, string][]) {
      const [shown, markdown] = [(await get)(`/search?q=${query}`), (await get)(`/search.md?q=${query}`)]
      expect(shown, what).toContain(`<p>${page[what]}</p>`)
      expect(markdown, what).toContain(twin[what].replaceAll('&', '\\&'))
      if (language !== 'en') expect(shown, what).not.toContain(`<p>${html(english[what])}</p>`)
    }
  })

  test('has the query in the title of the results page and the heading of its twin', async () => {
    const named = wordsOf(language).results.title('lantern')
    expect((await get)('/search?q=lantern')).toContain(`<title>${named} · ${html(title)}</title>`)
    expect((await get)('/search.md?q=lantern')).toContain(`\n# ${named}\n`)
  })

  test('has search, contact and privacy pages in its language', async () => {
    const words = wordsOf(language)
    const { search, contact, privacy, noTerms } = pageWordsOf(language)
    for (const [path, name, texts] of [
      ['/search', words.search, [search.summary(title), search.text]],
      ['/contact', words.contact, [contact.publisher('Light \\& Shade', 'Ada'), contact.corrections]],
      ['/privacy', words.privacy, [privacy.privacy, noTerms, privacy.caching]],
    ] as const) {
      const twin = (await get)(`${path}.md`)
      expect(twin).toContain(`\n# ${name}\n`)
      for (const text of texts) expect(twin, path).toContain(text)
      expect((await get)(path)).toContain(`<title>${name} · `)
    }
  })

  test('has a developer portal in English, marked as such', async () => {
    const portal = (await get)('/developers')
    expect(portal).toContain(`<html lang="${language}"`)
    expect(portal).toContain(`<article class="post"${language === 'en' ? '' : ' lang="en" dir="ltr"'}>`)
    expect(portal).toContain('<summary>Contents</summary>')
  })
})

test('the search field has dir="auto" in a right-to-left archive', async () => {
  expect((await archiveIn('ar'))('/search?q=lantern')).toContain('value="lantern" dir="auto"')
  expect((await archiveIn('en'))('/search?q=lantern')).not.toContain('dir="auto"')
})

describe('interface strings', () => {
  /** Every string of a table by its key; functions are called with sample arguments. */
  function texts(words: object, name = ''): [name: string, text: string][] {
    return Object.entries(words).flatMap(([key, one]): [string, string][] => {
      const path = `${name}.${key}`
      if (typeof one === 'function') return samples(one).map((text) => [path, text])
      return typeof one === 'object' ? texts(one, path) : [[path, String(one)]]
    })
  }
  /** Calls a function with arguments of several types, and returns what works. */
  function samples(make: (...values: unknown[]) => unknown): string[] {
    const tried = [
      [7, 'ONE'],
      ['ONE', ['TWO', 'THREE']],
      [['ONE', 'TWO'], 'x'],
    ]
    return tried.flatMap((values) => {
      try {
        const text = make(...values)
        return typeof text === 'string' ? [text] : []
      } catch {
        return []
      }
    })
  }
  const tableOf = (language: string) => ({
    results: wordsOf(language).results,
    pages: pageWordsOf(language),
  })

  test.each(languages)('of results in %s need no HTML escaping', (language) => {
    const strings = texts(tableOf(language).results)
    expect(strings.length).toBeGreaterThan(15)
    expect(strings.filter(([, text]) => /[<>&"']/.test(text))).toEqual([])
  })

  test.each(languages.slice(1))('in %s all differ from English', (language) => {
    const english = texts(tableOf('en'))
    const strings = new Map(texts(tableOf(language)).map(([name, text]) => [`${name} ${text}`, text]))
    const same = english.filter(
      ([name, text]) => name !== '.results.address' && strings.has(`${name} ${text}`),
    )
    expect(english.length, 'number of strings').toBeGreaterThan(30)
    expect(same).toEqual([])
  })
})
