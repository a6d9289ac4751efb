import { copy, makeButton } from './button.ts'

/** For code and citations. */
export function copyButtons(word: string, done: string): void {
  for (const source of document.querySelectorAll('[data-copy], figure.code pre')) {
    source.after(makeButton(word, (button) => copy(source.textContent?.trim() ?? '', button, done)))
  }
}
