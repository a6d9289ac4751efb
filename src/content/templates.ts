import { decodeText, type TextFile } from '../base/text-file.ts'
import { bytesOf, type ContentSource } from './read.ts'

/**
 * The files that documents name and a generator makes something else of: those that begin with front matter, whatever their ending, such
 * as a feed or a page of a search. Only what is named is read, because only that could be published.
 */
export async function templatesNamedIn(
  documents: readonly { readonly file: TextFile }[],
  files: readonly string[],
  source: ContentSource,
): Promise<string[]> {
  const byName = new Map<string, string[]>()
  for (const path of files.filter((one) => mayBeTemplate.test(one))) {
    const name = path.slice(path.lastIndexOf('/') + 1)
    const alike = byName.get(name) ?? []
    byName.set(name, alike)
    alike.push(path)
  }
  if (byName.size === 0) return []
  const named = new Set(
    documents.flatMap(({ file }) => namesIn(file.text).filter((name) => byName.has(name))),
  )
  const found = [...named].flatMap((name) => byName.get(name) ?? [])
  const isTemplate = await Promise.all(found.map((path) => hasFrontMatter(path, source)))
  return found.filter((_, nth) => isTemplate[nth])
}

/** YAML begins with three hyphens, too. */
const ending = String.raw`\.(?:html?|xml|mdx?|markdown|qmd|txt|css|s[ac]ss|less|js|json|webmanifest|svg|ics|liquid|njk|erb)`
const mayBeTemplate = new RegExp(`^(?!.*(?:^|/)node_modules/).*${ending}$`, 'i')
const named = new RegExp(`${ending}(?![\\w-])`, 'gi')

/** What looks like the name of such a file. */
function namesIn(text: string): string[] {
  return Array.from(text.matchAll(named), ({ 0: { length }, index }) => {
    let start = index
    while (start > index - longestName && /[^\s"'()<>[\]{}|/\\]/.test(text.charAt(start - 1))) start--
    const name = text.slice(start, index + length)
    return URL.canParse(name, 'http://h/') && name.includes('%') ? decoded(name) : name
  })
}

const longestName = 255

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

async function hasFrontMatter(path: string, source: ContentSource): Promise<boolean> {
  try {
    const text = decodeText(path, bytesOf(await source.read(path))).value?.text ?? ''
    return /^(---|\+\+\+)[ \t]*\n(?:[\s\S]*?\n)?\1[ \t]*(?:\n|$)/.test(text)
  } catch {
    // What cannot be read is reported when it is to be published.
    return false
  }
}

/**
 * Whether a body has anything of its own to show: a page of nothing but headings, tags and loops is filled by its layout, and here it
 * would be empty.
 */
export function hasOwnText({
  file,
  bodyStart,
}: {
  readonly file: TextFile
  readonly bodyStart: number
}): boolean {
  const written = file.text.slice(bodyStart)
  // Headings are those of what is filled in.
  const body = /[<{]/.test(written) ? written.replace(/^(?:#{1,6}|import|export)[ \t].*$/gm, '') : written
  const closed = new Map<string, number>()
  /** After the next of these; none is looked for twice that is not there. */
  const after = (mark: string, from: number): number | undefined => {
    if (closed.get(mark) === -1) return undefined
    const at = body.indexOf(mark, from)
    closed.set(mark, at)
    return at === -1 ? undefined : at + mark.length
  }
  for (let at = 0; at < body.length; at++) {
    const [opening, closing] = marks.find(([mark]) => body.startsWith(mark, at)) ?? []
    if (opening === undefined || closing === undefined) {
      if (/[\p{L}\p{N}]/u.test(body.charAt(at)) || body.startsWith('![', at)) return true
      continue
    }
    if (opening === '<' && shows.test(body.slice(at, at + 12))) return true
    const element = opening === '<' ? /^<(script|style)\b/i.exec(body.slice(at, at + 10))?.[1] : undefined
    const end = after(element === undefined ? closing : `</${element}>`, at + opening.length)
    if (end !== undefined) at = end - 1
  }
  return false
}

const marks: readonly (readonly [opening: string, closing: string])[] = [
  ['<!--', '-->'],
  ['<%', '%>'],
  ['{%', '%}'],
  ['{{', '}}'],
  ['<', '>'],
]

const shows = /^<(?:img|picture|video|audio|iframe|object|embed|svg)\b/i
