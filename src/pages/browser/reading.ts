import { type Embed, embeds } from '../../base/embeds.ts'
import { textFragment } from '../../base/text-fragment.ts'

/** Made by the script: a page without it has no button that does nothing. */
export function makeButton(text: string, act: (button: HTMLButtonElement) => void): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = text
  button.addEventListener('click', () => act(button))
  return button
}

/** To the clipboard, and says so for a moment. */
export async function copy(text: string, button: HTMLButtonElement, done: string): Promise<void> {
  const before = button.textContent
  if (before === done) return
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    // Not allowed: the text can still be selected.
    return
  }
  button.textContent = done
  setTimeout(() => {
    button.textContent = before
  }, 1500)
}

/** For code and citations. */
export function copyButtons(word: string, done: string): void {
  for (const source of document.querySelectorAll('[data-copy], figure.code pre')) {
    source.after(makeButton(word, (button) => copy(source.textContent?.trim() ?? '', button, done)))
  }
}

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

/** Marks the section that is being read in the list of contents: the last one whose heading has reached the upper third of the window. */
export function currentSection(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.contents a')]
  const headings = links.map((link) => document.getElementById(link.getAttribute('href')?.slice(1) ?? ''))
  if (links.length === 0) return
  mark()
  addEventListener('scroll', () => requestAnimationFrame(mark), { passive: true })

  function mark(): void {
    const isReached = (one: HTMLElement | null) =>
      one !== null && one.getBoundingClientRect().top < innerHeight / 3
    const current = links[headings.map(isReached).lastIndexOf(true)]
    for (const link of links) {
      if (link === current) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
    }
  }
}

/** A link that stands alone and leads to a video gets a button that plays it in place. Nothing is asked of its host before that. */
export function players(word: string, allowed: readonly string[]): void {
  const offered: readonly Embed[] = Object.entries(embeds).flatMap(([name, one]) =>
    allowed.includes(name) ? [one] : [],
  )
  if (offered.length === 0) return
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.post .prose a')) {
    const isAlone = link.parentElement?.textContent?.trim() === link.textContent?.trim()
    for (const { pattern, frame } of isAlone ? offered : []) {
      const [, id] = pattern.exec(link.href) ?? []
      if (id !== undefined)
        link.after(
          ' ',
          makeButton(word, (button) => play(button, frame(id), link)),
        )
    }
  }
}

function play(button: HTMLButtonElement, address: string, link: HTMLAnchorElement): void {
  const player = document.createElement('iframe')
  player.src = address
  player.title = link.textContent ?? ''
  player.allow = 'autoplay; fullscreen; picture-in-picture'
  player.className = 'player'
  button.replaceWith(player)
  player.focus()
}
