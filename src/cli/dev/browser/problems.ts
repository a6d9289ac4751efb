import type { DevState } from './state.ts'

/** What is wrong, as `citable check` says it: unfolded for errors, since the page is from before them; folded for warnings. */
export function showProblems({ problems, tally, isBroken, isShown }: DevState): void {
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
