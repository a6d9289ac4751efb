import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generate } from '../../bench/generate.mjs'
import { fromFolder } from '../../src/compile.ts'
import { listen } from '../../src/runtime/node/listen.ts'
import { findBrowser } from '../markdown/browser.ts'
import { type Exported, exported } from './exported.ts'

const executablePath = await findBrowser()

/** Posts with content that generated posts lack: other languages, names, versions, phrases. */
const handwritten = {
  lampen: `---\ntitle: Straßenlampen in Städten\npublished: 2024-02-03\n---\n\n## Die Lampen\n\nDie Lampen leuchten über den Straßen, und niemand weiß, wer sie am Abend anzündet. Der Sicherheitsdienst prüft das nicht.\n`,
  node: `---\ntitle: Upgrading Node.js\npublished: 2024-03-04\n---\n\n## From 18.2.1 to 20.11\n\nThe server moved from Node.js 18.2.1 to 20.11.0. Content negotiation was slower at first; the entity tag was not.\n\n\`\`\`js\nconst server = createServer(readFile)\n\`\`\`\n`,
  fonari: `---\ntitle: Фонари\npublished: 2024-04-05\n---\n\nФонари горят над улицей, и никто не знает, кто их зажигает по вечерам.\n`,
  tea: `---\ntitle: The glacier and the tea house\npublished: 2024-05-06\nsummary: A glacier melts behind a tea house.\ntags: [glaciers]\n---\n\nThe glacier melts behind the tea house. It has melted for years, and the café still sells tea. 東京の喫茶店ではお茶が飲める。\n`,
}

const questions = [
  ...['?q=glacier', '?q=tareson', '?q=the', '?q=topic7', '?q=tea+house'],
  ...['?q=tareson+revel', '?q=melting+glaciers+tea', '?q=what+is+a+glacier', '?q=tareson+misonvel+anlu+melt'],
  ...['?q=glacir', '?q=negotation', '?q=taresn', '?q=upgradng+node', '?q=glaci', '?q=negoti'],
  ...['?q=%22content+negotiation%22', '?q=%22tea+house%22+glacier', '?q=%22of+the%22', '?q=%22zzyzx+tea%22'],
  ...['?q=18.2', '?q=v20', '?q=18.2.1', '?q=node.js', '?q=createServer', '?q=read+file'],
  ...['?q=Stra%C3%9Fe', '?q=dienst', '?q=wer+z%C3%BCndet+die+Lampe+an'],
  ...['?q=%D1%84%D0%BE%D0%BD%D0%B0%D1%80%D1%8F%D0%BC%D0%B8', '?q=%E5%96%AB%E8%8C%B6', '?q=cafe'],
  ...['?q=zzyzx', '?q=%3F%21', '?q=%3Cb%3E%26+tea', '?q=latest+tareson'],
  ...['?q=tareson&page=2', '?q=tareson&page=7', '?q=glacier&page=9', '?q=tareson+revel&page=3'],
]

describe.skipIf(!executablePath)('search in 1,000 exported posts, in a real browser', () => {
  const dir = mkdtempSync(join(tmpdir(), 'citable-exported-'))
  let site: Exported
  let server: Awaited<ReturnType<typeof listen>>
  let browser: Browser
  let page: Page
  const consoleErrors: string[] = []

  beforeAll(async () => {
    generate(dir, 1000 - Object.keys(handwritten).length)
    writeFileSync(join(dir, 'archive.yaml'), 'title: The Bench Review\n')
    for (const [name, text] of Object.entries(handwritten))
      writeFileSync(join(dir, 'posts', `${name}.md`), text)
    site = await exported(fromFolder(dir), 'https://bench.example/review')
    server = await listen({ handler: site.handler, port: 0, host: '127.0.0.1' })
    browser = await chromium.launch({
      executablePath: executablePath ?? '',
      args: ['--no-sandbox', '--disable-gpu'],
    })
    page = await browser.newPage()
    page.on('pageerror', ({ message }) => consoleErrors.push(message))
    page.on('console', (message) => {
      if (!message.location().url.endsWith('/favicon.ico'))
        consoleErrors.push(`${message.text()} ${message.location().url}`)
    })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
    site?.close()
    rmSync(dir, { recursive: true, force: true })
  })

  const titleAndResults = (page: string) =>
    `({ title: ${page}.title, results: ${page}.querySelector('#results').innerHTML })`

  /** The page from a server, parsed by the browser. */
  async function served(query: string) {
    const text = await (await fetch(`http://127.0.0.1:${server.port}/review/search${query}`)).text()
    return page.evaluate(
      titleAndResults(`new DOMParser().parseFromString(${JSON.stringify(text)}, 'text/html')`),
    )
  }

  async function shown() {
    await expect.poll(() => page.title()).toContain(':')
    return page.evaluate(titleAndResults('document'))
  }

  test.each(questions)('%s shows the same results as a server', async (query) => {
    await page.goto(`${site.origin}/search${query}`)
    expect(await shown()).toEqual(await served(query))
    const words = new URLSearchParams(query).get('q')
    expect(await page.inputValue('.finder input')).toBe(words)
  })

  test('titles are suggested while typing, and Enter finds passages', async () => {
    site.requests.length = 0
    await page.goto(`${site.origin}/search`)
    await page.locator('.finder input').pressSequentially('strassen')
    const option = page.locator('[role=option]').first()
    await option.waitFor()
    expect(await option.getAttribute('href')).toBe('/review/posts/lampen')
    const requests = site.requests.filter((path) => path.includes('/search/'))
    expect(requests).toEqual(['/review/search/titles.json'])
    await page.fill('.finder input', 'glacier')
    await Promise.all([page.waitForURL('**/search?q=glacier'), page.keyboard.press('Enter')])
    expect(await shown()).toEqual(await served('?q=glacier'))
    await page.goto(`${site.origin}/search?q=+`)
    expect(await page.textContent('#results')).toContain('needs JavaScript')
  })

  test('the search form on any page shows the first page of results, which links to the next', async () => {
    site.requests.length = 0
    await page.goto(`${site.origin}/`)
    expect(site.requests.filter((path) => path.includes('/search/'))).toEqual([])
    await page.fill('.tools input', 'tareson')
    await Promise.all([page.waitForURL('**/search?q=tareson'), page.keyboard.press('Enter')])
    await shown()
    await Promise.all([page.waitForURL('**page=2'), page.click('a[rel=next]')])
    expect(await shown()).toEqual(await served('?q=tareson&page=2'))
  })

  test('a cached page from an earlier build loads the current engine', async () => {
    const path = `${site.origin}/search?q=glacier`
    const old = (await (await fetch(path)).text()).replace(
      /(?<=data-engine="[^"]*\/)[\da-f]{16}/,
      '0'.repeat(16),
    )
    await page.route(path, (route) => route.fulfill({ contentType: 'text/html', body: old }), { times: 1 })
    await page.goto(path)
    expect(await shown()).toEqual(await served('?q=glacier'))
    // For the script of the earlier build.
    expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('404')])
  })

  test('an open page reloads an index that a later build replaced', async () => {
    const head = await (await fetch(`${site.origin}/search/head.json`)).text()
    const old = head.replace(/(?<="parts":"[^"]*\/)[\da-f]{16}/, '0'.repeat(16))
    expect(old).not.toBe(head)
    const route = `${site.origin}/search/head.json`
    await page.route(route, (one) => one.fulfill({ contentType: 'application/json', body: old }), {
      times: 1,
    })
    await page.goto(`${site.origin}/search?q=glacier`)
    expect(await shown()).toEqual(await served('?q=glacier'))
    // For the index pages of the earlier build.
    for (const error of consoleErrors.splice(0)) expect(error).toContain('404')
  })

  test('a query loads only part of the index', async () => {
    const sizes = new Map(
      site.names
        .filter((name) => /\/search\/index\/\d+$/.test(name))
        .map((name) => [`/review/${name}`, site.read(name).length]),
    )
    const total = [...sizes.values()].reduce((sum, size) => sum + size)
    const loaded = async (query: string) => {
      site.requests.length = 0
      await page.goto(`${site.origin}/search${query}`)
      await shown()
      return site.requests.reduce((sum, path) => sum + (sizes.get(path) ?? 0), 0)
    }
    expect(await loaded('?q=glacier')).toBeLessThan(total / 20)
    expect(await loaded('?q=tareson+revel')).toBeLessThan(total / 2)
  })

  test('the browser reported no errors', () => {
    expect(consoleErrors).toEqual([])
  })
})
