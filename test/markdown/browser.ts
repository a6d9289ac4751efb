import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'

/** Path of an installed browser or the npm package’s; undefined without either. */
export async function findBrowser(): Promise<string | undefined> {
  const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
    (path) => existsSync(path),
  )
  if (installed) return installed
  try {
    const { default: packaged } = await import('@sparticuz/chromium')
    return await packaged.executablePath()
  } catch {
    return undefined
  }
}

/** Scripts that ran after every interaction with a page. For an SVG, also its requests. */
export type Provoke = (source: string, kind?: 'page' | 'drawing') => Promise<readonly string[]>

/** Opens a browser. Pages have no CSP and no network. */
export async function openBrowser(
  executablePath: string,
): Promise<{ readonly provoke: Provoke; close(): Promise<void> }> {
  const profile = await mkdtemp(join(tmpdir(), 'citable-browser-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
  const page = await context.newPage()
  return {
    provoke: (source, kind = 'page') => provoke(page, source, kind),
    async close() {
      await context.close()
      await rm(profile, { recursive: true, force: true })
    },
  }
}

/** Opens an SVG as a document, as a link to it would. */
async function provoke(page: Page, source: string, kind: 'page' | 'drawing'): Promise<readonly string[]> {
  const isPage = kind === 'page'
  const address = isPage ? 'http://page.test/' : 'http://page.test/a.svg'
  const body = isPage ? withMarker(source) : source
  const contentType = isPage ? 'text/html; charset=utf-8' : 'image/svg+xml'
  const seen: string[] = []
  page.removeAllListeners()
  page.on('dialog', (dialog) => {
    seen.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  await page.unrouteAll()
  await page.route('**', (route) => {
    const url = route.request().url()
    if (url === address) return route.fulfill({ contentType, body })
    if (!isPage) seen.push(`asked for ${url}`)
    return route.abort()
  })
  await page.goto(address, { waitUntil: 'load' })
  await page.evaluate(touchEverything)
  await framesShown(page)
  if (page.url() !== address) seen.push(`left for ${page.url()}`)
  if (!isPage) return seen
  const marks: unknown = await page.evaluate('window.marks')
  return [...seen, ...(Array.isArray(marks) ? marks.map(String) : ['the marker is gone'])]
}

/** Waits for two frames, after which loads, animations and styles have had their effect. */
export async function framesShown(page: Page): Promise<void> {
  await page.evaluate(
    'new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(shown))))',
  )
}

/** Payloads call `ran`, which records it. */
function withMarker(html: string): string {
  const marker = '<script>window.marks=[];window.ran=(x)=>{marks.push("ran "+x)}</script>'
  return html.startsWith('<!doctype')
    ? html.replace('<head>', `<head>${marker}`)
    : `<!doctype html>${marker}${html}`
}

/** Runs in the page. Triggers every event handler, but follows no links to other pages and submits no search. */
const touchEverything = `
  document.addEventListener('click', (event) => {
    const link = event.target.closest('a')
    // SVG links have no protocol property.
    const { protocol } = link?.href?.baseVal === undefined ? (link ?? {}) : new URL(link.href.baseVal, location.href)
    if (link && protocol !== 'javascript:') event.preventDefault()
  })
  document.addEventListener('submit', (event) => {
    if (new URL(event.target.action).protocol !== 'javascript:') event.preventDefault()
  })
  const types = 'mouseover pointerenter focus blur load error toggle animationstart scroll keydown wheel click'.split(' ')
  for (const element of document.querySelectorAll('*')) {
    for (const type of types) element.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }))
    element.focus?.()
    if (element.click) element.click()
    else element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  }
`
