import type { DevState } from './state.ts'

// A page of a preview is told of every change of the folder: it shows what is wrong, and reloads when it has changed itself. Nothing of
// this is published.

const own = document.querySelector<HTMLScriptElement>('script[data-version]')
let version = own?.dataset.version ?? ''
/** The entity tag of what is shown; empty for an error. */
const shown = own?.dataset.tag ?? ''

// One after the other, so that the last state is shown last.
let turn = Promise.resolve()
new EventSource('/_citable/events').onmessage = ({ data }: MessageEvent<string>) => {
  // A fetch fails when the server ends; once it is back, it tells of its state again.
  turn = turn.then(() => follow(JSON.parse(data))).catch(() => {})
}

async function follow(state: DevState): Promise<void> {
  if (state.version !== version) {
    const { headers } = await fetch(location.href, { method: 'HEAD', headers: { Accept: 'text/html' } })
    // A browser that reloads stays where its reader has scrolled to.
    if ((headers.get('ETag') ?? '') !== shown) return location.reload()
  }
  version = state.version
  showProblems(state)
  markUnpublished(state)
}

/** Says of each page that readers do not have yet that it is a draft, or from when on they will, wherever it is linked to. */
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
  one.textContent = mark === 'draft' ? 'Draft' : `From ${mark} on`
  one.style.cssText =
    'display:inline-block;width:max-content;margin:0 0 0 .5em;padding:0 .5em;border-radius:1em;background:#8a5a00;color:#fff;font:600 .75rem/1.6 system-ui,sans-serif;letter-spacing:0;vertical-align:middle'
  if (kind === 'p') one.style.margin = '.25rem 0 1rem'
  return one
}

/** What is wrong, as `citable check` says it: unfolded for errors, since the page is from before them; folded for warnings. */
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

const name = 'citable-problems'

const sheet = `
details { position: fixed; z-index: 99; inset: auto 1rem 1rem auto; max-width: calc(100vw - 2rem); background: #211f1b; color: #f4f1ea; border-radius: .5rem; box-shadow: 0 .5rem 2rem #0006; font: .875rem/1.5 system-ui, sans-serif; }
details[open] { inset: auto 1rem 1rem 1rem; }
details.broken { border-top: .25rem solid #e5484d; }
summary { padding: .5rem .875rem; cursor: pointer; font-weight: 600; }
summary:focus-visible, pre:focus-visible { outline: .125rem solid #9ecbff; outline-offset: -.125rem; }
pre { margin: 0; padding: 0 .875rem .875rem; max-height: 45vh; overflow: auto; font: .8125rem/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
@media print { details { display: none; } }
`
