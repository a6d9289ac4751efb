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
