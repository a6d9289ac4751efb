/** Characters that are looked at to tell whether something begins or ends a line. */
const few = 80

/** What is before a place in its line, if that is nothing but space and the marks of quotes and items. */
export function leadBefore(source: string, at: number): string | undefined {
  return /(?:^|\n)([ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)?)$/.exec(source.slice(Math.max(0, at - few), at))?.[1]
}

export function isEndOfLine(source: string, at: number): boolean {
  return /^[ \t]*(?:\n|$)/.test(source.slice(at, at + few))
}
