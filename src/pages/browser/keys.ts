/** The keyboard: `/` and Ctrl-K lead to the search field from anywhere, and arrows from one result to the next. */
export function searchKeys(): void {
  document.addEventListener('keydown', (event) => {
    const field = document.querySelector<HTMLInputElement>('.finder input, form[role=search] input')
    const isWriting = document.activeElement?.matches('input, textarea, select, [contenteditable]')
    const isChord = (event.ctrlKey || event.metaKey) && event.key === 'k'
    if (field && (isChord || (event.key === '/' && !isWriting && !event.ctrlKey && !event.metaKey))) {
      event.preventDefault()
      field.focus()
      field.select()
      return
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const results = [...document.querySelectorAll<HTMLAnchorElement>('.hits h2 a')]
    const at = results.indexOf(document.activeElement as HTMLAnchorElement)
    if (step === undefined || results.length === 0 || (at === -1 && document.activeElement !== field)) return
    event.preventDefault()
    ;(results[at + step] ?? (at + step < 0 ? field : undefined))?.focus()
  })
}
