import { suggestTitles } from './suggest.ts'

/** In an export, the search engine runs here, and shows the results of the query in the URL. */
export async function localResults(): Promise<void> {
  const results = document.querySelector<HTMLElement>('#results')
  const field = document.querySelector<HTMLInputElement>('.finder [name=q]')
  const words = new URLSearchParams(location.search).get('q')
  if (!results?.dataset.engine || !field || words === null) return
  field.value = words
  results.setAttribute('aria-live', 'polite')
  const page = await render(results.dataset).catch(async () => {
    // A cached page may name an engine that a later build replaced.
    const current = await (await fetch(location.href, { cache: 'reload' })).text()
    return render(parsed(current).querySelector<HTMLElement>('#results')?.dataset ?? {})
  })
  results.replaceChildren(...(page.querySelector('#results')?.childNodes ?? []))
  document.title = page.title
}

/** Returns the page with results; this one for a query without words. */
async function render({ engine = '', head = '' }: DOMStringMap): Promise<Document> {
  const { open } = await import(engine)
  const search = await open(new URL(head, location.href).href)
  return parsed((await search(location.search)) ?? document.documentElement.outerHTML)
}

const parsed = (html: string): Document => new DOMParser().parseFromString(html, 'text/html')

/** Search forms suggest titles. `/` and Ctrl-K open one in a dialog; on the search page, they focus its own. Arrow keys move between results. */
export function searchForms(): void {
  const searchForm = 'form[role=search]:has([name=q])'
  const form = document.querySelector(searchForm)
  const field = document.querySelector<HTMLInputElement>('.finder [name=q]')
  if (!form) return
  const dialog = field ? undefined : addDialog(form.cloneNode(true))
  document.querySelectorAll<HTMLFormElement>(searchForm).forEach(suggestTitles)
  document.addEventListener('keydown', (event) => {
    const isWriting = document.activeElement?.matches('input, textarea, select, [contenteditable]')
    const isChord = (event.ctrlKey || event.metaKey) && event.key === 'k'
    if (isChord || (event.key === '/' && !isWriting && !event.ctrlKey && !event.metaKey)) {
      event.preventDefault()
      dialog?.showModal()
      field?.focus()
      field?.select()
      return
    }
    const step = event.defaultPrevented ? undefined : { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const results = [...document.querySelectorAll<HTMLAnchorElement>('.hits h2 a')]
    const at = results.indexOf(document.activeElement as HTMLAnchorElement)
    if (step === undefined || results.length === 0 || (at === -1 && document.activeElement !== field)) return
    event.preventDefault()
    ;(results[at + step] ?? (at + step < 0 ? field : undefined))?.focus()
  })
}

/** A click on a suggestion, or beside the form, closes it. */
function addDialog(form: Node): HTMLDialogElement {
  const dialog = document.body.appendChild(document.createElement('dialog'))
  dialog.className = 'finder'
  dialog.append(form)
  dialog.addEventListener('click', ({ target }) => (target as Element).matches('[name=q]') || dialog.close())
  return dialog
}
