import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import { expect, test } from 'vitest'
import { isPlainUrl } from '../../src/archive/plain-urls.ts'

const { normalizeLink, normalizeLinkText } = new MarkdownIt()

const piece = fc.constantFrom(
  ...[
    'http',
    'https',
    'HTTP',
    '://',
    '//',
    ':',
    '/',
    '?',
    '#',
    '.',
    '..',
    '-',
    '--',
    'xn--',
    'a',
    'week-01.md',
    'example.org',
  ],
  ...[
    '@',
    '%',
    '%20',
    ' ',
    '\\',
    'ü',
    '[',
    ']',
    '(',
    '&',
    '=',
    '+',
    ',',
    '~',
    '_',
    '!',
    "'",
    '*',
    'javascript',
    'mailto',
    '80',
  ],
)

test('an address that is left alone is one that markdown-it would not change', () => {
  let plain = 0
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(piece, { maxLength: 8 }).map((some) => some.join('')),
        fc.webUrl(),
      ),
      (url) => {
        if (!isPlainUrl(url)) return
        plain++
        expect([normalizeLink(url), normalizeLinkText(url)], url).toEqual([url, url])
      },
    ),
    { numRuns: 20_000 },
  )
  expect(plain).toBeGreaterThan(1000)
})

test.each([
  'https://www.rfc-editor.org/rfc/rfc9110#section-15',
  'week-02.md',
  '../assets/a.svg',
  '#part',
  '/posts/x?y=1',
])('the common case is one of them: %s', (url) => expect(isPlainUrl(url)).toBe(true))
