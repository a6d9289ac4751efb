/**
 * Widens a stretch of markdown to the marks that open just before it and close just after it: of emphasis, of code, and the brackets of a
 * link with its address. Marks at an end whose other half is not in the stretch are left out.
 */
export function withMarks(source: string, from: number, to: number): readonly [from: number, to: number] {
  const opening = openings.exec(source.slice(Math.max(0, from - mostMarks), from))?.[0] ?? ''
  const closing = closings.exec(source.slice(to, to + longestAddress))?.[0] ?? ''
  const start = from - opening.length
  const end = to + closing.length
  const choices = [
    [start, end],
    [from, end],
    [start, to],
    [from, to],
  ] as const
  return choices.find((choice) => isBalanced(source.slice(...choice))) ?? choices[0]
}

const mostMarks = 16
const longestAddress = 600
const openings = /[*_~`<\\]*(?:!?\[)?[*_~`<\\]*$/
const address = String.raw`\((?:<[^<>\n]*>|(?:[^()\s]|\([^()\s]*\))*)(?:\s+"[^"\n]*")?\)`
const closings = new RegExp(String.raw`^(?:[*_~${'`'}>]|\](?:${address}|\[[^\]\n]*\])?)*`)

/** Whether every mark in a text has its other half in it, as far as can be told without parsing. */
function isBalanced(text: string): boolean {
  const prose = text.replace(/\\[^\w\s]/g, '').replace(/(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, '')
  const marks = prose.replace(/(?<=\w)_+(?=\w)|(?<=\s|^)[*_~]+(?=\s|$)/g, '')
  const count = (mark: string) => marks.split(mark).length - 1
  return (
    !marks.includes('`') &&
    count('[') === count(']') &&
    ['*', '_', '~~'].every((mark) => count(mark) % 2 === 0)
  )
}
