import { textFragment } from '../../base/text-fragment.ts'
import { copy, makeButton } from './button.ts'

/** Selected words of a post can be linked to: https://wicg.github.io/scroll-to-text-fragment/ */
export function passageLinks(word: string, done: string): void {
  const prose = document.querySelector('.post .prose')
  if (!prose) return
  let words = ''
  const button = makeButton(word, () => copy(`${addressOfPage()}#${textFragment(words)}`, button, done))
  button.className = 'passage-link'
  // A press would end the selection.
  button.addEventListener('mousedown', (event) => event.preventDefault())
  document.addEventListener('selectionchange', () => {
    const selection = getSelection()
    const isInside = selection !== null && !selection.isCollapsed && prose.contains(selection.anchorNode)
    words = isInside ? selection.toString().trim() : ''
    if (!isInside || words.length < fewestCharacters) return button.remove()
    const { left, bottom } = selection.getRangeAt(0).getBoundingClientRect()
    button.style.left = `${Math.max(8, left + scrollX)}px`
    button.style.top = `${bottom + scrollY + 8}px`
    document.body.append(button)
  })
}

const fewestCharacters = 8

/** The canonical one: that is what is cited. */
function addressOfPage(): string {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')
  return (canonical?.href ?? location.href).split('#')[0] ?? ''
}
