import { unboundedMemo } from '../../base/caches.ts'
import { html } from '../html.ts'
import { titleFinder } from './titles.ts'

const loadTitles = unboundedMemo(async (address: string) => titleFinder(await (await fetch(address)).json()))

/** Suggests titles and headings below a search form: https://www.w3.org/WAI/ARIA/apg/patterns/combobox/ */
export function suggestTitles(form: HTMLFormElement, nth: number): void {
  const field = form.querySelector('[name=q]') as HTMLInputElement
  const list = document.createElement('div')
  Object.assign(list, { id: `site:titles-${nth}`, role: 'listbox', ariaLabel: field.ariaLabel })
  Object.assign(field, { role: 'combobox', autocomplete: 'off', ariaAutoComplete: 'list' })
  field.setAttribute('aria-controls', list.id)
  form.append(list)
  // When a reader first turns to the field. Without the file, it suggests nothing.
  const load = () => loadTitles(`${form.action}/titles.json`).catch(() => () => [])
  let chosen = -1
  show([])

  field.addEventListener('focus', load)
  // The letters of a composition are no words yet.
  field.addEventListener('input', (event) => (event as InputEvent).isComposing || update())
  field.addEventListener('compositionend', update)
  field.addEventListener('blur', () => show([]))
  // Keeps the focus in the field.
  list.addEventListener('mousedown', (event) => event.preventDefault())
  list.addEventListener('click', () => show([]))
  field.addEventListener('keydown', (event) => {
    const options = list.querySelectorAll('a')
    if (options.length === 0 || event.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    // None is chosen between the last and the first.
    if (step) choose(((chosen + options.length + 2 + step) % (options.length + 1)) - 1)
    else if (event.key === 'Enter' && chosen >= 0) options[chosen]?.click()
    else if (event.key === 'Escape' && !form.closest('dialog')) show([])
    else return
    event.preventDefault()
  })

  async function update(): Promise<void> {
    const find = await load()
    show(document.activeElement === field ? find(field.value) : [])
  }

  function show(matches: ReturnType<ReturnType<typeof titleFinder>>): void {
    list.innerHTML = html`${matches.map(({ href, label, post }, at) => {
      const below = post !== '' && html`<div class="facts"><bdi>${post}</bdi></div>`
      return html`<a role="option" id="${list.id}-${at}" href="${href}" tabindex="-1"><bdi>${label}</bdi>${below}</a>`
    })}`.text
    field.ariaExpanded = String(matches.length > 0)
    choose(-1)
  }

  function choose(at: number): void {
    chosen = at
    for (const [nth, option] of [...list.children].entries()) option.ariaSelected = String(nth === at)
    list.children[at]?.scrollIntoView({ block: 'nearest' })
    field.setAttribute('aria-activedescendant', at < 0 ? '' : `${list.id}-${at}`)
  }
}
