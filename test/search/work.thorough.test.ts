import { describe, expect, test } from 'vitest'
import { joinParts } from '../../src/search/build.ts'
import { type Index, openIndex } from '../../src/search/load.ts'
import { DocumentReader } from '../../src/search/read.ts'
import { search } from '../../src/search/search.ts'
import { indexed, prose } from './documents.ts'

/** Upper bounds on the cost of a query in any archive, counted in reads of the index, which dominate. */

const post = (text: string) => prose(text.match(/(?:\S+ ?){1,20}/g)?.map((part) => part.trim()) ?? [])

/** Counts reads through DataView: `getUint8` for the postings, `getUint16` for tokens, `getUint32` for places, as of entries. */
function readsOf(work: () => void): { bytes: number; tokens: number; places: number } {
  const { getUint8, getUint16, getUint32 } = DataView.prototype
  const reads = { bytes: 0, tokens: 0, places: 0 }
  DataView.prototype.getUint8 = function (at) {
    reads.bytes++
    return getUint8.call(this, at)
  }
  DataView.prototype.getUint16 = function (at, little) {
    reads.tokens++
    return getUint16.call(this, at, little)
  }
  DataView.prototype.getUint32 = function (at, little) {
    reads.places++
    return getUint32.call(this, at, little)
  }
  try {
    work()
  } finally {
    Object.assign(DataView.prototype, { getUint8, getUint16, getUint32 })
  }
  return reads
}

/** Words that every post has many times, in random order. */
const frequent = Array.from({ length: 32 }, (_, at) => `w${String.fromCharCode(97 + (at % 26))}${at}`)
const random = (seed: number) => () => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
  return seed / 2 ** 32
}
const words = (length: number, seed: number) => {
  const next = random(seed)
  return Array.from({ length }, () => frequent[Math.floor(next() * 32)]).join(' ')
}

describe('the tokens read for a phrase', () => {
  const posts = 1500
  const each = 600
  const index = indexed(Array.from({ length: posts }, (_, at) => post(words(each, at))))

  test.each([
    ['that never occurs', `"${frequent.join(' ')}"`],
    ['that every post has', `"${frequent[0]} ${frequent[2]}"`],
    [
      'in a query of many phrases',
      frequent.map((word, at) => `"${word} ${frequent[(at + 1) % 31]}"`).join(' '),
    ],
    ['that repeats a word', frequent.map((word) => `"${word} ${word} ${word} ${word}"`).join(' ')],
  ])('%s are fewer than those of the archive', (_, query) => {
    const { tokens } = readsOf(() => search(index, query, { limit: 50 }))
    expect(tokens).toBeGreaterThan(1000)
    expect(tokens).toBeLessThan(600_000)
    expect(posts * each, 'tokens of the archive').toBeGreaterThan(800_000)
  })

  test('are bounded for frequent words without quotes too', () => {
    const { tokens } = readsOf(() => search(index, frequent.join(' ')))
    expect(tokens).toBeGreaterThan(1000)
    expect(tokens).toBeLessThan(120_000)
  })

  test('are reported as incomplete if the budget ran out', () => {
    expect(search(index, `"${frequent.join(' ')}"`)).toMatchObject({ total: 0, complete: false })
    expect(search(index, `${frequent[0]} ${frequent[1]}`)).toMatchObject({ total: posts, complete: true })
  })

  test('with a rare word are few, although every post is checked', () => {
    const rare = Array.from({ length: posts }, (_, at) =>
      post(
        `${words(each, at)} ${Array.from({ length: 130 }, (_, n) => `filler${n}`).join(' ')} rare ${at === posts - 1 ? 'bird' : 'x bird'}`,
      ),
    )
    const index = indexed(rare)
    let found: ReturnType<typeof search>
    const { tokens } = readsOf(() => {
      found = search(index, '"rare bird"')
    })
    expect(found).toMatchObject({ total: 1, complete: true, hits: [{ document: posts - 1 }] })
    expect(tokens).toBeLessThan(600_000)
  })
})

test('correcting unknown words costs little more than twice as much in a lexicon eight times as large', () => {
  const open = (count: number): Index => {
    const next = random(count)
    const word = () => Array.from({ length: 9 }, () => 'abcdef'[Math.floor(next() * 6)]).join('')
    const texts = Array.from({ length: count / 500 }, () => Array.from({ length: 500 }, word).join(' '))
    return indexed(texts.map(post))
  }
  const [few, many] = [open(10_000), open(80_000)]
  const query = 'aabbccddx ffeeddccx abcdefabx fedcbafex'
  const [less = 0, more = Infinity] = [few, many].map((index) => readsOf(() => search(index, query)).places)
  expect(many.entries / few.entries).toBeGreaterThan(7)
  expect(less).toBeGreaterThan(500)
  expect(more / less).toBeLessThan(2.1)
})

describe('a query of many words', () => {
  const posts = 400
  const texts = Array.from({ length: posts }, (_, at) => `${frequent.join(' ')} ${at === 7 ? 'saffron' : ''}`)
  const index = indexed(texts.map(post))
  const bytesFor = (count: number) => readsOf(() => search(index, frequent.slice(0, count).join(' '))).bytes

  test('reads no more postings for 32 words than for 16', () => {
    expect(bytesFor(8)).toBeGreaterThan(8 * posts)
    expect(bytesFor(16) / bytesFor(8)).toBeGreaterThan(1.5)
    expect(bytesFor(32) / bytesFor(16)).toBeLessThan(1.3)
  })

  test('uses the rarest words, and reports the others as dropped', () => {
    const few = search(index, `${frequent.slice(0, 20).join(' ')} saffron xyzzy`)
    expect(few?.hits[0]).toMatchObject({ document: 7 })
    expect(few?.interpreted.terms).toEqual(expect.arrayContaining(['saffron', 'xyzzy']))
    expect([...(few?.interpreted.dropped ?? [])].sort()).toEqual(
      frequent.filter((word) => frequent.indexOf(word) < 20 && !few?.interpreted.terms.includes(word)).sort(),
    )
  })

  test('uses every quoted word', () => {
    const query = frequent.map((word) => `"${word}"`).join(' ')
    expect(search(index, query)?.interpreted).toMatchObject({ terms: frequent, dropped: [] })
  })
})

describe('long posts', () => {
  /** All sentences match equally well. */
  const sentences = Array.from({ length: 40_000 }, () => 'Glacier.')
  const part = new DocumentReader().read(prose(sentences, { title: 'Long', summary: ['A summary.'] }))
  const open = (documents: number) => openIndex(joinParts(Array.from({ length: documents }, () => part)))
  const [few, many] = [open(3), open(24)]
  const cost = (index: Index) => {
    const reads = readsOf(() => search(index, 'glacier turbine', { limit: 50 }))
    return reads.bytes + reads.tokens
  }

  test('do not multiply the cost of a search by their number', () => {
    expect(cost(many) / cost(few)).toBeLessThan(4)
  })

  test('are all found, but only the first have passages', () => {
    const { hits = [], total } = search(many, 'glacier', { limit: 50 }) ?? {}
    expect([total, hits.length]).toEqual([24, 24])
    expect(hits[0]?.passages[0]?.text).toContain('Glacier. Glacier.')
    expect(hits.at(-1)?.passages).toEqual([])
  })
})
