import type { DevState } from './state.ts'

/** Says of each page that readers do not have yet that it is a draft, or from when on they will, wherever it is linked to. */
export function markUnpublished({ unpublished }: Pick<DevState, 'unpublished'>): void {
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
