import { describe, expect, test } from 'vitest'
import { search } from '../../src/search/search.ts'
import { indexed, prose } from './documents.ts'

/** The numbers of the texts that a query finds, best first, among filler documents. */
function found(query: string, texts: readonly string[], language = 'en'): number[] {
  const others = Array.from({ length: 20 }, (_, at) => `Filler number ${'abcdefghijklmnopqrst'[at]}.`)
  const documents = [...texts, ...others].map((text) => prose([text], { language }))
  return search(indexed(documents), query)?.hits.map(({ document }) => document) ?? []
}

/** A query, a text that it must find, and a text that it must not find. */
const shapes: readonly [shape: string, ask: string, text: string, other: string][] = [
  ['a version without its v', '1.18', 'Out now: v1.18 is here.', 'Out now: v1.19 is here.'],
  ['a version with a v', 'v1.18', 'Out now: 1.18 is here.', 'Out now: 1.1 is here.'],
  ['a version by its first numbers', '1.18', 'Out now: 1.18.2 is here.', 'Out now: 1.17.18 is here.'],
  ['an unknown version, by the nearest', '1.18.7', 'Out now: 1.18 is here.', 'Out now: 1.2 is here.'],
  ['a version that ends in zeros', '1.18.0', 'Out now: 1.18 is here.', 'Out now: 18.0 is here.'],
  ['all versions of a major release', '8.x', 'Out now: v8.4.1 is here.', 'Out now: v9.8 is here.'],
  ['a major version', 'v8', 'Out now: 8.x is here.', 'Out now: 7.8 is here.'],
  ['a release candidate', '1.18', 'Out now: 1.18rc1 is here.', 'Out now: 1.19rc1 is here.'],
  ['a month', 'November 2012', 'It was in November 2012.', 'It was in May 2011.'],
  ['a ticket', '#4711', 'This fixes #4711.', 'This fixes #4712.'],
  ['a CVE', 'CVE-2021-44228', 'It is cve-2021-44228.', 'It is something else.'],
  ['a flag that contains a stop word', '--no-verify', 'Call it with --no-verify.', 'There is no such thing.'],
  ['a name in camel case', 'maxRetries', 'Set max_retries to three.', 'Set it to three.'],
  ['a name in snake case', 'max_retries', 'Set maxRetries to three.', 'Set it to three.'],
  ['a part of a name', 'retries', 'Set maxRetries to three.', 'Set it to three.'],
  ['a name with a hyphen', 'builtin', 'It is a built-in.', 'It is in there.'],
  ['a file', 'tsconfig.json', 'Open tsconfig.json first.', 'Open another first.'],
  ['a part of a dotted name', 'tsconfig', 'Open tsconfig.json first.', 'Open another first.'],
  ['a number with a unit', '10 GB', 'It takes 10GB.', 'It takes an hour.'],
  ['a large number', '1000000', 'It has 1,000,000 rows.', 'It has one row.'],
]

describe('names and numbers', () => {
  test.each(shapes)('%s: %s', (_, ask, text, other) => {
    expect(found(ask, [other, text])).toEqual([1])
  })

  test('an exact version ranks before longer ones', () => {
    expect(found('1.18', ['Version 1.18.3.', 'Version 1.18.', 'Version 1.18.0.'])[0]).toBe(1)
  })
})

/** A language, a query, and a text that it must find. */
const languages: readonly [language: string, ask: string, text: string][] = [
  ['de', 'Haus', 'Die Häuser sind alt.'],
  ['de', 'Aktualisierung', 'Es gibt Sicherheitsaktualisierungen, der Sicherheit halber.'],
  ['de', 'Paketverwaltung', 'Ein Paket hat eine Verwaltung.'],
  ['de', 'Groesse Größe', 'Die Grösse zählt.'],
  ['fr', 'eau', 'La qualité de l’eau.'],
  ['fr', 'l’eau', 'Des eaux profondes.'],
  ['fr', 'securite', 'La sécurité du système.'],
  ['fr', 'utilisées', 'Il a utilisé ce mot.'],
  ['es', 'información', 'Las informaciones llegan.'],
  ['es', 'informacion', 'La información llega.'],
  ['pt', 'informação', 'As informações chegam.'],
  ['it', 'acqua', 'La qualità dell’acqua.'],
  ['nl', 'pakket', 'Alle pakketten zijn er.'],
  ['ru', 'обновление', 'Вышли обновления пакетов.'],
  ['ru', 'елка', 'Стоит ёлка.'],
  ['ru', 'удалить', 'Удаление пакета.'],
  ['ru', 'диск', 'Дисковое пространство.'],
  ['ru', 'file', 'Откройте files здесь.'],
  ['sv', 'paket', 'Alla paketen finns.'],
  ['da', 'pakke', 'Alle pakker findes.'],
  ['nb', 'pakke', 'Alle pakker finnes.'],
  ['fi', 'talo', 'Se on talossa.'],
  ['ar', 'كتاب', 'قرأت الكتاب أمس.'],
  ['ar', 'والكتاب', 'هذا كتاب جديد.'],
  ['ar', 'إدارة', 'ادارة النظام سهلة.'],
  ['ar', 'كتب', 'كَتَبَ رسالة.'],
  ['ja', '検索', '全文検索の話。'],
  ['tr', 'dosya', 'Bir dosya.'],
]

test.each(languages)('in %s, %s finds "%s"', (language, ask, text) => {
  expect(found(ask, [text], language)).toEqual([0])
})

const german =
  'Das ist ein Text über die Häuser, und er ist nicht auf Englisch, sondern auf Deutsch, wie man sieht.'
const penguins = ['Penguins, penguins, penguins!', 'A text with a small pod in it, far from anything else.']

test.each<[rule: string, ask: string, texts: string[], expected: number[], language?: string]>([
  ['a brand in camel case is not found by a part of it', 'java', ['On JavaScript.'], []],
  ['a phrase crosses the parts of a hyphenated word', '"well known facts"', ['Some well-known facts.'], [0]],
  ["a post is indexed in its own language, not the archive's", 'Haus', [german], [0]],
  ['stop words are dropped', 'warum ist die Katze', ['Die Katze.', 'Warum ist die Nacht da?'], [0], 'de'],
  ['an unknown word among others is no prefix', 'sourdough bread', ['The breadth of it.'], []],
  ['an unknown word alone is corrected', 'configurat', ['The configuration of it.'], [0]],
  ['a corrected match ranks below an exact one', 'pengiuns pod', penguins, [1, 0]],
])('%s', (_, ask, texts, expected, language) => expect(found(ask, texts, language)).toEqual(expected))
