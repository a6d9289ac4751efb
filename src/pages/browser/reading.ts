import { type Embed, embeds } from '../../base/embeds.ts'
import { textFragment } from '../../base/text-fragment.ts'

/** Buttons are added by script, so that pages without it have no dead ones. */
export function makeButton(text: string, act: (button: HTMLButtonElement) => void): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = text
  button.addEventListener('click', () => act(button))
  return button
}

/** Copies text, and confirms it briefly. */
export async function copy(text: string, button: HTMLButtonElement, done: string): Promise<void> {
  const before = button.textContent
  if (before === done) return
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    // No permission. The text can still be selected.
    return
  }
  button.textContent = done
  setTimeout(() => {
    button.textContent = before
  }, 1500)
}

/** Adds copy buttons to code and citations. */
export function copyButtons(word: string, done: string): void {
  for (const source of document.querySelectorAll('[data-copy], figure.code pre')) {
    source.after(makeButton(word, (button) => copy(source.textContent?.trim() ?? '', button, done)))
  }
}

const minimumLength = 8

/** Offers a link to selected text: https://wicg.github.io/scroll-to-text-fragment/ */
export function passageLinks(word: string, done: string): void {
  const prose = document.querySelector('.prose:not(#results)')
  if (!prose) return
  let words = ''
  const button = makeButton(word, () => copy(`${addressOfPage()}#${textFragment(words)}`, button, done))
  button.className = 'passage-link'
  // Keep the selection.
  button.addEventListener('mousedown', (event) => event.preventDefault())
  document.addEventListener('selectionchange', () => {
    const selection = getSelection()
    const isInside = selection !== null && !selection.isCollapsed && prose.contains(selection.anchorNode)
    words = isInside ? selection.toString().trim() : ''
    if (!isInside || words.length < minimumLength) return button.remove()
    const { left, bottom } = selection.getRangeAt(0).getBoundingClientRect()
    button.style.left = `${Math.max(8, left + scrollX)}px`
    button.style.top = `${bottom + scrollY + 8}px`
    document.body.append(button)
  })
}

/** The canonical URL, which is the one to cite. */
function addressOfPage(): string {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')
  return (canonical?.href ?? location.href).split('#')[0] ?? ''
}

/** Marks the current section in the table of contents: the last whose heading is in the upper third of the window. */
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

/** Adds a play button to lone links to videos. Loads nothing from the host before it is pressed. */
export function players(word: string, allowed: readonly string[]): void {
  const offered: readonly Embed[] = Object.entries(embeds).flatMap(([name, one]) =>
    allowed.includes(name) ? [one] : [],
  )
  if (offered.length === 0) return
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.prose a')) {
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
