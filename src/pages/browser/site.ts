import { copyButtons } from './button.ts'
import { currentSection } from './contents.ts'
import { players } from './embeds.ts'
import { instantResults } from './instant-results.ts'
import { searchKeys } from './keys.ts'
import { passageLinks } from './passage-links.ts'
import { samples } from './samples.ts'
import { showKeptTheme, themeButton } from './theme.ts'

// What a page can do when scripts run; without them it is whole all the same. Nothing is sent anywhere but searches to this archive.

// Pages wait for this script before the first paint, so that nobody sees the other theme first.
showKeptTheme()
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
