import type { DevState } from './state.ts'

// Live reload for preview pages: shows problems, and reloads when the page has changed. Not published.

const script = document.querySelector<HTMLScriptElement>('script[data-version]')
let version = script?.dataset.version ?? ''
/** ETag of the page; empty for an error. */
const shown = script?.dataset.tag ?? ''

// In sequence, so that the last state wins.
let turn = Promise.resolve()
new EventSource('/_citable/events').onmessage = ({ data }: MessageEvent<string>) => {
  // A fetch fails when the server stops; it sends its state again when it is back.
  turn = turn.then(() => follow(JSON.parse(data))).catch(() => {})
}

async function follow(state: DevState): Promise<void> {
  if (state.version !== version) {
    const { headers } = await fetch(location.href, { method: 'HEAD', headers: { Accept: 'text/html' } })
    // Reloading keeps the scroll position.
    if ((headers.get('ETag') ?? '') !== shown) return location.reload()
  }
  version = state.version
  showProblems(state)
  markUnpublished(state)
}

/** Marks unpublished pages, and links to them, as drafts or with their date. */
function markUnpublished({ unpublished }: Pick<DevState, 'unpublished'>): void {
  for (const old of document.querySelectorAll('[data-citable-mark]')) old.remove()
  const here = unpublished[location.pathname]
  const title = document.querySelector('main h1')
  if (here !== undefined && title) title.after(markOf(here, 'p'))
  for (const link of document.querySelectorAll<HTMLAnchorElement>('main a[href]')) {
    const { origin, pathname, hash } = new URL(link.href)
    const mark = unpublished[pathname]
    if (mark === undefined || origin !== location.origin || (hash !== '' && pathname === location.pathname))
      continue
    link.append(markOf(mark, 'span'))
  }
}

function markOf(mark: string, kind: 'p' | 'span'): HTMLElement {
  const one = document.createElement(kind)
  one.dataset.citableMark = mark
  one.textContent = mark === 'draft' ? 'Draft' : `Scheduled: ${mark}`
  one.style.cssText = `
display: inline-block; width: max-content; margin: 0 0 0 .5em; padding: 0 .5em; border-radius: 1em;
background: #8a5a00; color: #fff; font: 600 .75rem/1.6 system-ui, sans-serif;
letter-spacing: 0; vertical-align: middle`
  if (kind === 'p') one.style.margin = '.25rem 0 1rem'
  return one
}

const name = 'citable-problems'

const sheet = `
details { position: fixed; z-index: 99; inset: auto 1rem 1rem auto; max-width: calc(100vw - 2rem);
  background: #211f1b; color: #f4f1ea; border-radius: .5rem; box-shadow: 0 .5rem 2rem #0006;
  font: .875rem/1.5 system-ui, sans-serif; }
details[open] { inset: auto 1rem 1rem 1rem; }
details.broken { border-top: .25rem solid #e5484d; }
summary { padding: .5rem .875rem; cursor: pointer; font-weight: 600; }
summary:focus-visible, pre:focus-visible { outline: .125rem solid #9ecbff; outline-offset: -.125rem; }
pre { margin: 0; padding: 0 .875rem .875rem; max-height: 45vh; overflow: auto;
  font: .8125rem/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
@media print { details { display: none; } }
`

/** Shows problems, expanded if there are errors. */
function showProblems({ problems, tally, isBroken, isShown }: DevState): void {
  document.querySelector(name)?.remove()
  if (problems === '') return
  const host = document.createElement(name)
  const root = host.attachShadow({ mode: 'open' })
  const details = document.createElement('details')
  details.open = isBroken
  const summary = document.createElement('summary')
  const shown = isShown ? 'showing the last good state' : 'nothing to show yet'
  summary.textContent = isBroken ? `${tally} · ${shown}` : tally
  const text = document.createElement('pre')
  text.textContent = problems
  text.tabIndex = 0
  details.append(summary, text)
  details.className = isBroken ? 'broken' : ''
  const style = document.createElement('style')
  style.textContent = sheet
  root.append(style, details)
  host.setAttribute('role', 'status')
  document.body.append(host)
}
