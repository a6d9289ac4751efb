import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import footnotePlugin from 'markdown-it-footnote'
import { expect, test } from 'vitest'
import { footnotes } from '../../src/markdown/gfm.ts'
import { cases } from '../thorough.ts'

test('footnotes equal the plugin’s, in linear time', () => {
  const plugin = new MarkdownIt().use(footnotePlugin)
  plugin.inline.ruler.disable('footnote_inline')
  const ours = new MarkdownIt().use(footnotes)
  const piece = fc.constantFrom(
    ...['a[^1] ', 'b[^2] ', 'c[^1] ', 'd[^long-label] ', '[^', '[^]', '[^ x] ', '^[inline]', ']', ' ', '\n'],
    ...['[^1]: One.', '[^2]: Two[^1].\n\n    More.', '[^1]: Again.', '[^long-label]:'].map(
      (text) => `\n\n${text}\n`,
    ),
    ...['[^2]: - a list', '> quoted[^2]', '> [^1]: quoted', '[^2]:     code'].map((text) => `\n\n${text}\n`),
    'Text.\n\n',
  )
  let withFootnotes = 0
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const markdown = pieces.join('')
      const html = ours.render(markdown)
      expect(html).toBe(plugin.render(markdown))
      if (html.includes('footnote-item')) withFootnotes++
    }),
    { numRuns: cases(300, 3000) },
  )
  expect(withFootnotes).toBeGreaterThan(cases(60, 600))
})

test('a footnote can be defined within another', () => {
  const html = new MarkdownIt()
    .use(footnotes)
    .render('a[^5] b[^14]\n\n[^5]:\n    Outer.\n\n    [^14]: Inner.\n')
  const items = Array.from(html.matchAll(/<li[^>]*>(.*?)<\/li>/gs), ([, item = '']) =>
    item.replace(/<[^>]*>|↩︎/g, '').trim(),
  )
  expect(items).toEqual(['Outer.', 'Inner.'])
})
