import { decoded } from '../base/paths.ts'
import type { TextFile } from '../base/text-file.ts'

const frontMatter = /^(---|\+\+\+)[ \t]*\n(?:[\s\S]*?\n)?\1[ \t]*(?:\n|$)/

/** Returns the files that documents name but only a generator can render, such as a feed or a search page. */
export async function templatesNamedIn(
  documents: readonly { readonly file: TextFile }[],
  files: readonly string[],
  /** Returns '' for an unreadable file, which is reported on publication. */
  read: (path: string) => Promise<string>,
): Promise<string[]> {
  const candidates = files.filter((path) => mayBeTemplate.test(path))
  if (candidates.length === 0) return []
  const names = new Set(documents.flatMap(({ file }) => templateNames(file.text)))
  const named = candidates.filter((path) => names.has(path.slice(path.lastIndexOf('/') + 1)))
  const isTemplate = await Promise.all(named.map(async (path) => frontMatter.test(await read(path))))
  return named.filter((_, nth) => isTemplate[nth])
}

/** No YAML: it may start with three hyphens too. */
const templateEndings =
  'html? xml mdx? markdown qmd txt css s[ac]ss less js json webmanifest svg ics liquid njk erb'.split(' ')
const templateEnding = `\\.(?:${templateEndings.join('|')})`
const mayBeTemplate = new RegExp(`^(?!.*(?:^|/)node_modules/).*${templateEnding}$`, 'i')
const templateName = new RegExp(`${templateEnding}(?![\\w-])`, 'gi')
const maxNameLength = 255

/** Returns names that look like template files. */
function templateNames(text: string): string[] {
  return Array.from(text.matchAll(templateName), ({ 0: { length }, index }) => {
    let start = index
    while (start > index - maxNameLength && /[^\s"'()<>[\]{}|/\\]/.test(text.charAt(start - 1))) start--
    return decoded(text.slice(start, index + length))
  })
}

type SourceBody = { readonly file: TextFile; readonly bodyStart: number }

const templateMarks = ['<%|%>', '{%|%}', '{{|}}']
const htmlMarks = ['<script|</script>', '<style|</style>', '<|>']

/** Returns whether a body has text of its own. A page of tags and loops would be empty here. */
export function hasOwnText(document: SourceBody): boolean {
  if (beginsWithText(document)) return true
  const source = uncommented(document)
  // Headings belong to the template's output.
  const body = /[<{]/.test(source) ? source.replace(/^(?:#{1,6}|import|export)[ \t].*$/gm, '') : source
  if (/^[^<{]*[\p{L}\p{N}]/u.test(body)) return true
  const shown = templateMarks.reduce(withoutMarked, body)
  if (/!\[|<(?:img|picture|video|audio|iframe|object|embed|svg)\b/.test(shown)) return true
  return /[\p{L}\p{N}]/u.test(htmlMarks.reduce(withoutMarked, shown))
}

/** Returns whether nothing of a body would show: comments, definitions, breaks and a title are all there is. */
export function showsNothing(document: SourceBody): boolean {
  const heading = /^# .*$/
  const definition = /^ {0,3}\[(?:\\.|[^\]\\\n])*\]:.*$/
  const tag = /<\/?(?:a|br|center|div|hr|meta|p|span)(?:\s[^<>]*)?\/?>/
  const space = /&nbsp;|&#160;|[\s\u200b\ufeff*_-]/
  const nothing = new RegExp([heading, definition, tag, space].map(({ source }) => source).join('|'), 'gm')
  return !beginsWithText(document) && uncommented(document).replace(nothing, '') === ''
}

/** Most have a line of text before any tag or comment, so that nothing else needs reading. */
const beginsWithText = ({ file, bodyStart }: SourceBody) =>
  /^(?:[^<{%]*\n)?(?!import |export )[\p{L}\p{N}]/u.test(file.text.slice(bodyStart))

/** Opening and closing marks. */
const commentMarks = ['<!--|-->', '{/*|*/}', '{#|#}', '{% comment|endcomment %}']

/** In lower case. */
function uncommented({ file, bodyStart }: SourceBody): string {
  const body = file.text.slice(bodyStart).toLowerCase()
  const rest = /[<{]/.test(body) ? commentMarks.reduce(withoutMarked, body) : body
  // Obsidian's open and close alike.
  return rest.replace(/^%%[^%]*(?:%(?!%)[^%]*)*(?:%%|$(?![\s\S]))/gm, '')
}

/** Removes marked sections. An unclosed opening mark stays. */
function withoutMarked(text: string, marks: string): string {
  const [opening = '', closing = ''] = marks.split('|')
  const [before = '', ...parts] = text.split(opening)
  const outside = parts.map((part) => {
    const end = part.indexOf(closing)
    return end === -1 ? opening + part : part.slice(end + closing.length)
  })
  return before + outside.join('')
}
