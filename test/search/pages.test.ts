import { expect, test } from 'vitest'
import { BytesMissing, runUntilLoaded } from '../../src/base/bytes-missing.ts'
import { readIndex, openIndex, readHead } from '../../src/search/load.ts'
import { searchLanguage } from '../../src/search/languages.ts'
import { fencesOf } from '../../src/search/lexicon.ts'
import { pageLength, PagedBytes } from '../../src/search/bytes.ts'
import { search } from '../../src/search/search.ts'
import { buildIndex, prose } from './documents.ts'

/** An index that is loaded page by page, on demand. */

const word = (number: number) => `w${number.toString(36).padStart(3, 'x')}`
const sentence = (at: number, nth: number) =>
  `${word((at * nth) % 997)} glacier ${word((at + nth) % 211)} and ${word(at * 31 + nth)}.`
const documents = Array.from({ length: 300 }, (_, at) => {
  const sentences = Array.from({ length: 20 }, (_, nth) => sentence(at, nth))
  return prose(sentences, { title: `${word(at)} ${word(at * 7)}` })
})
const bytes = buildIndex(documents)
const inMemory = openIndex(bytes)

function inPages() {
  const loaded: number[] = []
  const paged = new PagedBytes(bytes.length, async (page) => {
    loaded.push(page)
    return bytes.subarray(page * pageLength, (page + 1) * pageLength)
  })
  const head = { ...readHead(bytes), fences: fencesOf(inMemory) }
  const index = readIndex(paged, head, head.languages.map(searchLanguage), () => new Uint8Array())
  let rounds = 0
  const ask = (query: string) =>
    runUntilLoaded(() => {
      rounds++
      return search(index, query)
    })
  return { index, ask, loaded, rounds: () => rounds }
}

const unknown = ['glaceir', 'glac', 'wzz zzw', 'zzz', 'aaaa']
test.each(['glacier', `${word(5)} ${word(12)}`, `"glacier ${word(40)}"`, word(700), ...unknown])(
  '%s has the same results as in memory, and loads each page once',
  async (query) => {
    const { ask, loaded } = inPages()
    expect(await ask(query)).toEqual(search(inMemory, query))
    expect(new Set(loaded).size).toBe(loaded.length)
  },
)

test('a rare word loads few pages in few rounds, and none when repeated', async () => {
  const { ask, loaded, rounds } = inPages()
  await ask(word(31 * 299))
  expect(loaded.length).toBeLessThan(12)
  expect(bytes.length / pageLength).toBeGreaterThan(20)
  expect(rounds()).toBeLessThan(9)
  const before = loaded.length
  await ask(word(31 * 299))
  expect(loaded.length).toBe(before)
})

test('reading a page that is not loaded throws BytesMissing', () => {
  const { index } = inPages()
  for (const read of [
    () => index.idOf(0),
    () => index.firstUnit(299),
    () => index.idAt(5000),
    () => index.signatureOf(100),
    () => index.textsOf(3),
    () => index.lexicon.getUint8(0),
  ])
    expect(read).toThrow(BytesMissing)
})
