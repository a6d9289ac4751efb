/** An absolute http or https URL that a path can be joined to: no query, no fragment, no user. */
export function isHttpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  const plain = url.search === '' && url.hash === '' && url.username === '' && url.password === ''
  return (url.protocol === 'http:' || url.protocol === 'https:') && plain
}

/** Any absolute http or https URL. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text)
}

/** Whether a path stands for more than one page, or holds more than a path: hosts read `*` and `/:name` in rules for redirects as patterns. */
export function isPathPattern(path: string): boolean {
  return /[*?#]|(?:^|\/):[a-z]/i.test(path)
}
