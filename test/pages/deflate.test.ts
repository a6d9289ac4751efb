import { inflateSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Deflater } from '../../src/pages/deflate.ts'
import { huffmanCode } from '../../src/pages/huffman.ts'
import { cases } from '../thorough.ts'

test('whatever is deflated, zlib inflates to the same bytes', () => {
  const stretch = fc.record({
    byte: fc.nat(255),
    count: fc.oneof(fc.constantFrom(1, 2, 3, 4), fc.nat(2_000)),
  })
  let compared = 0
  fc.assert(
    fc.property(
      fc.array(fc.oneof(stretch, stretch, fc.uint8Array({ maxLength: 500 })), { maxLength: 60 }),
      (all) => {
        const deflater = new Deflater()
        const bytes: number[] = []
        for (const one of all) {
          const part = one instanceof Uint8Array ? [...one] : new Array<number>(one.count).fill(one.byte)
          bytes.push(...part)
          if (one instanceof Uint8Array || one.byte > 0) for (const byte of part) deflater.add(byte)
          else deflater.addZeros(part.length)
        }
        expect([...inflateSync(deflater.end())]).toEqual(bytes)
        compared++
      },
    ),
    { numRuns: cases(100, 2_000) },
  )
  expect(compared).toBeGreaterThanOrEqual(100)
})

test('no code is longer than asked for, however unequal the counts are, and none is wasted', () => {
  for (const longest of [7, 15]) {
    for (const symbols of [1, 2, 3, 19, longest === 7 ? 40 : 286]) {
      // Each as many as the two before together make the deepest tree.
      const counts = new Uint32Array(symbols + 5)
      let [count, next] = [1, 1]
      for (let symbol = 0; symbol < symbols; symbol++) {
        counts[symbol] = count
        ;[count, next] = [next, Math.min(2 ** 30, count + next)]
      }
      const { lengths } = huffmanCode(counts, longest)
      expect(Math.max(...lengths), `${symbols} symbols`).toBeLessThanOrEqual(longest)
      expect([...lengths].filter((length) => length > 0)).toHaveLength(symbols)
      const used = [...lengths].reduce((sum, length) => sum + (length === 0 ? 0 : 2 ** -length), 0)
      expect(used, `${symbols} symbols`).toBe(symbols === 1 ? 0.5 : 1)
    }
  }
})
