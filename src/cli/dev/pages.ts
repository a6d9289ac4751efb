import type { Handler, RequestFacts } from '../../answer/request.ts'
import { escapeHtml } from '../../base/escape.ts'
import { headerIn } from '../../snapshot/headers.ts'
import type { Answer } from '../../snapshot/resource.ts'
import script from './browser/dev.ts?raw'

/** Where the preview's own script is, and what tells it of changes: outside of every archive's addresses. */
export const devPaths = { script: '/_citable/dev.js', events: '/_citable/events' } as const

/**
 * A handler whose pages know of changes. Nothing else about them is different, but that nobody keeps them, and that no page of
 * another site may read them: they hold drafts.
 */
export function withScript(handler: Handler, version: string): Handler {
  return (request) => {
    const { status, headers, body, ...answer } = handler(request)
    const list = headersFor(headers)
    if (status >= 400 && wantsPage(request)) {
      return pageAnswer(status, `<pre>${escapeHtml(shownError(body))}</pre>`, version)
    }
    if (!isPage(headers) || body === null) return { ...answer, status, headers: list, body }
    const page = Buffer.from(body).toString()
    const bytes = Buffer.from(
      page.replace('</head>', () => `${element(version, headerIn(headers, 'ETag'))}</head>`),
    )
    return { ...answer, status, headers: ['Content-Length', String(bytes.length), ...list], body: bytes }
  }
}

/** For every page, as long as there was nothing without errors to show. */
export function nothingYet(version: string): Handler {
  return (request) =>
    request.messageError === undefined
      ? pageAnswer(503, '<p>Nothing to show yet.</p>', version)
      : { status: 400, headers: ['Content-Length', '0'], body: null }
}

export function scriptAnswer(): Answer {
  const body = Buffer.from(script)
  return {
    status: 200,
    headers: [
      ...['Content-Type', 'text/javascript; charset=utf-8'],
      ...['Content-Length', String(body.length)],
      ...['Cache-Control', 'no-store'],
    ],
    body,
  }
}

function pageAnswer(status: number, main: string, version: string): Answer {
  const body = Buffer.from(
    `<!doctype html>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n<title>${status}</title>\n${element(version)}<style>body{font:1rem/1.5 system-ui;margin:2rem;color-scheme:light dark}pre{white-space:pre-wrap}</style>\n<main>${main}</main>\n`,
  )
  return {
    status,
    headers: [
      ...['Content-Type', 'text/html; charset=utf-8'],
      ...['Content-Length', String(body.length)],
      ...['Cache-Control', 'no-store'],
    ],
    body,
  }
}

function element(version: string, tag = ''): string {
  return `<script type="module" src="${devPaths.script}" data-version="${version}" data-tag="${escapeHtml(tag)}"></script>\n`
}

function headersFor(headers: readonly string[]): string[] {
  const isForEver = headerIn(headers, 'Cache-Control')?.includes('immutable') === true
  const kept: string[] = []
  for (let at = 0; at < headers.length; at += 2) {
    const [name = '', text = ''] = [headers[at], headers[at + 1]]
    if (name === 'Access-Control-Allow-Origin' || (name === 'Cache-Control' && !isForEver)) continue
    if (name === 'Content-Length' && isPage(headers)) continue
    kept.push(name, text)
  }
  return isForEver ? kept : [...kept, 'Cache-Control', 'no-store']
}

function isPage(headers: readonly string[]): boolean {
  return headerIn(headers, 'Content-Type')?.startsWith('text/html') === true
}

/** A browser that goes somewhere; programs get errors as they are. */
function wantsPage({ method, accept = '' }: RequestFacts): boolean {
  return method === 'GET' && accept.includes('text/html')
}

function shownError(body: Uint8Array | null): string {
  const text = Buffer.from(body ?? '').toString()
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
