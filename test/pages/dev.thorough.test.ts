import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { folderWith, post, run, startServer } from '../cli/run.ts'
import { findBrowser } from '../markdown/browser.ts'

const executablePath = await findBrowser()
const none = 'no Chromium is installed, and the packaged one does not run here'

const long = Array.from({ length: 60 }, (_, nth) => `Paragraph ${nth} is about one thing.`).join('\n\n')

describe.skipIf(!executablePath)(`citable dev in a real browser${executablePath ? '' : ` (${none})`}`, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: executablePath ?? '',
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    })
  })
  afterAll(() => browser?.close())

  /** Runs `citable dev` on a folder, and opens a page. */
  async function openPage(
    path: string,
    files: Readonly<Record<string, string>> = {},
    prepare: (page: Page) => Promise<unknown> = async () => {},
  ) {
    const dir = folderWith({
      'posts/week-01.md': post(long),
      'posts/week-02.md': post('See [the first](week-01.md).'),
      ...files,
    })
    const dev = await startServer([dir, '--port', '0'], {}, 'dev')
    const page = await browser.newPage({ viewport: { width: 900, height: 700 } })
    const consoleErrors: string[] = []
    page.on('console', (message) => {
      // Expected while a post has errors or another name.
      const isExpected = /responded with a status of (?:404|503)/.test(message.text())
      if (message.type() === 'error' && !isExpected) consoleErrors.push(message.text())
    })
    page.on('pageerror', ({ message }) => consoleErrors.push(message))
    await prepare(page)
    await page.goto(`http://localhost:${dev.port}${path}`)
    return {
      dir,
      page,
      line: async () => String((await dev.lines.next()).value),
      write: (name: string, text: string) => writeFileSync(join(dir, name), text),
      async close() {
        expect(consoleErrors).toEqual([])
        await page.close()
        return dev.stop()
      },
    }
  }

  const main = (page: Page) => page.locator('main')

  /** Scrolls past a paragraph, without the smooth scrolling of pages. */
  async function scrollPast(page: Page, text: string) {
    const paragraph = page.getByText(text)
    await paragraph.scrollIntoViewIfNeeded()
    await page.evaluate(() => scrollBy({ top: 250, behavior: 'instant' }))
    const top = async () => (await paragraph.boundingBox())?.y ?? Number.NaN
    const before = await top()
    return { moved: async () => Math.abs((await top()) - before) }
  }

  test('reloads a changed page at the same scroll position', async () => {
    const { page, write, close } = await openPage('/posts/week-01')
    const position = await scrollPast(page, 'Paragraph 40 is about one thing.')
    write(
      'posts/week-01.md',
      post(`${long}\n\n\`\`\`js\nconst one = 1\n\`\`\``).replace('A title', 'A new title'),
    )
    await expect.poll(() => page.locator('h1').textContent()).toBe('A new title')
    await expect.poll(() => page.locator('figure.code button').count()).toBe(1)
    await expect.poll(position.moved).toBeLessThan(3)
    await close()
  })

  test('shows a change that is saved before the first check of the page', async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const { page, line, write, close } = await openPage('/posts/week-01', {}, (page) =>
      page.route('**/posts/week-01', async (route) => {
        if (route.request().resourceType() === 'fetch') await released
        await route.continue()
      }),
    )
    write('posts/week-01.md', post(`Saved early.\n\n${long}`))
    expect(await line()).toMatch(/^Updated/)
    release()
    await expect.poll(() => main(page).textContent()).toContain('Saved early.')
    await close()
  })

  test('does not reload an unaffected page', async () => {
    const { page, line, write, close } = await openPage('/posts/week-02')
    await page.evaluate(() => document.body.setAttribute('data-kept', 'yes'))
    write('posts/week-01.md', post('Other words.'))
    expect(await line()).toMatch(/^Updated in \d+ ms/)
    expect(await page.evaluate(() => fetch('/posts/week-01').then((all) => all.text()))).toContain(
      'Other words.',
    )
    expect(await page.getAttribute('body', 'data-kept')).toBe('yes')
    await close()
  })

  test("shows errors over the last good page, with check's messages, until they are fixed", async () => {
    const { dir, page, write, close } = await openPage('/posts/week-01')
    const broken = post(long).replace('title:', 'title: [')
    write('posts/week-01.md', broken)
    const panel = page.locator('citable-problems')
    await expect.poll(() => panel.locator('pre').textContent()).toContain('error front-matter-syntax')
    const { stdout } = await run(['check', dir])
    expect(stdout, 'the same text as check').toContain(
      (await panel.locator('pre').textContent()) ?? 'nothing',
    )
    expect(await panel.locator('details').getAttribute('open'), 'the panel is open').not.toBeNull()
    expect(await main(page).textContent(), 'the last good page').toContain('Paragraph 3 ')
    await page.reload()
    expect(await main(page).textContent(), 'still there after a reload').toContain('Paragraph 3 ')
    await expect.poll(() => panel.count()).toBe(1)
    write('posts/week-01.md', post('Fixed.'))
    await expect.poll(() => main(page).textContent()).toContain('Fixed.')
    await expect.poll(() => panel.count()).toBe(0)
    await close()
  })

  test('shows drafts and scheduled posts, marked wherever they are linked', async () => {
    const { page, write, close } = await openPage('/', {
      'posts/week-03.md': post('A draft.').replace('title:', 'draft: true\ntitle:'),
      'posts/week-04.md': post('From the future.').replace(/published: .*/, 'published: 2199-01-01'),
    })
    const mark = (path: string) => page.locator(`main a[href="${path}"] [data-citable-mark]`).first()
    await expect.poll(() => mark('/posts/week-03').textContent()).toBe('Draft')
    await expect.poll(() => mark('/posts/week-04').textContent()).toBe('Scheduled: 2199-01-01')
    expect(await page.locator('main a[href="/posts/week-01"] [data-citable-mark]').count()).toBe(0)
    await page.goto(`${new URL(page.url()).origin}/posts/week-03`)
    await expect.poll(() => page.locator('h1 + [data-citable-mark]').textContent()).toBe('Draft')
    write('posts/week-03.md', post('Published.'))
    await expect.poll(() => main(page).textContent()).toContain('Published.')
    await expect.poll(() => page.locator('h1 + [data-citable-mark]').count()).toBe(0)
    await close()
  })

  test('shows 404 for a renamed post, and the post when it is renamed back', async () => {
    const { dir, page, close } = await openPage('/posts/week-02')
    renameSync(join(dir, 'posts/week-02.md'), join(dir, 'posts/week-09.md'))
    await expect.poll(() => main(page).textContent()).toContain('resource_not_found')
    renameSync(join(dir, 'posts/week-09.md'), join(dir, 'posts/week-02.md'))
    await expect.poll(() => main(page).textContent()).toContain('See the first')
    await close()
  })

  test('starts with errors, and shows the archive when they are fixed', async () => {
    const { page, write, close } = await openPage('/', { 'archive.yaml': 'title: [A]\n' })
    expect(await main(page).textContent()).toContain('Nothing to show yet')
    await expect.poll(() => page.locator('citable-problems pre').textContent()).toContain('settings-syntax')
    expect(await page.locator('citable-problems summary').textContent()).toBe('1 error · nothing to show yet')
    write('archive.yaml', 'title: A\n')
    await expect.poll(() => page.locator('main a[href="/posts/week-01"]').count()).toBeGreaterThan(0)
    await close()
  })

  test('watches new folders', async () => {
    const { dir, page, line, close } = await openPage('/posts/week-01')
    mkdirSync(join(dir, 'posts/assets'))
    expect(await line()).toMatch(/^Updated/)
    writeFileSync(join(dir, 'posts/assets/note.txt'), 'first')
    expect(await line()).toMatch(/^Updated/)
    rmSync(join(dir, 'posts/assets'), { recursive: true })
    expect(await line()).toMatch(/^Updated/)
    expect(await main(page).textContent()).toContain('Paragraph 3 ')
    await close()
  })
})
