import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { safeSvg } from '../../src/archive/files/svg.ts'
import { renderHtml } from '../../src/markdown/html.ts'
import { parseMarkdown } from '../../src/markdown/markdown.ts'
import { compile, fromMemory } from '../../src/compile.ts'
import { answering } from '../answering.ts'
import { findBrowser, openBrowser, type Provoke } from './browser.ts'
import { payloads, pieces } from './payloads.ts'

const browser = await findBrowser()
const none = 'no Chromium is installed, and the packaged one does not run here'

test('a browser is installed where it is required', () => {
  if (process.env['CI'] === 'true') expect(browser, none).toBeDefined()
})

/** One page each, to isolate failures. */
const perPage = 100
const pages = 10

describe.skipIf(!browser)(
  `in a real browser, without the page’s policy${browser ? '' : ` (${none})`}`,
  () => {
    let opened: Awaited<ReturnType<typeof openBrowser>>
    beforeAll(async () => {
      opened = await openBrowser(browser ?? '')
    })
    afterAll(() => opened?.close())
    const provoke: Provoke = (source, kind) => opened.provoke(source, kind)

    test('detects scripts that run', async () => {
      const noticed = [
        await provoke('<img src=x onerror=ran(1)>'),
        await provoke('<a href="javascript:ran(2)">x</a>'),
        await provoke('<b onmouseover=ran(3)>x</b>'),
        await provoke('<script>alert(4)</script>'),
        await provoke('<p>x</p>'),
      ]
      expect(noticed.map((marks) => marks[0])).toEqual(['ran 1', 'ran 2', 'ran 3', 'dialog 4', undefined])
    })

    test(`of ${perPage * pages} hostile bodies nothing runs`, async () => {
      const bodies = fc.sample(payloads, { numRuns: perPage * pages })
      for (let at = 0; at < bodies.length; at += perPage) {
        const some = bodies.slice(at, at + perPage)
        const html = some.map((markdown) => renderHtml(parseMarkdown(markdown)))
        const marks = await provoke(html.join('\n<hr>\n'))
        expect(marks, `one of ${JSON.stringify(some, undefined, 1)}`).toEqual([])
      }
    })

    test('a hostile SVG runs nothing and loads nothing', async () => {
      const safe = (svg: string) => safeSvg(svg).text ?? ''
      for (const [what, inside] of Object.entries(hostileDrawings)) {
        const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:h="http://www.w3.org/1999/xhtml" width="9" height="9">${inside}<rect width="9" height="9"/></svg>`
        const asItIs = await provoke(svg, 'drawing')
        await expect.poll(() => asItIs, { message: `${what}: it is noticed as it is` }).not.toEqual([])
        expect(await provoke(safe(svg), 'drawing'), what).toEqual([])
        expect(safe(svg), `${what}: the rest of it is there`).toContain('<rect width="9" height="9"/></svg>')
      }
    })

    test('a page with hostile front matter and a hostile image runs nothing', async () => {
      const hostile = fc.sample(pieces, { numRuns: 25 })
      for (const piece of hostile) expect(await provoke(await pageWith(piece)), piece).toEqual([])
    })
  },
)

const hostileDrawings: Readonly<Record<string, string>> = {
  'a script': '<script>alert(1)</script>',
  'an HTML script': '<h:script>alert(1)</h:script>',
  'a script within HTML':
    '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></body></foreignObject>',
  'an event handler': '<g onclick="alert(1)"><circle r="3"/></g>',
  'an event handler of an animation': '<set attributeName="x" onbegin="alert(1)" begin="0s"/>',
  'a link': '<a href="javascript:alert(1)"><circle r="3"/></a>',
  'a link after spaces': `<a href="${' '.repeat(1001)}javascript:alert(1)"><circle r="3"/></a>`,
  'an image': '<image href="http://elsewhere.test/a.png" width="3" height="3"/>',
  'a use of another SVG': '<use href="/b.svg#c"/>',
  'a stylesheet import': '<style>@import "http://elsewhere.test/a.css";</style>',
  'an import around a comment': '<style>@im<!-- -->port "http://elsewhere.test/a.css";</style>',
  'an import around an element': '<style>@im<title/>port "http://elsewhere.test/a.css";</style>',
  'an image in a style': '<style>svg { background: \\75rl(http://elsewhere.test/a.png) }</style>',
}

async function pageWith(piece: string): Promise<string> {
  const front = {
    title: `T ${piece}`,
    summary: `S ${piece}`,
    series: 'research',
    tags: [piece],
    authors: [piece],
  }
  const lines = Object.entries(front).map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
  const files = {
    'posts/week-01.md': `---\n${lines.join('\n')}\n---\n\n![A picture](../assets/a.svg)\n\n${piece}\n`,
    'assets/a.svg': '<svg xmlns="http://www.w3.org/2000/svg" onload="ran(1)"><script>ran(1)</script></svg>',
  }
  const { value: snapshot, diagnostics } = await compile(fromMemory(files), { encodings: ['identity'] })
  if (!snapshot) throw new Error(diagnostics.map(({ message }) => message).join('\n'))
  const { body } = answering(snapshot)({ method: 'GET', target: '/posts/week-01', accept: 'text/html' })
  return new TextDecoder().decode(body ?? undefined)
}
