import { copyButtons, currentSection, makeButton, passageLinks, players } from './reading.ts'
import { localResults, searchForms } from './search.ts'
import { codeTabs } from './tabs.ts'

// Enhancements. Pages are complete without them. Only searches are sent, to this archive.

const themes: readonly string[] = ['auto', 'light', 'dark']
const key = 'theme'
const { themeWords = '', copyWords = '', playWord = '', embeds = '' } = document.currentScript?.dataset ?? {}

/** The publisher has set one theme for all. */
const isThemeFixed = document.documentElement.dataset.theme !== undefined
// Blocks rendering, to avoid a flash of the wrong theme.
if (!isThemeFixed) show(storedTheme())
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', enhance)
else enhance()

function enhance(): void {
  const tools = document.querySelector('.tools')
  if (tools && !isThemeFixed) themeButton(tools, themeWords.split('|'))
  const menu = document.querySelector('.masthead details')
  addEventListener('keydown', ({ key }) => key === 'Escape' && menu?.removeAttribute('open'))
  const [copyWord = '', copiedWord = '', linkWord = ''] = copyWords.split('|')
  copyButtons(copyWord, copiedWord)
  passageLinks(linkWord, copiedWord)
  currentSection()
  players(playWord, embeds.split(' '))
  searchForms()
  localResults()
  codeTabs()
}

/** Stores the theme in local storage. */
function themeButton(tools: Element, [label = '', ...names]: readonly string[]): void {
  let chosen = storedTheme()
  const button = makeButton('', () => {
    chosen = nextTheme(chosen)
    show(chosen)
    name()
    try {
      localStorage.setItem(key, themes[chosen] ?? '')
    } catch {
      // Storage is blocked: the theme applies to this page only.
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

/** The other look than now, so that every click changes the page: the system's if it has that look. */
function nextTheme(chosen: number): number {
  const isSystemDark = matchMedia('(prefers-color-scheme: dark)').matches
  const isDark = chosen === 0 ? isSystemDark : chosen === 2
  if (isDark !== isSystemDark) return 0
  return isDark ? 1 : 2
}

function show(chosen: number): void {
  const { dataset } = document.documentElement
  if (chosen > 0) dataset.theme = themes[chosen] ?? ''
  else delete dataset.theme
}

function storedTheme(): number {
  try {
    return Math.max(0, themes.indexOf(localStorage.getItem(key) ?? ''))
  } catch {
    return 0
  }
}
