import { copyButtons, currentSection, makeButton, passageLinks, players } from './reading.ts'
import { samples } from './samples.ts'
import { instantResults, searchKeys } from './search.ts'

// What a page can do when scripts run; without them it is whole all the same. Nothing is sent anywhere but searches to this archive.

const themes: readonly string[] = ['auto', 'light', 'dark']
const key = 'theme'

// Pages wait for this script before the first paint, so that nobody sees the other theme first.
show(kept())
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start)
else start()

function start(): void {
  const tools = document.querySelector<HTMLElement>('.tools')
  if (!tools) return
  const { themeWords = '', copyWords = '', playWord = '', embeds = '' } = tools.dataset
  themeButton(tools, themeWords.split('|'))
  const [copyWord = '', copiedWord = '', linkWord = ''] = copyWords.split('|')
  copyButtons(copyWord, copiedWord)
  passageLinks(linkWord, copiedWord)
  currentSection()
  players(playWord, embeds.split(' '))
  instantResults()
  searchKeys()
  samples()
}

/** The reader's choice of colours, kept on their machine. */
function themeButton(tools: HTMLElement, [label = '', ...names]: readonly string[]): void {
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
