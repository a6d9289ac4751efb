import { type Embed, embeds } from '../../base/embeds.ts'
import { makeButton } from './button.ts'

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
