/** Results while words are written: the page that the form would lead to is asked for, and its results are put in place. */
export function instantResults(): void {
  const form = document.querySelector<HTMLFormElement>('.finder form')
  const field = form?.querySelector('input')
  const results = document.querySelector('#results')
  if (!form || !field || !results) return
  results.setAttribute('aria-live', 'polite')
  let timer = 0
  let latest = 0
  field.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(() => find(form.action, field.value.trim(), ++latest), pause)
  })

  async function find(action: string, words: string, mine: number): Promise<void> {
    const target = new URL(action)
    if (words !== '') target.searchParams.set('q', words)
    try {
      const reply = await fetch(target, { headers: { Accept: 'text/html' } })
      const page = new DOMParser().parseFromString(await reply.text(), 'text/html')
      const found = page.querySelector('#results')
      // A slower answer to earlier words must not replace a later one.
      if (mine !== latest || !found || !results) return
      results.replaceChildren(...found.childNodes)
      document.title = page.title
      history.replaceState(null, '', target)
    } catch {
      // Without a network the form says so itself.
    }
  }
}

/** Milliseconds in which nothing more was written. */
const pause = 120
