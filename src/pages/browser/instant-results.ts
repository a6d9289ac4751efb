/**
 * Results while words are written: the page that the form would lead to is asked for, and its results are put in place. Where files alone
 * are published, the page is made here, and the first one as well.
 */
export function instantResults(): void {
  const form = document.querySelector<HTMLFormElement>('.finder form')
  const field = form?.querySelector('input')
  const results = document.querySelector<HTMLElement>('#results')
  if (!form || !field || !results) return
  results.setAttribute('aria-live', 'polite')
  const { engine, head } = results.dataset
  const page = engine && head ? pagesMadeBy(engine, head) : pageAt
  let timer = 0
  let latest = 0
  field.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      const target = new URL(form.action)
      const words = field.value.trim()
      if (words !== '') target.searchParams.set('q', words)
      find(target)
    }, pause)
  })
  const asked = new URL(location.href)
  if (engine && asked.searchParams.has('q')) {
    field.value = asked.searchParams.get('q') ?? ''
    find(asked)
  }

  async function find(target: URL): Promise<void> {
    const mine = ++latest
    try {
      const shown = new DOMParser().parseFromString(await page(target), 'text/html')
      const found = shown.querySelector('#results')
      // A slower answer to earlier words must not replace a later one.
      if (mine !== latest || !found || !results) return
      results.replaceChildren(...found.childNodes)
      document.title = shown.title
      history.replaceState(null, '', target)
    } catch {
      // Without a network the form says so itself.
    }
  }
}

async function pageAt(target: URL): Promise<string> {
  return (await fetch(target, { headers: { Accept: 'text/html' } })).text()
}

/** The engine is loaded when something is first asked. */
function pagesMadeBy(engine: string, head: string): typeof pageAt {
  let opened: Promise<(query: string) => Promise<string | undefined>> | undefined
  return async (target) => {
    opened ??= import(engine).then(({ open }) => open(new URL(head, location.href).href))
    // What failed once is tried again.
    const resultsFor = await opened.catch((error) => {
      opened = undefined
      throw error
    })
    return (await resultsFor(target.search)) ?? pageAt(target)
  }
}

/** Milliseconds in which nothing more was written. */
const pause = 120
