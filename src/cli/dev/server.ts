import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import { hostname } from 'node:os'
import type { Handler } from '../../answer/request.ts'
import { guarded } from '../../runtime/node/guard.ts'
import { toMiddleware } from '../../runtime/node/listen.ts'
import { listenOn } from '../commands/serve.ts'
import type { DevState } from './browser/state.ts'
import { escapeHtml } from '../../base/escape.ts'
import { headerIn } from '../../snapshot/headers.ts'
import type { Answer } from '../../snapshot/resource.ts'
import script from './browser/dev.ts?raw'

const hostNotAllowed =
  'The preview answers to localhost, to IP addresses and to names it is given. Use --host or --base-url.\n'

/** The preview's script and event stream, outside the paths of any archive. */
const devPaths = { script: '/_citable/dev.js', events: '/_citable/events' } as const

/** Serves a preview and notifies open pages by server-sent events. */
export async function startServer(host: string, port: number, baseUrl: string | undefined) {
  const open = new Set<ServerResponse>()
  const names = [host, hostname(), `${hostname()}.local`, ...(baseUrl ? [new URL(baseUrl).hostname] : [])]
  let state: DevState | undefined
  let shown: Handler | undefined
  let answer: Handler = placeholderHandler('')

  const middleware = toMiddleware((request) => answer(request))
  const reply = guarded(
    (req: IncomingMessage, res: ServerResponse) => {
      const path = (req.url ?? '').split('?', 1)[0]
      const send = ({ status, headers, body }: Answer) => res.writeHead(status, headers as string[]).end(body)
      if (!isAllowedHost(req, names)) send(answerOf(403, 'text/plain', hostNotAllowed))
      else if (path === devPaths.events) subscribe(req, res)
      else if (path === devPaths.script) send(answerOf(200, 'text/javascript', script))
      else middleware(req, res)
    },
    (_, res) => res.destroy(),
  )
  const server = createServer(reply)
  const boundPort = await listenOn(server, { host, port })
  server.on('error', (error) => console.error(error))
  // Keep-alive comment: proxies and browsers drop silent connections.
  const pulse = setInterval(() => {
    for (const res of open) res.write(':\n\n')
  }, 20_000).unref()

  return {
    port: boundPort,
    /** Notifies open pages. Without a handler, keeps the last one. */
    show(next: DevState, handler?: Handler): void {
      state = next
      shown = handler ?? shown
      answer = shown ? withScript(shown, next.version) : placeholderHandler(next.version)
      for (const res of open) res.write(message(next))
    },
    close(): void {
      clearInterval(pulse)
      server.close()
      server.closeAllConnections()
    },
  }

  function subscribe(req: IncomingMessage, res: ServerResponse): void {
    res.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
    res.write(state ? message(state) : ':\n\n')
    open.add(res)
    req.on('close', () => open.delete(res))
  }
}

const message = (state: DevState): string => `data: ${JSON.stringify(state)}\n\n`

/** Prevents DNS rebinding: another site could point its name at this machine and read drafts. An IP address is no name. */
function isAllowedHost({ headers }: IncomingMessage, names: readonly string[]): boolean {
  const name = (headers.host ?? '')
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^\[|\]$/g, '')
  return (
    /^localhost$|\.localhost$/.test(name) || isIP(name) > 0 || names.some((own) => own.toLowerCase() === name)
  )
}

/** Adds the live-reload script to pages, and disables caching and CORS, because pages may be drafts. */
function withScript(handler: Handler, version: string): Handler {
  return (request) => {
    const reply = handler(request)
    if (reply.needs) return reply
    const { status, headers, body, ...answer } = reply
    const list = headersFor(headers)
    // Show errors as a page to browsers; other clients get them unchanged.
    if (status >= 400 && request.method === 'GET' && request.accept?.includes('text/html'))
      return pageAnswer(status, `<pre>${escapeHtml(formatError(body))}</pre>`, version)
    if (!isPage(headers) || body === null) return { ...answer, status, headers: list, body }
    const element = scriptElement(version, headerIn(headers, 'ETag'))
    const bytes = Buffer.from(`${Buffer.from(body)}`.replace('</head>', () => `${element}</head>`))
    return { ...answer, status, headers: ['Content-Length', String(bytes.length), ...list], body: bytes }
  }
}

/** Answers every request until there is something to show. */
function placeholderHandler(version: string): Handler {
  return (request) =>
    request.messageError === undefined
      ? pageAnswer(503, '<p>Nothing to show yet.</p>', version)
      : { status: 400, headers: ['Content-Length', '0'], body: null }
}

function pageAnswer(status: number, main: string, version: string): Answer {
  const page = `<!doctype html>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${status}</title>
${scriptElement(version)}<style>
body { font: 1rem/1.5 system-ui; margin: 2rem; color-scheme: light dark }
pre { white-space: pre-wrap }
</style>
<main>${main}</main>
`
  return answerOf(status, 'text/html', page)
}

/** A page of another site cannot show a draft's images either. */
const sameOrigin = ['Cross-Origin-Resource-Policy', 'same-origin']

function answerOf(status: number, type: string, text: string): Answer {
  const body = Buffer.from(text)
  const fields = { 'Content-Type': `${type}; charset=utf-8`, 'Content-Length': String(body.length) }
  const list = [...Object.entries({ ...fields, 'Cache-Control': 'no-store' }).flat(), ...sameOrigin]
  return { status, headers: list, body }
}

function scriptElement(version: string, tag = ''): string {
  const data = `data-version="${version}" data-tag="${escapeHtml(tag)}"`
  return `<script type="module" src="${devPaths.script}" ${data}></script>\n`
}

function headersFor(headers: readonly string[]): string[] {
  const isImmutable = headerIn(headers, 'Cache-Control')?.includes('immutable') === true
  const dropped = [
    'Access-Control-Allow-Origin',
    'Cross-Origin-Resource-Policy',
    !isImmutable && 'Cache-Control',
    isPage(headers) && 'Content-Length',
  ]
  // Names and values alternate.
  const kept = headers.filter((_, at) => !dropped.includes(headers[at - (at % 2)] ?? ''))
  return [...kept, ...sameOrigin, ...(isImmutable ? [] : ['Cache-Control', 'no-store'])]
}

const isPage = (headers: readonly string[]): boolean =>
  headerIn(headers, 'Content-Type')?.startsWith('text/html') === true

function formatError(body: Uint8Array | null): string {
  const text = Buffer.from(body ?? '').toString()
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
