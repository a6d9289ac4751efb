import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { findBrowser } from '../markdown/browser.ts'
import { installed } from '../installed.ts'
import { cases, isThorough } from '../thorough.ts'
import { startFrom, startSite } from './site.ts'

const executablePath = await findBrowser()
const none = 'no Chromium is installed, and the packaged one does not run here'

test('CI has a browser', () => {
  if (process.env['CI'] === 'true') expect(executablePath, none).toBeDefined()
})

const kinds = {
  home: '/',
  post: '/posts/post-3',
  'a long word': '/posts/post-1',
  'a post with several authors': '/posts/post-5',
  'a title in Japanese': '/posts/post-2',
  'a URL as the title': '/posts/post-4',
  page: '/about',
  years: '/years',
  year: '/years/2012',
  'all series': '/series',
  series: '/series/notes',
  tags: '/tags',
  tag: '/tags/common',
  authors: '/authors',
  author: '/authors/ada-example',
  search: '/search',
  results: '/search?q=opening+words',
  'more results': '/search?q=opening+words&page=2',
  'no results': '/search?q=qqqqqqqq',
  portal: '/developers',
  contact: '/contact',
  privacy: '/privacy',
}

describe.skipIf(!executablePath)(`pages in a real browser${executablePath ? '' : ` (${none})`}`, () => {
  let browser: Browser
  let site: { origin: string; close: () => Promise<void> }
  const browserErrors: string[] = []

  beforeAll(async () => {
    site = await startSite(cases(12, 150))
    browser = await chromium.launch({
      executablePath: executablePath ?? '',
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    })
  })
  afterAll(async () => {
    await browser?.close()
    await site?.close()
  })

  /** Opens an empty page that reports every error, in a context that closes after the test. */
  async function newPage(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext(options)
    onTestFinished(() => context.close())
    context.on('console', (message) => browserErrors.push(`${message.type()}: ${message.text()}`))
    context.on('weberror', (error) => browserErrors.push(error.error().message))
    context.on('request', (request) => {
      if (!request.url().startsWith(site.origin)) browserErrors.push(`a request to ${request.url()}`)
    })
    context.on('requestfailed', (request) => {
      // Requests that navigation aborts.
      const reason = request.failure()?.errorText ?? ''
      if (!reason.includes('ABORTED')) browserErrors.push(`${request.url()} failed: ${reason}`)
    })
    return context.newPage()
  }

  async function visit(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const page = await newPage(options)
    await page.goto(site.origin + path)
    return page
  }

  const opened = Object.entries(kinds).filter(([kind]) =>
    cases(['home', 'post', 'results', 'portal'], Object.keys(kinds)).includes(kind),
  )
  const checked = opened.filter(([kind]) => isThorough || kind === 'post')

  test.each(cases(['light'] as const, ['light', 'dark'] as const))(
    'have no axe violations in %s mode',
    async (colorScheme) => {
      const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
      const page = await newPage({ colorScheme, bypassCSP: true })
      for (const [kind, path] of checked) {
        await page.goto(site.origin + path)
        await page.evaluate(axe)
        for (const width of [1280, 390]) {
          await page.setViewportSize({ width, height: 800 })
          const found = await page.evaluate(async () => {
            // Whatever is folded is checked at the second width.
            if (innerWidth < 800)
              for (const folded of document.querySelectorAll('details')) folded.open = true
            // biome-ignore lint/suspicious/noExplicitAny: set by the line before.
            const { violations } = await (globalThis as any).axe.run()
            return violations.map(
              // biome-ignore lint/suspicious/noExplicitAny: axe has no types here.
              (one: any) => `${one.id}: ${one.nodes.map((node: any) => node.html.slice(0, 120)).join(' | ')}`,
            )
          })
          expect(found, `${kind} at ${width}`).toEqual([])
        }
      }
    },
  )

  const widths = cases([390], [320, 390, 768, 1024, 1280, 1920])
  test(`do not scroll horizontally at ${widths.join(', ')} px`, async () => {
    const page = await newPage()
    let looked = 0
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      for (const [kind, path] of opened) {
        await page.goto(site.origin + path)
        const widest = await page.evaluate('document.documentElement.scrollWidth')
        expect(widest, `${kind} at ${width}`).toBeLessThanOrEqual(width)
        looked++
      }
    }
    expect(looked).toBe(widths.length * opened.length)
  })

  test('have one header on a phone: a row of at most 64 px, with the brand in one place', async () => {
    const page = await newPage({ viewport: { width: 390, height: 844 } })
    const places: unknown[] = []
    for (const [kind, path] of opened) {
      await page.goto(site.origin + path)
      await page.waitForSelector('.theme')
      const { height = 0 } = (await page.locator('.masthead').boundingBox()) ?? {}
      expect(height, kind).toBeLessThanOrEqual(64)
      const { x, y } = (await page.locator('.brand a').boundingBox()) ?? {}
      places.push([x, y])
    }
    for (const place of places) expect(place).toEqual(places[0])
  })

  test('have a menu on a phone, whatever its length and the title’s, without scripts and with the keyboard', async () => {
    const links = Array.from({ length: 30 }, (_, at) => `  - Link ${at}: https://example.org/${at}\n`)
    const own = await startFrom({
      'archive.yaml': `title: ${'A long name of a publication '.repeat(4)}\nnavigation:\n  - years\n${links.join('')}`,
      'posts/one.md': '---\ntitle: One\npublished: 2026-01-02\n---\n\nWords.\n',
    })
    onTestFinished(own.close)
    const context = await browser.newContext({
      viewport: { width: 320, height: 600 },
      javaScriptEnabled: false,
    })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    await page.goto(`${own.origin}/posts/one`)
    const { height = 0 } = (await page.locator('.masthead').boundingBox()) ?? {}
    expect(height).toBeLessThanOrEqual(64)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
    const menu = page.getByRole('navigation', { name: 'Site' })
    expect(await menu.getByRole('link').count(), 'closed').toBe(0)
    // The links to the text and to the home page come first.
    for (let at = 0; at < 3; at++) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await menu.getByRole('link').count()).toBe(31)
    for (const link of await menu.getByRole('link').all())
      expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(40)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/years')
    await page.setViewportSize({ width: 1280, height: 800 })
    expect(await menu.getByRole('link').count(), 'always open in a wide window').toBe(31)
  })

  test('list at least 14 posts on a laptop’s screen, months beside their days, also with a post a month', async () => {
    const posts = Array.from({ length: 24 }, (_, at) => {
      const month = `${2024 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`
      return [`posts/p-${at}.md`, `---\ntitle: Post ${at}\npublished: ${month}-12\n---\n\nWords.\n`]
    })
    const own = await startFrom({ 'archive.yaml': 'title: A\n', ...Object.fromEntries(posts) })
    onTestFinished(own.close)
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    onTestFinished(() => page.close())
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(`${own.origin}/years`)
      const rows = await page.locator('.rows.date li').evaluateAll((all) =>
        all.map((row) => {
          const { top, bottom } = row.getBoundingClientRect()
          const { top: monthTop = 0 } =
            row.parentElement?.previousElementSibling?.getBoundingClientRect() ?? {}
          return { bottom, isInRow: monthTop >= top && monthTop < bottom }
        }),
      )
      expect(rows).toHaveLength(24)
      expect(rows.filter(({ bottom }) => bottom <= 800).length, `at ${width}`).toBeGreaterThanOrEqual(14)
      expect(rows.every(({ isInRow }) => isInRow)).toBe(true)
    }
  })

  test.each(['en', 'ar'])(
    'put copy buttons beside code, and forms in the column, in %s',
    async (language) => {
      const form = '<label for="m">Mail</label> <input id="m" type="email"> <textarea rows="2"></textarea>'
      const own = await startFrom({
        'archive.yaml': `title: A\nlanguage: ${language}\nlook: { foot: foot.html }\n`,
        'foot.html': `<form>${form}<select><option>One</select> <button>Send</button><input type="submit"></form>`,
        'posts/one.md':
          '---\ntitle: One\npublished: 2026-01-25\n---\n\n```js title="a.js"\nlet a\n```\n\n```\nshort\n```\n\n```sh tab="curl"\ncurl a\n```\n',
      })
      onTestFinished(own.close)
      const page = await browser.newPage()
      onTestFinished(() => page.close())
      for (const [width, colorScheme] of [[1280, 'light'] as const, [390, 'dark'] as const]) {
        await page.setViewportSize({ width, height: 800 })
        await page.emulateMedia({ colorScheme })
        await page.goto(`${own.origin}/posts/one`)
        const buttons = await page.locator('figure.code button').evaluateAll((all) =>
          all.map((button) => {
            const range = document.createRange()
            range.selectNodeContents(button.parentElement?.querySelector('code') ?? button)
            const [at, code] = [button.getBoundingClientRect(), range.getBoundingClientRect()]
            const { opacity } = getComputedStyle(button)
            const pre = button.parentElement?.querySelector('pre')?.getBoundingClientRect()
            const isBeside = at.left >= (pre?.right ?? 0) || at.right <= (pre?.left ?? 0)
            return [opacity, at.bottom <= code.top, isBeside]
          }),
        )
        const [inCaption, beside] = [
          ['1', true, false],
          ['1', false, true],
        ]
        expect(buttons, `at ${width}`).toEqual([inCaption, beside, beside])
        const { x: left = 0, width: column = 0 } = (await page.locator('.prose').boundingBox()) ?? {}
        const look = ({ x, width, style }: { x: number; width: number; style: readonly string[] }) => {
          expect(x).toBeGreaterThanOrEqual(left)
          expect(x + width).toBeLessThanOrEqual(left + column)
          return style.join()
        }
        const fields = await page.locator('.foot :is(input, textarea, select, button)').evaluateAll((all) =>
          all.map((field) => {
            const { x, width } = field.getBoundingClientRect()
            const { color, backgroundColor, borderColor } = getComputedStyle(field)
            return { x, width, style: [color, backgroundColor, borderColor] }
          }),
        )
        expect(fields).toHaveLength(5)
        expect(new Set(fields.map(look)).size, 'all have one style').toBe(1)
        await page.locator('#m').focus()
        expect(await page.locator('#m').evaluate((field) => getComputedStyle(field).outlineStyle)).toBe(
          'solid',
        )
      }
    },
  )

  test('show tables at their own width, with numbers aligned, and wide ones scroll with the keyboard', async () => {
    const cells = Array.from({ length: 12 }, (_, at) => `A long heading ${at}`)
    const own = await startFrom({
      'archive.yaml': 'title: A\n',
      'posts/one.md': `---\ntitle: One\n---\n\n| Name | Count |\n|---|---|\n| a | 1,200 |\n| b | 7 |\n\n| ${cells.join(' | ')} |\n|${'---|'.repeat(12)}\n| ${cells.join(' | ')} |\n`,
    })
    onTestFinished(own.close)
    const page = await browser.newPage({ viewport: { width: 390, height: 800 } })
    onTestFinished(() => page.close())
    await page.goto(`${own.origin}/posts/one`)
    const [narrow, wide] = [page.locator('.table').first(), page.locator('.table').last()]
    expect((await narrow.boundingBox())?.width).toBeLessThan(200)
    const ends = await narrow.locator('td.num').evaluateAll((all) =>
      all.map((cell) => {
        const range = document.createRange()
        range.selectNodeContents(cell)
        return Math.round(range.getBoundingClientRect().right)
      }),
    )
    expect(ends).toEqual([ends[0], ends[0]])
    await wide.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => wide.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0)
  })

  test('fold the developer portal to at most 4,000 px on a phone, and unfold it in a wide window', async () => {
    const page = await visit('/developers', { viewport: { width: 390, height: 844 } })
    await page.waitForSelector('.samples')
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThanOrEqual(4_000)
    const folded = page.locator('.prose details:not(.answer) > :not(summary)')
    const count = await folded.count()
    expect(count).toBeGreaterThan(20)
    expect(await folded.filter({ visible: true }).count()).toBe(0)
    await page.getByText('Request and response').first().click()
    await page.getByRole('cell', { name: 'Service name.' }).waitFor()
    await page.reload()
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.waitForSelector('.samples')
    expect(await folded.filter({ visible: true }).count()).toBe(count)
    expect(await page.getByText('Request and response').filter({ visible: true }).count()).toBe(0)
  })

  test('isolate dates from the text around them', async () => {
    const own = await startFrom({
      'archive.yaml': 'title: المراجعة\nlanguage: ar\n',
      'posts/one.md': '---\ntitle: مد وجزر\npublished: 2026-01-25\n---\n\nنص.\n',
      'posts/two.md': '---\ntitle: مد\npublished: 2026-02-25\n---\n\nنص.\n',
    })
    onTestFinished(own.close)
    const page = await browser.newPage()
    onTestFinished(() => page.close())
    for (const path of ['/', '/posts/one', '/years', '/years/2026']) {
      await page.goto(own.origin + path)
      const times = await page
        .locator('time')
        .evaluateAll((all) => all.map((time) => getComputedStyle(time).unicodeBidi))
      expect(times.length, path).toBeGreaterThan(0)
      expect(new Set(times), path).toEqual(new Set(['isolate']))
    }
  })

  test.each(cases(['ar'], ['ar', 'en']))(
    'keep the order of authors with names in both directions, in %s',
    async (language) => {
      const own = await startFrom({
        'archive.yaml': `title: The Digest\nlanguage: ${language}\n`,
        'posts/one.md':
          '---\ntitle: One\npublished: 2026-01-02\nauthors: [Ada Example, دوق حداد]\n---\n\nWords.\n',
        'posts/two.md':
          '---\ntitle: Two\npublished: 2026-01-02\nauthors: [دوق حداد, Ada Example]\n---\n\nWords.\n',
      })
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
      for (const id of ['one', 'two']) {
        await page.goto(`${own.origin}/posts/${id}`)
        const places = await page
          .locator('.brand bdi, .byline bdi, .byline time, .fact > span:not(.dot)')
          .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x))
        const [brand = 0, ...facts] = places
        const inOrder = facts.toSorted((a, b) => (language === 'ar' ? b - a : a - b))
        expect(facts, id).toEqual(inOrder)
        expect(facts).toHaveLength(4)
        expect(brand > 640, 'the site name is at the start of the line').toBe(language === 'ar')
      }
      await page.setViewportSize({ width: 160, height: 800 })
      const { x: left = 0, width = 0 } = (await page.locator('.byline').boundingBox()) ?? {}
      const dots = await page.locator('.byline .dot').evaluateAll((all) =>
        all.map((dot) => {
          const box = dot.getBoundingClientRect()
          return box.x + box.width / 2
        }),
      )
      const shown = dots.filter((middle) => middle > left && middle < left + width)
      expect(dots, 'one dot between facts').toHaveLength(2)
      expect(shown, 'no dot at the start of a line').toEqual([])
      await page.close()
      await own.close()
    },
  )

  describe.runIf(isThorough)('in detail', () => {
    test('citations, tables of numbers and copy buttons keep their places, in both directions', async () => {
      const own = await startFrom({
        'archive.yaml': 'title: المراجعة\nlanguage: ar\nlook: { foot: foot.html }\n',
        'foot.html': '<form><input type="email"><input type="file"><textarea></textarea></form>',
        'posts/one.md':
          '---\ntitle: مد وجزر\npublished: 2026-01-25\n---\n\nنص.\n\n| A | B |\n|---|---|\n| 1 | 2 |\n\n```js\nlet a\n```\n\n```\nshort\n```\n',
      })
      const context = await browser.newContext({
        viewport: { width: 390, height: 800 },
        hasTouch: true,
        isMobile: true,
      })
      const page = await context.newPage()
      await page.goto(`${own.origin}/posts/one`)
      await page.locator('summary', { hasText: 'MLA' }).click()
      const box = async (selector: string) => {
        const {
          x = 0,
          y = 0,
          width = 0,
          height = 0,
        } = (await page.locator(selector).first().boundingBox()) ?? {}
        return { left: x, right: x + width, top: y, bottom: y + height, width }
      }
      await page.setViewportSize({ width: 1280, height: 800 })
      // The day of a citation is after the name of the publication, in the direction of the citation.
      const places = await page.evaluate(() => {
        const pre = document.querySelector('details[open] pre') as HTMLElement
        const at = (text: string) => {
          const walker = document.createTreeWalker(pre, NodeFilter.SHOW_TEXT)
          for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            const from = (node.textContent ?? '').indexOf(text)
            if (from < 0) continue
            const range = document.createRange()
            range.setStart(node, from)
            range.setEnd(node, from + text.length)
            return range.getBoundingClientRect().x
          }
          return -1
        }
        return [at('مد'), at('المراجعة'), at('25'), at('Jan')]
      })
      expect(places).toEqual(places.toSorted((a, b) => a - b))
      await page.setViewportSize({ width: 390, height: 800 })
      const [caption, copy] = [await box('figure.code figcaption'), await box('figure.code button')]
      expect(copy.top, 'Copy is in the row of the caption').toBeLessThan(caption.bottom)
      const [code, plain] = [
        await box('figure.code:not(:has(figcaption)) pre'),
        await box('figure.code:not(:has(figcaption))'),
      ]
      expect([plain.top, plain.bottom], 'nor a row below code without a caption').toEqual([
        code.top,
        code.bottom,
      ])
      expect((await box('.cite > button')).top).toBeLessThan((await box('.cite h2')).bottom)
      expect((await box('.prose table')).width).toBeLessThan(200)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), 'controls are cut').toBe(390)
      const radius = (element: Element) => getComputedStyle(element).borderRadius
      expect(await page.locator('.foot textarea').evaluate(radius)).not.toBe(
        await page.locator('.foot input').first().evaluate(radius),
      )
      const [first, second] = [await box('td:nth-child(1)'), await box('td:nth-child(2)')]
      expect(Math.abs(first.left - second.left)).toBeGreaterThan(20)
      await page.setViewportSize({ width: 1280, height: 800 })
      const [foot, prose] = [await box('.foot'), await box('.prose')]
      expect([foot.left, foot.right]).toEqual([prose.left, prose.right])
      await context.close()
      await own.close()
    })

    test('a line of text has about 65 to 72 characters on a wide screen', async () => {
      const page = await visit('/posts/post-3', { viewport: { width: 1280, height: 800 } })
      const perLine = await page.evaluate(() => {
        const prose = document.querySelector('.prose') as HTMLElement
        const sample = document.createElement('span')
        // A typical mix of English letters.
        sample.textContent =
          'the quick brown fox jumps over the lazy dog and then rests in the shade of an old tree'
        sample.style.whiteSpace = 'nowrap'
        prose.append(sample)
        return prose.clientWidth / (sample.offsetWidth / sample.textContent.length)
      })
      expect(perLine).toBeGreaterThan(62)
      expect(perLine, 'leaves room for narrow fonts').toBeLessThan(78)
    })

    test('code is monospaced, and heading levels look different', async () => {
      const page = await visit('/posts/post-3')
      for (const selector of ['p code', 'pre code']) {
        const font = await page
          .locator(`.prose ${selector}`)
          .first()
          .evaluate((one) => getComputedStyle(one).fontFamily)
        expect(font, selector).toMatch(/^ui-monospace,/)
      }
      const looks = await page.locator('.prose').evaluate((prose) =>
        ['h2', 'h3', 'h4', 'h5', 'h6'].map((name) => {
          const { fontSize, color } = getComputedStyle(prose.appendChild(document.createElement(name)))
          return `${fontSize} ${color}`
        }),
      )
      expect(new Set(looks).size, looks.join(', ')).toBe(5)
    })

    test('each kind of alert has its own color', async () => {
      const page = await visit('/posts/post-3')
      const colours = await page
        .locator('.alert-title')
        .evaluateAll((titles) => titles.map((one) => getComputedStyle(one).color))
      expect(colours).toHaveLength(5)
      expect(new Set(colours).size, colours.join(' ')).toBe(5)
    })

    test('a plain item in a task list has a bullet', async () => {
      const page = await visit('/posts/post-3')
      const items = await page
        .locator('.contains-task-list > li')
        .evaluateAll((all) =>
          all.map((one) => [one.textContent?.trim(), getComputedStyle(one).listStyleType]),
        )
      expect(items).toEqual([
        ['done', 'none'],
        ['no task', 'disc'],
      ])
    })

    test('pages have the same text without JavaScript', async () => {
      const [without, withOne] = await Promise.all([newPage({ javaScriptEnabled: false }), newPage()])
      for (const [kind, path] of opened) {
        await Promise.all([without.goto(site.origin + path), withOne.goto(site.origin + path)])
        const words = async (page: Page) =>
          (await page.locator('main').evaluate((main) => main.textContent ?? '')).replaceAll(/\s+/g, ' ')
        // The script only adds buttons.
        await withOne.waitForSelector('.theme')
        await withOne.evaluate(() => {
          for (const button of document.querySelectorAll('main button[type=button]')) button.remove()
        })
        expect((await words(withOne)).replaceAll(' ', ''), kind).toBe(
          (await words(without)).replaceAll(' ', ''),
        )
      }
    })

    test('a chosen theme applies to other pages', async () => {
      const page = await visit('/', { colorScheme: 'light' })
      const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
      const light = await paper()
      const button = page.locator('.theme')
      await button.click()
      const dark = await paper()
      expect(dark, 'the first click changes the page').not.toBe(light)
      await page.goto(`${site.origin}/posts/post-3`)
      await page.waitForSelector('.theme')
      expect(await paper()).toBe(dark)
      expect(await button.getAttribute('aria-label')).toBe('Theme: dark')
      for (const name of ['system', 'dark', 'system']) {
        await button.click()
        expect([await button.getAttribute('aria-label'), await paper()]).toEqual([
          `Theme: ${name}`,
          name === 'dark' ? dark : light,
        ])
      }
      await page.evaluate(() => localStorage.setItem('theme', 'light'))
      await page.reload()
      await button.click()
      expect(await paper(), 'a click leaves the look that was chosen').toBe(dark)
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.evaluate(() => localStorage.clear())
      await page.reload()
      await button.click()
      expect(await paper()).toBe(light)
    })

    test('a theme that the publisher has fixed has no button, whatever a reader chose elsewhere', async () => {
      const page = await newPage({ colorScheme: 'light' })
      await page.addInitScript(() => localStorage.setItem('theme', 'light'))
      await page.route('**/posts/post-3', async (route) => {
        const response = await route.fetch()
        const text = (await response.text()).replace('<html lang="en"', '<html lang="en" data-theme="dark"')
        await route.fulfill({ response, body: text })
      })
      await page.goto(`${site.origin}/posts/post-3`)
      await page.waitForSelector('[data-copy] + button, .cite button')
      expect(await page.locator('.theme').count()).toBe(0)
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark')
    })

    test('a chosen theme applies before the first paint, even if the script is slow', async () => {
      const page = await newPage({ colorScheme: 'light' })
      await page.addInitScript(() => {
        localStorage.setItem('theme', 'dark')
        new MutationObserver(() => performance.mark('theme')).observe(document, {
          attributes: true,
          attributeFilter: ['data-theme'],
          subtree: true,
        })
      })
      await page.route('**/citable.js', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 300))
        await route.continue()
      })
      await page.goto(`${site.origin}/posts/post-3`)
      const at = (name: string) =>
        page.waitForFunction((one) => performance.getEntriesByName(one)[0]?.startTime, name)
      const [theme, paint] = await Promise.all([at('theme'), at('first-paint')])
      expect(await theme.jsonValue()).toBeLessThanOrEqual((await paint.jsonValue()) ?? 0)
    })

    test('a feed in the browser explains how to subscribe, and lists its posts', async () => {
      const page = await visit('/feed.xml')
      const about = await page.evaluate(() => getComputedStyle(document.documentElement, '::before').content)
      expect(about).toContain('into your feed reader')
      const isShown = (selector: string) =>
        page.evaluate((one) => document.querySelector(one)?.getClientRects().length, selector)
      expect([await isShown('entry > title'), await isShown('entry > content')]).toEqual([1, 0])
    })

    test('the table of contents marks the current section, and includes subsections', async () => {
      const page = await visit('/developers', { viewport: { width: 1300, height: 700 } })
      const current = () => page.locator('.contents [aria-current]').allTextContents()
      const links = page.locator('.contents a')
      const third = await links.nth(2).textContent()
      await links.nth(2).click()
      await expect.poll(current).toEqual([third])
      expect(await page.locator('.contents .sub').count()).toBeGreaterThan(0)
    })

    test('a video plays in place on click, without earlier requests to its host', async () => {
      // A context that does not report requests to other hosts.
      const context = await browser.newContext()
      const page = await context.newPage()
      const requested: string[] = []
      await page.route(/youtube/, (route) => {
        requested.push(route.request().url())
        return route.fulfill({ body: 'player' })
      })
      await page.goto(`${site.origin}/posts/post-3`)
      const button = page.getByRole('button', { name: 'Play here' })
      await button.waitFor()
      expect(requested).toEqual([])
      await button.click()
      await expect
        .poll(() => requested)
        .toEqual(['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1'])
      await page.frameLocator('.player').getByText('player').waitFor()
      await context.close()
    })

    test('a button copies the citation', async () => {
      const page = await visit('/posts/post-3', { permissions: ['clipboard-read', 'clipboard-write'] })
      const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
      await page.locator('.cite > button').first().click()
      await expect.poll(clipboard).toContain('Ada Example')
      expect(await clipboard()).toContain('The Example Review')
    })

    test('selected text has a button that copies a link to it', async () => {
      const page = await visit('/posts/post-3', { permissions: ['clipboard-read', 'clipboard-write'] })
      await page.waitForSelector('.theme')
      await page.evaluate(() => {
        const text = document.querySelector('.prose blockquote p')?.firstChild as Node
        getSelection()?.setBaseAndExtent(text, 0, text, 17)
      })
      await page.locator('.passage-link').click()
      const link = () => page.evaluate(() => navigator.clipboard.readText())
      await expect.poll(link).toMatch(/\/posts\/post-3#:~:text=Somebody%20said%20so/)
    })

    test('a search field suggests titles and headings, of which the keyboard opens one', async () => {
      const page = await visit('/posts/post-3', { viewport: { width: 390, height: 800 } })
      await page.waitForSelector('.theme')
      const requests: string[] = []
      page.on('request', (request) => requests.push(new URL(request.url()).pathname))
      const field = page.locator('.tools [name=q]')
      const options = page.locator('.tools [role=option]')
      await field.pressSequentially('ord lists')
      await expect
        .poll(() => options.first().innerText())
        .toBe('Lists and quotations\nA title of ordinary length')
      expect(requests, 'one file, and no search').toEqual(['/search/titles.json'])
      expect(await field.getAttribute('aria-expanded')).toBe('true')
      const chosen = async () => {
        const id = await field.getAttribute('aria-activedescendant')
        return id === '' ? undefined : page.locator(`[id="${id}"][aria-selected=true]`).getAttribute('href')
      }
      const hrefs = await options.evaluateAll((all) => all.map((one) => one.getAttribute('href')))
      expect(hrefs.length).toBeGreaterThan(1)
      expect(await chosen()).toBeUndefined()
      for (const [key, href] of [
        ['ArrowDown', hrefs[0]],
        ['ArrowDown', hrefs[1]],
        ['ArrowUp', hrefs[0]],
        ['ArrowUp', undefined],
        ['ArrowUp', hrefs.at(-1)],
        ['ArrowDown', undefined],
        ['ArrowDown', hrefs[0]],
      ] as const) {
        await page.keyboard.press(key)
        expect(await chosen(), key).toBe(href)
      }
      await Promise.all([page.waitForURL(`**${hrefs[0]}`), page.keyboard.press('Enter')])
      expect(hrefs[0]).toMatch(/^\/posts\/post-\d+#lists-and-quotations$/)
      await page.locator('.tools [name=q]').fill('ordinary')
      await page.locator('[role=option]').first().waitFor()
      await Promise.all([page.waitForURL('**/search?q=ordinary'), page.keyboard.press('Enter')])
    })

    test('suggestions are gone after Escape, without focus, and for words that nothing has', async () => {
      const page = await visit('/search')
      const field = page.locator('.finder [name=q]')
      const options = page.locator('[role=option]')
      for (const leave of [
        () => page.keyboard.press('Escape'),
        () => field.blur(),
        () => field.fill('qqqq'),
      ]) {
        await field.fill('title')
        await expect.poll(() => options.count()).toBeGreaterThan(1)
        expect(await options.count()).toBeLessThanOrEqual(8)
        await leave()
        await expect.poll(() => options.count()).toBe(0)
        expect(await field.getAttribute('aria-expanded')).toBe('false')
      }
      await page.keyboard.press('ArrowDown')
      await Promise.all([page.waitForURL('**/search?q=qqqq'), page.keyboard.press('Enter')])
    })

    test('letters of an input method are searched when they are composed', async () => {
      const page = await visit('/search')
      await page.waitForSelector('.theme')
      const client = await page.context().newCDPSession(page)
      const options = page.locator('[role=option]')
      await page.locator('.finder [name=q]').focus()
      await client.send('Input.imeSetComposition', { text: '日本', selectionStart: 2, selectionEnd: 2 })
      expect(await page.locator('.finder [name=q]').inputValue()).toBe('日本')
      expect(await options.count()).toBe(0)
      await client.send('Input.insertText', { text: '日本' })
      await expect.poll(() => options.count()).toBeGreaterThan(0)
    })

    test('the keyboard opens a search dialog on any page, and moves between results', async () => {
      const page = await newPage()
      const focused = () => page.evaluate(() => document.activeElement?.tagName)
      const dialog = page.locator('dialog[open]')
      for (const key of ['/', 'Control+k']) {
        await page.goto(`${site.origin}/posts/post-0`)
        await page.waitForSelector('.theme')
        await page.keyboard.press(key)
        expect([await dialog.count(), await focused()], key).toEqual([1, 'INPUT'])
        await page.keyboard.type('/')
        expect(await dialog.locator('input').inputValue(), key).toBe('/')
      }
      for (const where of ['another page', 'this page']) {
        if (where === 'this page') await page.keyboard.press('/')
        await dialog.locator('input').fill('ordinary lists')
        await dialog.locator('[role=option]').first().click()
        await page.waitForURL('**/posts/*#lists-and-quotations')
        await expect.poll(() => dialog.count(), { message: where }).toBe(0)
        await page.waitForSelector('.theme')
      }
      await page.keyboard.press('/')
      await page.mouse.click(10, 700)
      expect(await dialog.count(), 'a click beside it').toBe(0)
      await page.keyboard.press('/')
      await dialog.locator('input').fill('somebody said')
      await Promise.all([page.waitForURL('**/search?q=somebody+said'), page.keyboard.press('Enter')])
      expect(await page.locator('.hits mark').count()).toBeGreaterThan(3)
      await page.goto(`${site.origin}/search`)
      expect(await focused(), 'focused on load').toBe('INPUT')
      await page.goto(`${site.origin}/search?q=opening+words`)
      await page.waitForSelector('.theme')
      await page.keyboard.press('/')
      expect([await dialog.count(), await focused()], 'the field of the page').toEqual([0, 'INPUT'])
      const link = () => page.evaluate(() => document.activeElement?.getAttribute('href'))
      const links = await page
        .locator('.hits h2 a')
        .evaluateAll((all) => all.map((one) => one.getAttribute('href')))
      await page.keyboard.press('ArrowDown')
      expect(await link()).toBe(links[0])
      await page.keyboard.press('ArrowDown')
      expect(await link()).toBe(links[1])
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('ArrowUp')
      expect(await focused()).toBe('INPUT')
    })

    test.each(['ltr', 'rtl'])('suggestions fit on a phone, with no axe violations, %s', async (direction) => {
      const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
      for (const [width, colorScheme] of [
        [320, 'light'],
        [1280, 'dark'],
      ] as const) {
        const page = await newPage({ viewport: { width, height: 800 }, colorScheme, bypassCSP: true })
        for (const [path, field] of [
          ['/search', '.finder [name=q]'],
          ['/posts/post-3', '.tools [name=q]'],
          ['/posts/post-3', 'dialog [name=q]'],
        ] as const) {
          await page.goto(site.origin + path)
          await page.waitForSelector('.theme')
          await page.evaluate((dir) => document.documentElement.setAttribute('dir', dir), direction)
          if (field.startsWith('dialog')) await page.keyboard.press('/')
          await page.locator(field).pressSequentially('a')
          await page.locator('[role=option]').first().waitFor()
          await page.keyboard.press('ArrowDown')
          const places = await page
            .locator('[role=listbox]:not(:empty)')
            .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()))
          expect(places, field).toHaveLength(1)
          expect(places[0]?.left, field).toBeGreaterThanOrEqual(0)
          expect(places[0]?.right, field).toBeLessThanOrEqual(width)
          await page.evaluate(axe)
          const violations = await page.evaluate(async () => {
            // biome-ignore lint/suspicious/noExplicitAny: set by the line before.
            const { violations } = await (globalThis as any).axe.run()
            return violations.map((one: { id: string }) => one.id)
          })
          expect(violations, field).toEqual([])
        }
      }
    })

    test('the developer portal shows one code sample at a time, and runs it', async () => {
      const page = await visit('/developers')
      const first = page.locator('.samples').first()
      await first.locator('[role=tab]').nth(2).click()
      expect(await first.locator('[role=tabpanel]:visible').count()).toBe(1)
      expect(await first.locator('[role=tabpanel]:visible').textContent()).toContain('urllib')
      await page.keyboard.press('ArrowLeft')
      expect(await first.locator('[role=tabpanel]:visible').textContent()).toContain('await fetch')
      await first.getByRole('button', { name: 'Run' }).click()
      await expect.poll(() => first.locator('output').textContent()).toContain('match')
    })

    test('in print, nothing is cut off and links show their URLs', async () => {
      const page = await visit('/posts/post-3')
      await page.emulateMedia({ media: 'print' })
      await page.setViewportSize({ width: 680, height: 900 })
      const cut = await page.evaluate(() =>
        Array.from(document.querySelectorAll('main *'))
          .filter(
            (one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== 'visible',
          )
          .map((one) => one.outerHTML.slice(0, 80)),
      )
      expect(cut).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(680)
      const afterLink = (href: string) =>
        page
          .locator(`.prose a[href="${href}"]`)
          .first()
          .evaluate((one) => getComputedStyle(one, '::after').content)
      expect(await afterLink('https://example.org/')).toContain('https://example.org/')
      expect(await afterLink('https://example.org/bare'), 'its text is its URL').toBe('none')
    })

    test('in print, table cells do not break words, details are open and images fit the page', async () => {
      const page = await visit('/posts/post-3')
      await page.emulateMedia({ media: 'print' })
      await page.setViewportSize({ width: 680, height: 900 })
      const words = await page.evaluate(() => {
        const range = document.createRange()
        const texts = Array.from(document.querySelectorAll('th, td')).flatMap(
          ({ firstChild }) => firstChild ?? [],
        )
        return texts.flatMap((text) =>
          Array.from((text.textContent ?? '').matchAll(/\S+/g), ({ 0: word, index }) => {
            range.setStart(text, index)
            range.setEnd(text, index + word.length)
            return { word, lines: range.getClientRects().length }
          }),
        )
      })
      expect(words.length).toBeGreaterThan(80)
      expect(words.filter(({ lines }) => lines !== 1)).toEqual([])
      await page.waitForSelector('.prose details p', { state: 'visible' })
      const tall = await page.locator('.prose').evaluate((prose) => {
        const picture = new Image(300, 4_000)
        picture.src = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
        return prose.appendChild(picture).offsetHeight
      })
      expect(tall, 'a page is 900 px high').toBeLessThan(900)
    })

    const reader = installed('pdftotext')
    const hasJapanese = Boolean(spawnSync('fc-list', [':lang=ja'], { encoding: 'utf8' }).stdout?.trim())
    test.runIf(reader)('a PDF has every word of a post', async () => {
      // Without the script, which adds buttons.
      const page = await newPage({ javaScriptEnabled: false })
      for (const path of ['/posts/post-3', '/posts/post-1', '/posts/post-2', '/posts/post-4']) {
        await page.goto(`${site.origin}${path}`)
        const written = (
          await page.locator('.post h1, .post .summary, .byline, .prose').allInnerTexts()
        ).join(' ')
        await page.emulateMedia({ media: 'print' })
        const { stdout } = spawnSync(reader ?? '', ['-layout', '-', '-'], {
          input: await page.pdf(),
          maxBuffer: 2 ** 26,
        })
        const paper = withoutGaps(stdout.toString())
        // pdftotext may reorder Arabic, and Japanese needs an installed font.
        const isReadable = hasJapanese ? /^[^\p{Script=Arabic}]+$/u : /^[^\p{Script=Arabic}\u3040-\u9fff]+$/u
        const words = written.split(/[\s\p{P}]+/u).filter((word) => isReadable.test(word))
        expect(paper, 'text in closed details').toContain('Wordsthatarefolded')
        expect(words.length, path).toBeGreaterThan(150)
        expect(
          words.filter((word) => !paper.includes(withoutGaps(word))),
          path,
        ).toEqual([])
      }
    })
  })

  test('cause no errors, warnings or foreign requests in the browser', () => {
    expect(browserErrors).toEqual([])
  })
})

/** Undoes hyphenation and ligatures. */
function withoutGaps(text: string): string {
  return text.normalize('NFKC').replace(/[\s\u00ad\u200b-\u200f\u202a-\u202e\u2066-\u2069-]/g, '')
}
