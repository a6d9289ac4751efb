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
