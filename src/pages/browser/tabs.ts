import { makeButton } from './reading.ts'

/** Shows code blocks in a row that name a tab as tabs. The one that can be run gets a button for it. */
export function codeTabs(): void {
  for (const first of document.querySelectorAll<HTMLElement>('figure.code[data-tab]')) {
    if (first.closest('.samples')) continue
    const figures = [first]
    for (let next = first.nextElementSibling; isTab(next); next = next.nextElementSibling) figures.push(next)
    const group = makeBox('samples')
    first.before(group)
    const panels = figures.map((figure) => {
      const panel = makeBox('')
      panel.setAttribute('role', 'tabpanel')
      panel.setAttribute('aria-label', figure.dataset.tab ?? '')
      panel.append(figure)
      return panel
    })
    const bar = makeBox('bar')
    bar.append(tabList(panels))
    const request = figures.find(({ dataset }) => dataset.run)
    if (request) bar.append(makeButton(request.dataset.run ?? '', () => sendRequest(request, group)))
    group.append(bar, ...panels)
    besideAnswer(group)
  }
}

const isTab = (next: Element | null): next is HTMLElement => next?.matches('figure.code[data-tab]') === true

function makeBox(className: string): HTMLElement {
  const made = document.createElement('div')
  made.className = className
  return made
}

function tabList(panels: readonly HTMLElement[]): HTMLElement {
  const list = makeBox('')
  list.setAttribute('role', 'tablist')
  const tabs = panels.map((panel, at) => {
    const tab = makeButton(panel.getAttribute('aria-label') ?? '', () => choose(at))
    tab.setAttribute('role', 'tab')
    return tab
  })
  list.append(...tabs)
  list.addEventListener('keydown', ({ key }) => {
    const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
    const at = tabs.indexOf(document.activeElement as HTMLButtonElement)
    if (step === 0 || at === -1) return
    const next = (at + step + tabs.length) % tabs.length
    choose(next)
    tabs[next]?.focus()
  })
  choose(0)
  return list

  function choose(chosen: number): void {
    for (const [at, panel] of panels.entries()) {
      panel.hidden = at !== chosen
      tabs[at]?.setAttribute('aria-selected', String(at === chosen))
      tabs[at]?.setAttribute('tabindex', at === chosen ? '0' : '-1')
    }
  }
}

/** On wide screens, a response that follows stands beside the request. */
function besideAnswer(group: HTMLElement): void {
  const answer = group.nextElementSibling
  if (!answer?.matches('details')) return
  const example = makeBox('example')
  group.before(example)
  answer.classList.add('answer')
  example.append(group, answer)
}

/** Sends the request of a code block, if it is to this archive. */
async function sendRequest(figure: HTMLElement, group: HTMLElement): Promise<void> {
  const output = group.querySelector('output') ?? group.appendChild(document.createElement('output'))
  const text = document.createElement('pre')
  text.tabIndex = 0
  output.replaceChildren(text)
  try {
    const [address = ''] = /https?:\/\/[^\s'"]+/.exec(figure.querySelector('code')?.textContent ?? '') ?? []
    // A preview has another origin than the address.
    const { pathname, search } = new URL(address)
    const answer = await fetch(pathname + search)
    const body = await answer.text()
    const isJson = answer.headers.get('Content-Type')?.includes('json')
    text.textContent = isJson ? JSON.stringify(JSON.parse(body), null, 2) : body
  } catch (error) {
    text.textContent = String(error)
  }
}
