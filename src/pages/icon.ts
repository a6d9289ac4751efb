/** The default site icon: quotation marks on the accent colour. */
export function iconSvg(accent: string): string {
  const marks = [
    '<circle cx="10" cy="19.5" r="4.4"/>',
    '<path d="M5.6,19.5C5.6,13.5 8.5,9.5 13,8.5L13,10.9C10.8,12.1 9.4,13.7 9.2,15.9Z"/>',
    '<circle cx="22" cy="19.5" r="4.4"/>',
    '<path d="M17.6,19.5C17.6,13.5 20.5,9.5 25,8.5L25,10.9C22.8,12.1 21.4,13.7 21.2,15.9Z"/>',
  ]
  const ground = `<rect width="32" height="32" rx="7" fill="${accent}"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${ground}<g fill="#ffffff">${marks.join('')}</g></svg>\n`
}
