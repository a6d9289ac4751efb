import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { day, format, joinNames, quoteTerms } from '../../src/words/format.ts'
import { languages, month, wordsOf } from '../../src/words/words.ts'

const en = wordsOf('en')

/** Every message by its key; the forms of one as an object. */
function messagesOf(words: object, prefix = ''): [key: string, forms: Record<string, string>][] {
  return Object.entries(words).flatMap(([name, message]): [string, Record<string, string>][] => {
    const key = prefix + name
    if (typeof message === 'string') return [[key, { other: message }]]
    return 'other' in message ? [[key, message]] : messagesOf(message, `${key}.`)
  })
}

const keysOf = (words: object) => messagesOf(words).map(([key]) => key)
const namesIn = (text: string) => Array.from(text.matchAll(/\{(\w+)\}/g), ([, name]) => name).sort()

test('every file of a language is used', () => {
  const files = readdirSync(new URL('../../src/words/', import.meta.url)).filter((name) =>
    name.endsWith('.json'),
  )
  expect(files.sort()).toEqual(Object.keys(languages).map((language) => `${language}.json`))
})

describe.each(Object.entries(languages))('%s', (language, words) => {
  test('has the messages of English, in the same order', () => {
    expect(words.language).toBe(language)
    expect(keysOf(words)).toEqual(keysOf(en))
    expect(words.months).toHaveLength(12)
  })

  test('fills the same names, and has every plural form that it uses', () => {
    const english = new Map(messagesOf(en))
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
    for (const [key, forms] of messagesOf(words)) {
      const names = namesIn(english.get(key)?.['other'] ?? '')
      expect(namesIn(forms['other'] ?? ''), key).toEqual(names)
      for (const [form, text] of Object.entries(forms)) {
        expect(
          form === String(Number(form)) || pluralCategories.includes(form as 'one'),
          `${key}.${form}`,
        ).toBe(true)
        // An exact form may spell its number.
        for (const name of namesIn(text)) expect(names, `${key}.${form}`).toContain(name)
      }
    }
  })

  test('has results that need no HTML escaping', () => {
    const results = messagesOf(words.results).flatMap(([, forms]) => Object.values(forms))
    expect(results.length).toBeGreaterThan(12)
    expect(results.filter((text) => /[<>&"']/.test(text))).toEqual([])
  })

  test.runIf(language !== 'en')('is translated', () => {
    const english = new Map(messagesOf(en))
    const same = messagesOf(words).filter(([key, { other = '' }]) => {
      const isFormat = other.replace(/\{\w+\}/g, '').trim().length < 3
      return !isFormat && key !== 'direction' && other === english.get(key)?.['other']
    })
    // Such as "Important" in French.
    expect(same.length, same.map(([key]) => key).join(', ')).toBeLessThan(7)
  })
})

test('a number chooses the form: an exact one, else the plural of the language', () => {
  const counts = (language: string) => {
    const words = wordsOf(language)
    return [0, 1, 2].map((count) => format(words.results.count, { count }, words))
  }
  expect(counts('en')).toEqual(['No results', '1 result', '2 results'])
  expect(counts('de')).toEqual(['Keine Treffer', '1 Treffer', '2 Treffer'])
  expect(counts('ja')).toEqual(['検索結果はありません', '検索結果: 1件', '検索結果: 2件'])
  const posts = (language: string, count: number) =>
    format(wordsOf(language).posts, { count }, wordsOf(language))
  expect([posts('fr', 0), posts('fr', 2), posts('fr', 1_000_000)]).toEqual([
    '0 article',
    '2 articles',
    '1000000 articles',
  ])
})

test('values are filled in once, whatever they say', () => {
  expect(format('{a} and {b}', { a: '{b}', b: '$&' })).toBe('{b} and $&')
})

test('names and quoted words are joined as in a sentence', () => {
  expect([[], ['A'], ['A', 'B'], ['A', 'B', 'C']].map((names) => joinNames(names, en))).toEqual([
    '',
    'A',
    'A and B',
    'A, B and C',
  ])
  expect(joinNames(['A', 'B', 'C'], wordsOf('ar'))).toBe('A وB وC')
  expect(quoteTerms(['a', 'b'], wordsOf('fr'))).toBe('«\u00a0a\u00a0», «\u00a0b\u00a0»')
})

test('dates are in words', () => {
  expect(['2026-03-01', '2026-03-02'].map((iso) => day(iso, wordsOf('fr')).text)).toEqual([
    '1er mars 2026',
    '2 mars 2026',
  ])
  expect(month('2026-03', wordsOf('ja'))).toBe('2026年3月')
})
