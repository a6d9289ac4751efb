import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PostText } from '../../src/mcp/post-text.ts'

const utf8 = new TextEncoder()
/** Longer than several blocks of bytes, with characters of every width where they meet. */
const texts = fc
  .array(fc.constantFrom('a', 'é', '氷', '🎉', '\n'), { minLength: 1, maxLength: 9 })
  .map((parts) => parts.join('').repeat(Math.ceil(13_000 / parts.length)))

test('a text in UTF-8 is cut where the same string would be, but never through a character', () => {
  fc.assert(
    fc.property(texts, fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(5000), (text, share, length) => {
      const whole = new PostText(utf8.encode(text))
      expect(whole.length).toBe(text.length)
      const cutAt = (unit: number) => (/[\udc00-\udfff]/.test(text.charAt(unit)) ? unit - 1 : unit)
      const from = Math.floor(share * text.length)
      const to = Math.min(text.length, from + length)
      expect(whole.slice(from, to)).toBe(text.slice(cutAt(from), cutAt(to)))
      expect(whole.unitAt(whole.byteAt(from))).toBe(cutAt(from))
      expect(whole.byteAt(from)).toBe(utf8.encode(text.slice(0, cutAt(from))).length)
    }),
    { numRuns: 200 },
  )
})

test('a text of nothing has nothing', () => {
  const none = new PostText(new Uint8Array(0))
  expect([none.length, none.slice(0, 10), none.byteAt(0), none.unitAt(0)]).toEqual([0, '', 0, 0])
})
