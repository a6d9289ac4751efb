import { makeButton } from './reading.ts'

/** Shows samples as tabs, with a button that runs the request. */
export function samples(): void {
  for (const group of document.querySelectorAll<HTMLElement>('.samples')) {
    const panels = [...group.querySelectorAll<HTMLElement>('[data-name]')]
    const list = document.createElement('div')
    list.setAttribute('role', 'tablist')
    const tabs = panels.map((panel, at) => {
      const tab = makeButton(panel.dataset.name ?? '', () => choose(at))
      tab.setAttribute('role', 'tab')
      panel.setAttribute('role', 'tabpanel')
      panel.setAttribute('aria-label', panel.dataset.name ?? '')
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
    const bar = document.createElement('div')
    bar.className = 'bar'
    bar.append(
      list,
      makeButton('Run', () => run(group)),
    )
    group.prepend(bar)
    choose(0)

    function choose(chosen: number): void {
      for (const [at, panel] of panels.entries()) {
        panel.hidden = at !== chosen
        tabs[at]?.setAttribute('aria-selected', String(at === chosen))
        tabs[at]?.setAttribute('tabindex', at === chosen ? '0' : '-1')
      }
    }
  }
}

async function run(group: HTMLElement): Promise<void> {
  const output = group.querySelector('output') ?? group.appendChild(document.createElement('output'))
  const text = document.createElement('pre')
  text.tabIndex = 0
  output.replaceChildren(text)
  try {
    const answer = await fetch(group.dataset.run ?? '')
    const body = await answer.text()
    const isJson = answer.headers.get('Content-Type')?.includes('json')
    text.textContent = isJson ? JSON.stringify(JSON.parse(body), null, 2) : body
  } catch (error) {
    text.textContent = String(error)
  }
}
