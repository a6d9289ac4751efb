import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { renderHtml } from '../../src/markdown/html.ts'
import { parseMarkdown } from '../../src/markdown/markdown.ts'
import type { TranslateOptions, SyntaxName } from '../../src/generators/syntaxes/translator.ts'
import { translate } from '../../src/generators/syntaxes/translate.ts'
import { violations } from './inspect.ts'
import { compile, fromMemory } from '../../src/compile.ts'
import { answering } from '../answering.ts'
import { addresses, payloads, pieces } from './payloads.ts'
import { cases } from '../thorough.ts'

const syntaxes: readonly SyntaxName[][] = [[], ['shortcodes'], ['liquid', 'kramdown'], ['tera'], ['mdx']]

function options(chosen: readonly SyntaxName[]): TranslateOptions {
  return {
    syntaxes: new Set(chosen),
    variables: new Map([['site.url', 'https://example.org']]),
    components: new Map([['Own', '<a href="{href}" title=\'{href}\'>{children}</a> [{href}]({href})']]),
    address: () => undefined,
    addressOfNote: () => '/posts/a',
  }
}

/** A body as HTML for a page. */
function shownFor(markdown: string, chosen: readonly SyntaxName[]): string {
  return renderHtml(parseMarkdown(translate(markdown, options(chosen)).text))
}

describe('the check detects dangerous HTML', () => {
  test.each([
    '<script>ran(1)</script>',
    '<img src=x onerror=ran(1)>',
    '<a href="java&#10;script:ran(1)">x</a>',
    '<a href="data:text/html,x">x</a>',
    '<img srcset="/a 1x, javascript:ran(1) 2x">',
    '<p style="background:url(//x)">x</p>',
    '<x-y>x</x-y>',
  ])('%s', (html) => {
    expect(violations(html)).not.toEqual([])
  })
})

const count = cases(150, 5_000)

test(`${count} hostile bodies leave nothing on the page that could run, load or ask for anything`, () => {
  let tried = 0
  let withMarkup = 0
  fc.assert(
    fc.property(payloads, fc.constantFrom(...syntaxes), (markdown, chosen) => {
      tried++
      const html = shownFor(markdown, chosen)
      if (/<(?!p>|\/p>)/.test(html)) withMarkup++
      expect(violations(html), html).toEqual([])
    }),
    { numRuns: count },
  )
  expect(tried).toBeGreaterThanOrEqual(count)
  expect(withMarkup, 'payloads are read as markup, not as text').toBeGreaterThan(count / 2)
})

/** All pages of an archive with hostile front matter and settings. */
async function pagesWith(
  front: Readonly<Record<string, unknown>>,
  settings: Readonly<Record<string, unknown>>,
) {
  const post = `---\n${Object.entries(front)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
    .join('\n')}\n---\n\nText.\n`
  const files = { 'archive.yaml': JSON.stringify(settings), 'posts/week-01.md': post }
  const { value: snapshot, diagnostics } = await compile(fromMemory(files), { encodings: ['identity'] })
  if (!snapshot) throw new Error(diagnostics.map(({ message }) => message).join('\n'))
  const answer = answering(snapshot)
  return ['/posts/week-01', '/'].map((target) => {
    const { body } = answer({ method: 'GET', target, accept: 'text/html' })
    const html = new TextDecoder().decode(body ?? undefined)
    expect(html).toMatch(/^<!doctype html>/i)
    return html
  })
}

test('titles, summaries, tags, authors and settings are escaped everywhere', async () => {
  const clean = await pagesWith(
    { title: 'A', summary: 'S.', series: 'research', authors: ['A'], tags: ['a', 'b'] },
    { title: 'T' },
  )
  const expected = clean.map((html) => violations(html).length)
  let tried = 0
  await fc.assert(
    fc.asyncProperty(pieces, addresses, async (piece, address) => {
      const front = {
        title: `T ${piece}`,
        summary: `S ${piece}`,
        series: 'research',
        tags: [piece, address],
        authors: [{ name: `A ${piece}` }],
      }
      tried++
      for (const [at, html] of (
        await pagesWith(front, { title: `Archive ${piece.replace(/\s+/g, ' ')}` })
      ).entries())
        expect(violations(html).length, `${JSON.stringify(front)}\n${html}`).toBeLessThanOrEqual(
          expected[at] ?? 0,
        )
    }),
    { numRuns: cases(2, 60) },
  )
  expect(tried).toBeGreaterThanOrEqual(cases(2, 60))
})
