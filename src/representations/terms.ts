import type { Archive } from '../archive/archive.ts'

/** The contract's terms, in the words every generated page shares. */
export function termsMarkdown({ settings }: Archive): string {
  return (
    settings.terms ??
    `Free for any use, commercial use included. There is no quota, no key, and no attribution requirement in code.

A program that quotes a post cites its author, its title and its canonical URL. A program that quotes a benchmark number
from a post cites the primary source that the post names. The markdown twin of every post carries what a citation needs in
its front matter.`
  )
}
