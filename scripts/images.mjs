// `npm run images` takes the pictures in the docs, as they are today: a page of the archive beside an answer of the search tool for the
// README, and a page of each theme in recipes/.
import { once } from 'node:events'
import { spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import sharp from 'sharp'
import { compile, fromFolder } from '../dist/compile.js'
import { listen } from '../dist/runtime/node/listen.js'
import { serve } from '../dist/serve.js'
import { handbook } from '../recipes/themes/handbook.js'
import { newspaper } from '../recipes/themes/newspaper.js'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const size = { width: 1280, height: 800 }
/** Of each half of the README's picture. */
const half = { width: 800, height: 620 }
const post = '/posts/week-02'
const question = { query: 'which cache ignores a space in Accept', limit: 1 }

// The URL is the one that a reader of the README gets.
const args = ['serve', 'archive', '--port', '0', '--base-url', 'http://localhost:3000', '--no-cache']
const server = spawn(process.execPath, ['dist/cli/main.js', ...args], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
const [line] = await once(createInterface({ input: server.stdout }), 'line')
const [, port] = /localhost:(\d+)/.exec(line) ?? []
const origin = `http://127.0.0.1:${port}`
const installed = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path))
const packaged = installed ? undefined : (await import('@sparticuz/chromium')).default
const browser = await chromium.launch({
  executablePath: installed ?? (await packaged?.executablePath()) ?? '',
  args: packaged?.args ?? ['--no-sandbox'],
})
try {
  const page = await browser.newPage({ viewport: half })
  await page.goto(origin + post)
  const left = await page.screenshot()
  await page.setContent(answerPage(await search()))
  const right = await page.screenshot()
  const canvas = { width: 2 * half.width, height: half.height, channels: 3, background: 'white' }
  const halves = [left, right].map((input, nth) => ({ input, left: nth * half.width, top: 0 }))
  await save('citable.png', await sharp({ create: canvas }).composite(halves).png().toBuffer())
  await page.setViewportSize(size)
  await themed(newspaper, 'test/fixtures/gazette', '/', 'newspaper.png')
  await themed(handbook, 'archive', post, 'handbook.png')

  /** @param {Partial<import('../dist/theme.js').Theme>} theme @param {string} dir @param {string} path @param {string} name */
  async function themed(theme, dir, path, name) {
    const { value: snapshot } = await compile(fromFolder(dir), { baseUrl: 'http://localhost:3000', theme })
    if (!snapshot) throw new Error(`${dir} has errors`)
    const { port, close } = await listen({ handler: serve(snapshot), port: 0, host: '127.0.0.1' })
    await page.goto(`http://127.0.0.1:${port}${path}`)
    await save(name, await page.screenshot())
    await close()
  }

  /** @param {string} name @param {Buffer} picture */
  async function save(name, picture) {
    const path = `docs/images/${name}`
    writeFileSync(path, await sharp(picture).png({ palette: true, colours: 64, effort: 10 }).toBuffer())
    console.log(path)
  }
} finally {
  await browser.close()
  server.kill()
}

async function search() {
  const params = { name: 'search_archive_posts', arguments: question }
  const response = await fetch(`${origin}/mcp`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  })
  return (await response.json()).result.structuredContent
}

/** @param {{ total: number, hits: { citation: string, passages: { text: string, heading: string, url: string }[] }[] }} answer */
function answerPage({ total, hits }) {
  const [hit] = hits
  const [passage] = hit?.passages ?? []
  if (!hit || !passage) throw new Error('The search found nothing.')
  return `<!doctype html><meta charset="utf-8"><style>
body { margin: 0; padding: 40px 44px; font: 18px/1.5 monospace; background: #17181c; color: #ececec; overflow-wrap: anywhere }
p, blockquote { margin: 0 0 22px } i { font-style: normal; color: #8b8f9a }
blockquote { border-left: 5px solid #9cc4f5; padding-left: 24px; font: 23px/1.5 sans-serif }
</style>
<p><i>tools/call</i> search_archive_posts<br><span style="color:#9cc4f5">${escapeHtml(JSON.stringify(question))}</span></p>
<p><i>${total} results in The Second Reader · first hit, first passage</i></p>
<blockquote>${escapeHtml(passage.text)}</blockquote>
<p>${escapeHtml(hit.citation)}</p>
<p><i>heading</i> <span style="color:#f2cd8c">${escapeHtml(passage.heading)}</span><br>
<i>url</i> <span style="color:#8fe3a3">${escapeHtml(passage.url)}</span></p>`
}

/** @param {string} text */
function escapeHtml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
