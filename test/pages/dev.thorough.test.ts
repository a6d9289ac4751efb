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

  /** A writer's folder, and a page of it that is open. */
  async function opened(
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
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', ({ message }) => complaints.push(message))
    await prepare(page)
    await page.goto(`http://localhost:${dev.port}${path}`)
    return {
      dir,
      page,
      line: async () => String((await dev.lines.next()).value),
      complaints,
      write: (name: string, text: string) => writeFileSync(join(dir, name), text),
      async close() {
        await page.close()
        return dev.stop()
      },
    }
  }

  const main = (page: Page) => page.locator('main')

  /** Scrolls to a paragraph and a little further, at once: pages scroll smoothly, and a place on the way there is nobody's. */
  async function standAt(page: Page, text: string) {
    const there = page.getByText(text)
    await there.scrollIntoViewIfNeeded()
    await page.evaluate(() => scrollBy({ top: 250, behavior: 'instant' }))
    const top = async () => (await there.boundingBox())?.y ?? Number.NaN
    const before = await top()
    return { moved: async () => Math.abs((await top()) - before) }
  }

  test('a page that has changed is loaded again, where its reader stood', async () => {
    const { page, write, close } = await opened('/posts/week-01')
    const reader = await standAt(page, 'Paragraph 40 is about one thing.')
    write(
      'posts/week-01.md',
      post(`${long}\n\n\`\`\`js\nconst one = 1\n\`\`\``).replace('A title', 'A new title'),
    )
    await expect.poll(() => page.locator('h1').textContent()).toBe('A new title')
    await expect.poll(() => page.locator('figure.code button').count()).toBe(1)
    await expect.poll(reader.moved).toBeLessThan(3)
    await close()
  })

  test('what is saved before a page has compared itself with anything is shown, too', async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const { page, line, write, close } = await opened('/posts/week-01', {}, (page) =>
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

  test('a page that a change does not concern stays as it is', async () => {
    const { page, line, write, close } = await opened('/posts/week-02')
    await page.evaluate(() => document.body.setAttribute('data-kept', 'yes'))
    write('posts/week-01.md', post('Other words.'))
    expect(await line()).toMatch(/^Updated in \d+ ms/)
    expect(await page.evaluate(() => fetch('/posts/week-01').then((all) => all.text()))).toContain(
      'Other words.',
    )
    expect(await page.getAttribute('body', 'data-kept')).toBe('yes')
    await close()
  })

  test('an error is shown over the last good state, in the words of check, until it is fixed', async () => {
    const { dir, page, write, close } = await opened('/posts/week-01')
    const broken = post(long).replace('title:', 'title: [')
    write('posts/week-01.md', broken)
    const panel = page.locator('citable-problems')
    await expect.poll(() => panel.locator('pre').textContent()).toContain('error front-matter-syntax')
    const { stdout } = await run(['check', dir])
    expect(stdout, 'what check says').toContain((await panel.locator('pre').textContent()) ?? 'nothing')
    expect(await panel.locator('details').getAttribute('open'), 'it is unfolded').not.toBeNull()
    expect(await main(page).textContent(), 'what was there before').toContain('Paragraph 3 ')
    await page.reload()
    expect(await main(page).textContent(), 'after loading it again, too').toContain('Paragraph 3 ')
    await expect.poll(() => panel.count()).toBe(1)
    write('posts/week-01.md', post('Fixed.'))
    await expect.poll(() => main(page).textContent()).toContain('Fixed.')
    await expect.poll(() => panel.count()).toBe(0)
    await close()
  })

  test('drafts and posts of days to come are shown, and marked wherever they are linked to', async () => {
    const { page, write, close } = await opened('/', {
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

  test('a post that is renamed is missing where it was, and is back when it is back', async () => {
    const { dir, page, close } = await opened('/posts/week-02')
    renameSync(join(dir, 'posts/week-02.md'), join(dir, 'posts/week-09.md'))
    await expect.poll(() => main(page).textContent()).toContain('resource_not_found')
    renameSync(join(dir, 'posts/week-09.md'), join(dir, 'posts/week-02.md'))
    await expect.poll(() => main(page).textContent()).toContain('See the first')
    await close()
  })

  test('a folder that is broken from the start is shown when it is whole', async () => {
    const { page, write, close } = await opened('/', {
      'posts/week-01.md': post('Text.').replace('title:', 'title: ['),
    })
    expect(await main(page).textContent()).toContain('Nothing to show yet')
    await expect
      .poll(() => page.locator('citable-problems pre').textContent())
      .toContain('front-matter-syntax')
    expect(await page.locator('citable-problems summary').textContent()).toBe('1 error · nothing to show yet')
    write('posts/week-01.md', post('Text.'))
    await expect.poll(() => page.locator('main a[href="/posts/week-01"]').count()).toBeGreaterThan(0)
    await close()
  })

  test('a new folder is watched, too', async () => {
    const { dir, page, line, close } = await opened('/posts/week-01')
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
