import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { handbook } from '../../recipes/themes/handbook.js'
import { newspaper } from '../../recipes/themes/newspaper.js'
import { fromFolder } from '../../src/compile.ts'
import { findBrowser } from '../markdown/browser.ts'
import { cases, isThorough } from '../thorough.ts'
import { type Site, startFrom, startSite, startWith } from './site.ts'

/** The themes of recipes/themes in a real browser. `browser.test.ts` has the default theme. */

const executablePath = await findBrowser()
const gazette = fromFolder(fileURLToPath(new URL('../fixtures/gazette', import.meta.url)))
const themes = { newspaper, handbook }
const widths = [320, 390, 820, 1024, 1280, 1920]
const arabic = {
  'archive.yaml': 'title: المراجعة\nlanguage: ar\ndescription: ملاحظات عن النشر.\n',
  ...Object.fromEntries(
    ['مد وجزر', 'One & two', 'منارة', 'سوق'].map((title, at) => [
      `posts/post-${at}.md`,
      `---\ntitle: ${title}\npublished: 2026-01-0${at + 1}\nseries: دليل\ntags: [بحر]\nauthors: [دوق حداد, Ada Example]\n---\n\nنص.\n\n## أ\n\n## ب\n\n## ج\n\n## د\n`,
    ]),
  ),
}

describe.skipIf(!executablePath)('themes in a real browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'] })
  })
  afterAll(() => browser?.close())

  async function open(started: Promise<Site>, options: BrowserContextOptions = {}) {
    const site = await started
    const context = await browser.newContext(options)
    onTestFinished(async () => {
      await context.close()
      await site.close()
    })
    const errors: string[] = []
    context.on('console', (message) => errors.push(message.text()))
    context.on('weberror', (error) => errors.push(error.error().message))
    const page = await context.newPage()
    const visit = async (path: string) => {
      const response = await page.goto(site.origin + path)
      expect(response?.status(), path).toBe(200)
      return page
    }
    return { page, visit, errors }
  }

  /** The place of an element, from the sides of the window where lines start and end. */
  async function placeOf(page: Page, selector: string) {
    const box = await page.locator(selector).first().boundingBox()
    if (!box) throw new Error(`${selector} is not shown`)
    const [width, direction] = await page.evaluate(() => [innerWidth, document.documentElement.dir] as const)
    const start = direction === 'rtl' ? width - box.x - box.width : box.x
    return { start, end: start + box.width, top: box.y, bottom: box.y + box.height }
  }

  describe.each(Object.entries(themes))('%s', (_, theme) => {
    const paths = ['/', '/posts/post-3', '/about', '/years/2012', '/tags', '/search?q=opening+words']
    const ownPaths = cases(
      ['/', '/posts/boats'],
      ['/', '/posts/boats', '/years', '/search?q=boats', '/contact'],
    )
    const content = cases(
      [() => startWith(gazette, theme)],
      [() => startWith(gazette, theme), () => startSite(9, theme)],
    )

    test.each(cases(['light'] as const, ['light', 'dark'] as const))(
      'has no axe violations in %s mode',
      async (colorScheme) => {
        const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
        for (const [at, start] of content.entries()) {
          const { page, visit } = await open(start(), { colorScheme, bypassCSP: true })
          for (const width of cases([1280], [390, 1280])) {
            await page.setViewportSize({ width, height: 900 })
            for (const path of at === 0 ? ownPaths : paths) {
              await visit(path)
              await page.evaluate(axe)
              const found = await page.evaluate(async () => {
                // biome-ignore lint/suspicious/noExplicitAny: set by the line before.
                const { violations } = await (globalThis as any).axe.run()
                // biome-ignore lint/suspicious/noExplicitAny: axe has no types here.
                return violations.map((one: any) => `${one.id}: ${one.nodes[0].html.slice(0, 200)}`)
              })
              expect(found, `${path} at ${width}`).toEqual([])
            }
          }
        }
      },
    )

    test.runIf(isThorough)('does not scroll horizontally, whatever the words', async () => {
      const { page, visit, errors } = await open(startSite(12, theme))
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 })
        for (const path of [...paths, '/posts/post-1', '/developers']) {
          await visit(path)
          const widest = await page.evaluate('document.documentElement.scrollWidth')
          expect(widest, `${path} at ${width}`).toBeLessThanOrEqual(width)
        }
      }
      expect(errors).toEqual([])
    })

    test.runIf(isThorough)(
      'has what the script adds: the theme button, and Copy beside code and citations',
      async () => {
        const { visit } = await open(startSite(4, theme), { colorScheme: 'light' })
        const page = await visit('/posts/post-3')
        const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
        const light = await paper()
        await page.locator('.theme').click()
        expect(await paper()).not.toBe(light)
        expect(await page.locator('figure.code button').count()).toBeGreaterThan(0)
        expect(await page.locator('.cite button').count()).toBeGreaterThan(0)
      },
    )

    test.runIf(isThorough)('shows suggested titles in a window as narrow as a phone', async () => {
      const { visit } = await open(startWith(gazette, theme), { viewport: { width: 390, height: 800 } })
      const page = await visit('/posts/eels')
      await page.locator('.tools input').pressSequentially('moon')
      await page.waitForSelector('.tools [role=option]')
      const { start, end } = await placeOf(page, '.tools [role=listbox]')
      expect([start >= 0, end <= 390]).toEqual([true, true])
    })

    test.runIf(isThorough)('is dark without a button if the publisher says so', async () => {
      const source = { 'archive.yaml': 'look: { theme: dark }\n', 'posts/a.md': '# A\n\nText.\n' }
      const { visit } = await open(startFrom(source, theme), { colorScheme: 'light' })
      const page = await visit('/posts/a')
      await page.waitForSelector('.cite button')
      expect(await page.locator('.theme').count()).toBe(0)
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark')
    })

    test.runIf(isThorough)(
      'shows the text of `pages/index.md`, whose cards are those of every theme',
      async () => {
        const { visit } = await open(startSite(3, theme), { viewport: { width: 1280, height: 900 } })
        const page = await visit('/')
        expect(await page.locator('main > * .prose, main > .prose').first().innerText()).toMatch(
          /^What this is/,
        )
        const cards = page.locator('.container.cards li')
        expect(await cards.count()).toBe(3)
        const [left, right] = await Promise.all([0, 1].map((at) => cards.nth(at).boundingBox()))
        expect(left?.y, 'cards in a row').toBe(right?.y)
        expect(left?.width).toBe(right?.width)
      },
    )

    test.runIf(isThorough)('prints the text without navigation', async () => {
      const { visit } = await open(startWith(gazette, theme))
      const page = await visit('/posts/boats')
      await page.emulateMedia({ media: 'print' })
      await page.setViewportSize({ width: 680, height: 900 })
      expect(await page.locator('nav:visible').count()).toBe(0)
      expect(await page.locator('.tools').isVisible()).toBe(false)
      expect((await placeOf(page, '.prose')).start).toBeLessThan(40)
    })

    test.runIf(isThorough)('shows an archive without series, tags, pictures and dates', async () => {
      const { visit } = await open(
        startFrom({ 'posts/a.md': '# A `b`\n\nText.\n', 'posts/c.md': '# C\n\nText.\n' }, theme),
      )
      const page = await visit('/')
      expect(await page.locator('main').innerText()).toMatch(/A b\s[\s\S]*C|C[\s\S]*\sA b/)
    })
  })

  describe('newspaper', () => {
    test('has the newest day below its name, the lead between two columns, and sections by tag', async () => {
      const { visit } = await open(startWith(gazette, newspaper), { viewport: { width: 1280, height: 900 } })
      const page = await visit('/')
      expect(await page.locator('h1').innerText()).toBe('The Harbour Gazette')
      expect(await page.locator('.dateline time').getAttribute('datetime')).toBe('2026-11-14')
      const [lead, beside, newest] = [
        await placeOf(page, '.lead-story'),
        await placeOf(page, '.beside'),
        await placeOf(page, '.top .headlines'),
      ]
      expect(beside.end).toBeLessThanOrEqual(lead.start)
      expect(lead.end).toBeLessThanOrEqual(newest.start)
      expect(await page.locator('.lead-story').innerText()).toContain('The old boats come home')
      expect(
        await page.locator('.lead-story img').evaluate((image: HTMLImageElement) => image.naturalWidth),
      ).toBe(960)
      const sections = page.locator('.sections section')
      expect(await sections.locator('h2.label').allInnerTexts()).toEqual([
        'People',
        'Science',
        'Kitchen',
        'Town',
      ])
      expect(await sections.locator('.story img').count(), 'a picture for each').toBe(4)
      const links = await sections
        .locator('h2:not(.label) a, li a')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
      expect(new Set(links).size, 'each post is in one section').toBe(links.length)
      await page.setViewportSize({ width: 390, height: 900 })
      expect((await placeOf(page, '.lead-story')).bottom).toBeLessThan((await placeOf(page, '.beside')).top)
    })

    test.runIf(isThorough)('begins at the right in Arabic', async () => {
      const { visit } = await open(startFrom(arabic, newspaper), { viewport: { width: 1280, height: 900 } })
      const page = await visit('/')
      const [date, form, beside, lead] = [
        await placeOf(page, '.dateline time'),
        await placeOf(page, '.tools'),
        await placeOf(page, '.beside'),
        await placeOf(page, '.lead-story'),
      ]
      expect(date.end).toBeLessThan(form.start)
      expect(beside.end).toBeLessThanOrEqual(lead.start)
    })
  })

  describe('handbook', () => {
    const source = Object.fromEntries(
      ['Guide', 'Reference'].flatMap((series) =>
        [1, 2, 3].map((part) => [
          `posts/${series}-${part}.md`.toLowerCase(),
          `---\ntitle: ${series} ${part}\nseries: ${series}\npublished: 2026-01-0${part}\n---\n\n## A\n\n## B\n\n## C\n\n## D\n\n${'Text. '.repeat(900)}\n`,
        ]),
      ),
    )

    test.each([
      ['left to right', source, '/posts/guide-2'],
      ['right to left', arabic, '/posts/post-1'],
    ])('has chapters, text and contents side by side on a wide screen, %s', async (_, files, path) => {
      const { visit } = await open(startFrom(files, handbook), { viewport: { width: 1280, height: 900 } })
      const page = await visit(path)
      const [chapters, text, contents] = [
        await placeOf(page, '.chapters'),
        await placeOf(page, '.prose'),
        await placeOf(page, '.contents ol'),
      ]
      expect(chapters.end).toBeLessThanOrEqual(text.start)
      expect(text.end).toBeLessThanOrEqual(contents.start)
      await page.setViewportSize({ width: 390, height: 900 })
      expect((await placeOf(page, '.chapters')).bottom).toBeLessThan((await placeOf(page, '.contents')).top)
      expect(await page.locator('.chapters a:visible').count(), 'closed on a phone').toBe(0)
      await page.locator('.chapters > summary').click()
      expect(await page.locator('.chapters a:visible').count()).toBeGreaterThan(1)
    })

    test.runIf(isThorough)(
      'opens the chapter of a post, marks the post, and leads to its neighbors in the chapter',
      async () => {
        const { visit } = await open(startFrom(source, handbook), { viewport: { width: 1280, height: 900 } })
        const page = await visit('/posts/guide-2')
        const shown = page.locator('.chapters a:visible')
        expect(await shown.allInnerTexts()).toEqual(['Guide 1', 'Guide 2', 'Guide 3'])
        expect(await page.locator('.chapters [aria-current=page]').innerText()).toBe('Guide 2')
        expect(await page.locator('.turn [rel=prev]').innerText()).toContain('Guide 1')
        await page.locator('.turn [rel=next]').click()
        await page.waitForURL('**/posts/guide-3')
        expect(await page.locator('.crumbs').innerText()).toBe('Guide')
      },
    )
  })
})
