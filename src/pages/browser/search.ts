/** Debounce, in milliseconds. */
const typingPause = 120

/**
 * Shows results while the reader types: fetches the page that the form would lead to, and inserts its results. In an
 * export, the search engine runs here and also renders the first page.
 */
export function instantResults(): void {
  const form = document.querySelector<HTMLFormElement>('.finder form')
  const field = form?.querySelector('input')
  const results = document.querySelector<HTMLElement>('#results')
  if (!form || !field || !results) return
  results.setAttribute('aria-live', 'polite')
  const engine = engineIn(results)
  const page = engine ? localPages(engine) : (target: URL) => pageAt(target)
  let timer = 0
  let latest = 0
  field.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      const target = new URL(form.action)
      const words = field.value.trim()
      if (words !== '') target.searchParams.set('q', words)
      find(target)
    }, typingPause)
  })
  const current = new URL(location.href)
  if (engine && current.searchParams.has('q')) {
    field.value = current.searchParams.get('q') ?? ''
    find(current)
  }

  async function find(target: URL): Promise<void> {
    const request = ++latest
    try {
      const shown = parsed(await page(target))
      const found = shown.querySelector('#results')
      // Ignore late responses to earlier words.
      if (request !== latest || !found || !results) return
      results.replaceChildren(...found.childNodes)
      document.title = shown.title
      history.replaceState(null, '', target)
    } catch {
      // Offline. Submitting the form will show it.
    }
  }
}

async function pageAt(target: URL, cache: RequestCache = 'default'): Promise<string> {
  return (await fetch(target, { headers: { Accept: 'text/html' }, cache })).text()
}

interface Engine {
  readonly script: string
  readonly head: string
}

function engineIn(results: HTMLElement | null): Engine | undefined {
  const { engine: script, head } = results?.dataset ?? {}
  return script && head ? { script, head } : undefined
}

/** Loads the engine on the first search. A cached page may name one that a later build replaced. */
function localPages(first: Engine): (target: URL) => Promise<string> {
  let engine = first
  let opened: Promise<(query: string) => Promise<string | undefined>> | undefined
  const render = async (target: URL) => {
    opened ??= import(engine.script).then(({ open }) => open(new URL(engine.head, location.href).href))
    return (await (await opened)(target.search)) ?? pageAt(target)
  }
  return async (target) => {
    try {
      return await render(target)
    } catch {
      opened = undefined
      const page = parsed(await pageAt(target, 'reload'))
      engine = engineIn(page.querySelector<HTMLElement>('#results')) ?? engine
      return render(target)
    }
  }
}

const parsed = (html: string): Document => new DOMParser().parseFromString(html, 'text/html')

/** Keyboard shortcuts: `/` and Ctrl-K focus the search field, arrow keys move between results. */
export function searchKeys(): void {
  document.addEventListener('keydown', (event) => {
    const field = document.querySelector<HTMLInputElement>('.finder input, form[role=search] input')
    const isWriting = document.activeElement?.matches('input, textarea, select, [contenteditable]')
    const isChord = (event.ctrlKey || event.metaKey) && event.key === 'k'
    if (field && (isChord || (event.key === '/' && !isWriting && !event.ctrlKey && !event.metaKey))) {
      event.preventDefault()
      field.focus()
      field.select()
      return
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const results = [...document.querySelectorAll<HTMLAnchorElement>('.hits h2 a')]
    const at = results.indexOf(document.activeElement as HTMLAnchorElement)
    if (step === undefined || results.length === 0 || (at === -1 && document.activeElement !== field)) return
    event.preventDefault()
    ;(results[at + step] ?? (at + step < 0 ? field : undefined))?.focus()
  })
}
