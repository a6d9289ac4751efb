import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compile, fromFolder } from '../../src/compile.ts'
import { listen } from '../../src/runtime/node/listen.ts'
import { serve } from '../../src/serve.ts'
import { findBrowser, framesShown } from '../markdown/browser.ts'

const executablePath = await findBrowser()
const none = 'no Chromium is installed, and the packaged one does not run here'

test('CI has a browser', () => {
  if (process.env['CI'] === 'true') expect(executablePath, none).toBeDefined()
})

describe.skipIf(!executablePath)(
  `the search page in a real browser${executablePath ? '' : ` (${none})`}`,
  () => {
    let origin = ''
    let profile = ''
    let context: BrowserContext
    let close: () => Promise<void>
    /** Script errors, violations of the content security policy, and dialogs. */
    const consoleErrors: string[] = []

    beforeAll(async () => {
      const archive = fileURLToPath(new URL('../../archive', import.meta.url))
      const { value: snapshot } = await compile(fromFolder(archive), { encodings: ['identity'] })
      if (!snapshot) throw new Error('the archive in archive/ has errors')
      const server = await listen({ handler: serve(snapshot), port: 0, host: '127.0.0.1' })
      origin = `http://127.0.0.1:${server.port}`
      close = server.close
      profile = await mkdtemp(join(tmpdir(), 'citable-search-'))
      context = await chromium.launchPersistentContext(profile, {
        executablePath: executablePath ?? '',
        headless: true,
        javaScriptEnabled: false,
        viewport: { width: 360, height: 740 },
        args: [
          '--no-sandbox',
          '--disable-gpu',
          '--disable-background-networking',
          '--disable-component-update',
        ],
      })
    })
    afterAll(async () => {
      await context?.close()
      await close?.()
      await rm(profile, { recursive: true, force: true })
    })

    async function open(path: string, size = { width: 360, height: 740 }): Promise<Page> {
      const page = await context.newPage()
      page.on('console', (message) => {
        // Browsers request it on their own.
        if (!message.location().url.endsWith('/favicon.ico')) consoleErrors.push(message.text())
      })
      page.on('pageerror', (error) => consoleErrors.push(error.message))
      page.on('dialog', (dialog) => {
        consoleErrors.push(`dialog ${dialog.message()}`)
        void dialog.dismiss()
      })
      await page.setViewportSize(size)
      await page.goto(origin + path)
      return page
    }

    test('works by keyboard from any page, and the back button works', async () => {
      const page = await open('/posts/week-01')
      const field = page.locator('input[name=q]')
      for (let tabs = 0; tabs < 10 && !(await field.evaluate((one) => one.matches(':focus'))); tabs++)
        await page.keyboard.press('Tab')
      await page.keyboard.type('entity tag')
      await Promise.all([page.waitForURL('**/search?q=entity+tag'), page.keyboard.press('Enter')])
      expect(await page.title()).toContain('Search: entity tag')
      expect(await page.locator('input[name=q]').inputValue()).toBe('entity tag')
      expect(await page.locator('mark').count()).toBeGreaterThan(3)
      await page.locator('.hits h2 a').first().focus()
      await Promise.all([page.waitForURL('**/posts/*'), page.keyboard.press('Enter')])
      await page.goBack()
      expect(await page.locator('input[name=q]').inputValue()).toBe('entity tag')
      await page.goBack()
      expect(page.url()).toBe(`${origin}/posts/week-01`)
      expect(consoleErrors).toEqual([])
    })

    test('links each passage to its heading', async () => {
      const page = await open('/search?q=entity+tag')
      const link = page.locator('.hits .facts a').first()
      const heading = await link.textContent()
      await Promise.all([page.waitForURL('**/posts/*'), link.click()])
      const anchor = new URL(page.url()).hash.replace(/:~:.*/, '')
      expect(anchor).toMatch(/^#./)
      expect((await page.locator(`[id="${anchor.slice(1)}"]`).textContent())?.trim()).toBe(heading)
    })

    test('never scrolls horizontally, with any query', async () => {
      const long = 'w'.repeat(300)
      for (const path of [
        '/search',
        '/search?q=curl+cache',
        `/search?q=${long}`,
        '/search?q=const+await+http&page=2',
      ]) {
        for (const width of [320, 360, 1280]) {
          const page = await open(path, { width, height: 740 })
          const widest = await page.evaluate('document.documentElement.scrollWidth')
          expect(Number(widest), `${path} at ${width}`).toBeLessThanOrEqual(width)
          await page.close()
        }
      }
    })

    test('never runs scripts in a query', async () => {
      const scripted = await chromium.launch({
        executablePath: executablePath ?? '',
        args: ['--no-sandbox', '--disable-gpu'],
      })
      try {
        const page = await scripted.newPage()
        const ran: string[] = []
        page.on('dialog', (dialog) => {
          ran.push(dialog.message())
          void dialog.dismiss()
        })
        for (const words of [
          '"><script>alert(1)</script>',
          '" autofocus onfocus="alert(2)',
          '</title><script>alert(3)</script>',
          "'><img src=x onerror=alert(4)>",
          '<svg onload=alert(5)> cache',
          'javascript:alert(6)',
          '\u2028</textarea></style><script>alert(7)</script>',
        ]) {
          // Without the content security policy, because escaping alone must be enough.
          await page.route('**/search?*', async (route) => {
            const response = await route.fetch()
            const { 'content-security-policy': _, ...headers } = response.headers()
            await route.fulfill({ response, headers })
          })
          await page.goto(`${origin}/search?${new URLSearchParams({ q: words })}`)
          expect(await page.locator('input[name=q]').inputValue()).toBe(words.replace('\u2028', '').trim())
          expect(await page.title()).toContain(`Search: ${words.replace('\u2028', '').trim()} · `)
          await framesShown(page)
          await page.unrouteAll()
        }
        expect(ran).toEqual([])
      } finally {
        await scripted.close()
      }
    })
  },
)
