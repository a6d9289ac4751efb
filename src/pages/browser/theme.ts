import { makeButton } from './button.ts'

const themes: readonly string[] = ['auto', 'light', 'dark']
const key = 'theme'

export function showKeptTheme(): void {
  show(kept())
}

/** The reader's choice of colours, kept on their machine. */
export function themeButton(tools: HTMLElement, [label = '', ...names]: readonly string[]): void {
  let chosen = kept()
  const button = makeButton('', () => {
    chosen = (chosen + 1) % themes.length
    show(chosen)
    name()
    try {
      localStorage.setItem(key, themes[chosen] ?? '')
    } catch {
      // Storage may be forbidden; then the choice holds for this page.
    }
  })
  button.className = 'theme'
  name()
  tools.append(button)

  function name(): void {
    button.dataset.chosen = themes[chosen] ?? ''
    button.title = `${label}: ${names[chosen]}`
    button.setAttribute('aria-label', button.title)
  }
}

function show(chosen: number): void {
  const { dataset } = document.documentElement
  if (chosen > 0) dataset.theme = themes[chosen] ?? ''
  else delete dataset.theme
}

function kept(): number {
  try {
    return Math.max(0, themes.indexOf(localStorage.getItem(key) ?? ''))
  } catch {
    return 0
  }
}
