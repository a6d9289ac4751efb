const kept = 'citable-dev-place'

/** The first thing in view, and how far it is from the top of the window: text above it may have become longer. */
interface Place {
  readonly path: string
  readonly text: string
  readonly nth: number
  readonly top: number
  readonly scrolled: number
}

export function keepPlace(): void {
  const all = blocks()
  const nth = all.findIndex((one) => one.getBoundingClientRect().bottom > 0)
  const place: Place = {
    path: location.pathname,
    text: all[nth]?.textContent ?? '',
    nth,
    top: all[nth]?.getBoundingClientRect().top ?? 0,
    scrolled: scrollY,
  }
  sessionStorage.setItem(kept, JSON.stringify(place))
}

/** By its words, so that it is found wherever it has moved; else what has its number. At the top nothing is to be done. */
export function comeBack(): void {
  const place: Place | null = JSON.parse(sessionStorage.getItem(kept) ?? 'null')
  sessionStorage.removeItem(kept)
  if (place?.path !== location.pathname || place.scrolled === 0) return
  const all = blocks()
  const same = all.find((one) => one.textContent === place.text) ?? all[place.nth]
  if (!same) return
  history.scrollRestoration = 'manual'
  scrollTo({ top: scrollY + same.getBoundingClientRect().top - place.top, behavior: 'instant' })
}

/** Changes the page, and leaves what is in view where it is. A browser that does so itself is told not to. */
export function holdPlace(change: () => void): void {
  document.documentElement.style.overflowAnchor = 'none'
  const inView = blocks().filter((one) => one.getBoundingClientRect().bottom > 0)
  const tops = inView.map((one) => one.getBoundingClientRect().top)
  change()
  const nth = inView.findIndex((one) => one.isConnected)
  const moved = (inView[nth]?.getBoundingClientRect().top ?? 0) - (tops[nth] ?? 0)
  if (scrollY > 0 && nth >= 0) scrollBy({ top: moved, behavior: 'instant' })
}

function blocks(): Element[] {
  return [...document.querySelectorAll('main :is(h1, h2, h3, h4, p, li, pre, table, figure, blockquote)')]
}
