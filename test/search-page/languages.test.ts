import { describe, expect, test } from 'vitest'
import { answering, textOf } from '../answering.ts'
import { compiled } from '../snapshot/fixture.ts'
import { format, quoteTerms } from '../../src/words/format.ts'
import { languages as translations, wordsOf } from '../../src/words/words.ts'

const languages = Object.keys(translations)
const post = `---\ntitle: Lanterns\nseries: research\nsummary: A summary.\n---\n\n## Light\n\nThe lantern glows.\n`
const title = 'Light & Shade'

async function archiveIn(language: string) {
  const settings = `title: ${title}\nlanguage: ${language}\nauthor:\n  name: Ada\n  email: ada@example.org\n`
  const files = { 'archive.yaml': settings, 'posts/week-01.md': post }
  const handler = answering(await compiled(files))
  return (target: string) => {
    const answer = handler({ method: 'GET', target })
    expect(answer.status, target).toBe(200)
    return textOf(answer)
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
  const words = wordsOf(language)
  const { count, replaced, nowhere, noPage, noWords, cut } = words.results
  const quoted = (term: string) => quoteTerms([shown(term)], words)
  return {
    hit: format(count, { count: 1 }, words),
    misspelt: format(replaced, { term: quoted('lantren'), by: quoted('lantern') }),
    unknown: format(nowhere, { terms: quoted('zzyzx') }),
    'too far': format(noPage, { page: 7 }),
    'no words': noWords,
    'too long': format(cut, { characters: 1024 }),
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
    const named = format(wordsOf(language).results.title, { words: 'lantern' })
    expect((await get)('/search?q=lantern')).toContain(`<title>${named} · ${html(title)}</title>`)
    expect((await get)('/search.md?q=lantern')).toContain(`\n# ${named}\n`)
  })

  test('has search, contact and privacy pages in its language', async () => {
    const words = wordsOf(language)
    const { search, contact, privacy, noTerms } = words.pages
    const publisher = format(contact.publisher, { publication: 'Light \\& Shade', name: 'Ada' })
    for (const [path, name, texts] of [
      ['/search', words.search, [format(search.summary, { publication: title }), search.text]],
      ['/contact', words.contact, [publisher, contact.corrections]],
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
