/** The site's small picture where the publisher has none: quotation marks, on the accent. */

const paper = '#ffffff'

/** Two marks in a square of 32: a disc each, and a tail that bends away from it. */
const marks = [9.5, 21] as const
const disc = { y: 19.5, radius: 4.2 } as const

export function iconSvg(accent: string): string {
  const shapes = marks.map(
    (x) =>
      `<circle cx="${x}" cy="${disc.y}" r="${disc.radius}"/><path d="M${x - disc.radius} ${disc.y}C${x - disc.radius} ${disc.y - 6} ${x - 1} ${disc.y - 10} ${x + 4} ${disc.y - 11}L${x + 4} ${disc.y - 8.6}C${x + 1.4} ${disc.y - 7.6} ${x + 0.2} ${disc.y - 5.6} ${x} ${disc.y - 3.6}Z"/>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${accent}"/><g fill="${paper}">${shapes.join('')}</g></svg>\n`
}
