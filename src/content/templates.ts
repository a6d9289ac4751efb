import { decoded } from '../base/paths.ts'
import type { TextFile } from '../base/text-file.ts'

/**
 * Files with front matter that are no documents, such as a feed or a search page: a generator makes something else of them. Only what a
 * document names is read, because only that could be published.
 */
export async function templatesNamedIn(
  documents: readonly { readonly file: TextFile }[],
  files: readonly string[],
  /** '' for what cannot be read, which is reported when it is published. */
  read: (path: string) => Promise<string>,
): Promise<string[]> {
  const candidates = files.filter((path) => mayBeTemplate.test(path))
  if (candidates.length === 0) return []
  const names = new Set(documents.flatMap(({ file }) => namesIn(file.text)))
  const found = candidates.filter((path) => names.has(path.slice(path.lastIndexOf('/') + 1)))
  const isTemplate = await Promise.all(found.map(async (path) => frontMatter.test(await read(path))))
  return found.filter((_, nth) => isTemplate[nth])
}

const frontMatter = /^(---|\+\+\+)[ \t]*\n(?:[\s\S]*?\n)?\1[ \t]*(?:\n|$)/

/** YAML begins with three hyphens, too. */
const ending = String.raw`\.(?:html?|xml|mdx?|markdown|qmd|txt|css|s[ac]ss|less|js|json|webmanifest|svg|ics|liquid|njk|erb)`
const mayBeTemplate = new RegExp(`^(?!.*(?:^|/)node_modules/).*${ending}$`, 'i')
const named = new RegExp(`${ending}(?![\\w-])`, 'gi')

/** What looks like the name of such a file. */
function namesIn(text: string): string[] {
  return Array.from(text.matchAll(named), ({ 0: { length }, index }) => {
    let start = index
    while (start > index - longestName && /[^\s"'()<>[\]{}|/\\]/.test(text.charAt(start - 1))) start--
    return decoded(text.slice(start, index + length))
  })
}

const longestName = 255

/** Whether a body has anything to show: a page of headings, tags and loops is filled by its layout, and would be empty here. */
export function hasOwnText(document: { readonly file: TextFile; readonly bodyStart: number }): boolean {
  const written = document.file.text.slice(document.bodyStart)
  // Headings are those of what is filled in.
  const body = /[<{]/.test(written) ? written.replace(/^(?:#{1,6}|import|export)[ \t].*$/gm, '') : written
  if (/^[^<{]*[\p{L}\p{N}]/u.test(body)) return true
  const shown = templateMarks.reduce(withoutMarked, body.toLowerCase())
  if (/!\[|<(?:img|picture|video|audio|iframe|object|embed|svg)\b/.test(shown)) return true
  return /[\p{L}\p{N}]/u.test(htmlMarks.reduce(withoutMarked, shown))
}

type Marks = readonly [opening: string, closing: string]

const templateMarks: readonly Marks[] = [
  ['<!--', '-->'],
  ['<%', '%>'],
  ['{%', '%}'],
  ['{{', '}}'],
]
const htmlMarks: readonly Marks[] = [
  ['<script', '</script>'],
  ['<style', '</style>'],
  ['<', '>'],
]

/** A text without what is between two marks; an opening one that nothing closes before the next stays. */
function withoutMarked(text: string, [opening, closing]: Marks): string {
  const [before = '', ...parts] = text.split(opening)
  const outside = parts.map((part) => {
    const end = part.indexOf(closing)
    return end === -1 ? opening + part : part.slice(end + closing.length)
  })
  return before + outside.join('')
}
