import { regex } from '../../base/regex.ts'
import { type Edit, within } from '../../markdown/source.ts'
import type { Source } from './translator.ts'

const names = 'div|section|article|aside|main|header|footer|nav|figure|details|blockquote|center|p'
const containerTag = new RegExp(`<(/?)(${names})\\b([^<>]*)>`, 'gi')
const markdownAttribute =
  /\smarkdown(?:\s*=\s*(?:"(?:1|block|true)"|'(?:1|block|true)'|1\b|block\b|true\b)|(?=\s|$))/i

/** `<div markdown="1">*a*</div>`, `<br>`, `</p>` → the same with blank lines, which alone end an HTML block in CommonMark. */
export function markdownInHtml({ text, matches }: Source): Edit[] {
  const edits: Edit[] = []
  const separate = (at: number) => edits.push({ start: at, end: at, text: '\n\n' })
  const open: { readonly name: string; readonly isMarkdown: boolean }[] = []
  const counts = new Map<string, number>()
  for (const { 0: tag, 1: slash, 2: written = '', 3: attributes = '', index } of matches(containerTag)) {
    const name = written.toLowerCase()
    const end = index + tag.length
    if (slash === '') {
      const isFirst = /(?:^|\n) {0,3}$/.test(text.slice(Math.max(0, index - 4), index))
      const isMarkdown = name !== 'p' && markdownAttribute.test(attributes) && isFirst
      open.push({ name, isMarkdown })
      counts.set(name, (counts.get(name) ?? 0) + 1)
      if (isMarkdown) separate(end)
    } else if (counts.get(name)) {
      // Also closes unclosed elements inside it.
      const closed = open.splice(open.findLastIndex((element) => element.name === name))
      for (const { name } of closed) counts.set(name, (counts.get(name) ?? 1) - 1)
      if (closed[0]?.isMarkdown) separate(index)
    }
    const isLast = name === 'p' && slash !== '' && open.length === 0
    if (isLast && /^[ \t]*\n?[ \t]*[^\s<]/.test(text.slice(end, end + 80))) separate(end)
  }
  const loneBreaks =
    /<(?<=(?:^|\n[ \t]*\n) {0,3}<)br[ \t]*\/?>[ \t]*(?:<br[ \t]*\/?>[ \t]*)*(?=\n[ \t]*[^\s<])/gi
  for (const { 0: breaks, index } of matches(loneBreaks)) separate(index + breaks.length)
  return edits
}

/** A fence or an image. */
const blockStart = /^\s*(?:```|~~~|!\[)/

/** From a tag at the start or after a blank line, up to the next blank line. */
const htmlBlock = regex(
  'gi',
  /(?<=(?<![\s\S])|(?<![^\n])[^\S\n]*\n)/,
  ` {0,3}</?(?:${names}|table|ul|ol|li|dl)\\b`,
  /[^\n]*(?:\n[^\n]*\S[^\n]*)*\n?/,
)

/** Adds blank lines around markdown that replaces a tag in an HTML block. Otherwise it would show as text. */
export function separateInHtml(edits: readonly Edit[], source: Source): readonly Edit[] {
  if (!edits.some(({ text }) => blockStart.test(text))) return edits
  const blocks = source.text.matchAll(htmlBlock)
  const isInHtml = within(Array.from(blocks, ({ 0: { length }, index }) => [index, index + length]))
  // A fence may be two edits with the code between them.
  let isFenceOpen = false
  return edits.map((edit) => {
    if (!blockStart.test(edit.text) || !isInHtml(edit.start)) return edit
    const wasOpen = isFenceOpen
    if ((edit.text.match(/^[ \t]*(?:```|~~~)/gm)?.length ?? 0) % 2 === 1) isFenceOpen = !isFenceOpen
    const after = isFenceOpen ? '' : '\n\n'
    if (!wasOpen) return { ...edit, text: `\n\n${edit.text}${after}` }
    // The block's indentation is gone, so the closing mark must not be indented either.
    const before = source.text[edit.start - 1] === '\n' ? '' : '\n'
    return { ...edit, text: before + edit.text.trimStart() + after }
  })
}

/** `<pre>`, highlighted code, another tag alone on its line, or a line end. */
const pieceOfPost = regex(
  'gi',
  /(<pre\b)|(\{%-?\s*highlight\b)|(\{\{[<%]\s*highlight\b)/,
  /|(?=\{\{)(?<=\n[ \t]*)(\{\{[<%][^\n]*[>%]\}\})(?=[ \t]*(?:\n|$))/,
  /|\n\s*/,
)
/** The ends of its first three alternatives. */
const pieceEnds = [/<\/pre\b/gi, /\{%-?\s*endhighlight\s*-?%\}/g, /\{\{[<%]\s*\/\s*highlight\s*[>%]\}\}/g]

/** An HTML post → a markdown HTML block: no blank lines, which would end it, but around markdown; `pre` and code stay. */
export function htmlPost({ text: source }: Source): Edit[] {
  const edits: Edit[] = [{ start: 0, end: 0, text: '<div>\n' }]
  const separate = (...places: number[]) => {
    for (const at of places) edits.push({ start: at, end: at, text: '\n\n' })
  }
  const unclosed = new Set<RegExp>()
  pieceOfPost.lastIndex = 0
  for (let piece = pieceOfPost.exec(source); piece; piece = pieceOfPost.exec(source)) {
    const { 0: written, 4: tag, index: start } = piece
    const kind = [1, 2, 3].findIndex((group) => piece?.[group] !== undefined)
    const closing = pieceEnds[kind]
    if (written.startsWith('\n')) edits.push({ start, end: pieceOfPost.lastIndex, text: '\n' })
    else if (tag) separate(start, pieceOfPost.lastIndex)
    else if (closing && !unclosed.has(closing)) {
      closing.lastIndex = pieceOfPost.lastIndex
      if (!closing.test(source)) {
        unclosed.add(closing)
        continue
      }
      const end = closing.lastIndex
      pieceOfPost.lastIndex = end
      if (kind > 0) separate(start, end)
      else {
        // Blank lines in `pre` become entities.
        for (const { 0: line, index } of source.slice(start, end).matchAll(/(?<=\n)[ \t]*\n/g))
          edits.push({ start: start + index, end: start + index + line.length, text: '&#10;' })
      }
    }
  }
  // Word leaves tags such as `<o:p>`, which are not HTML.
  for (const { 0: tag, index: start } of source.matchAll(/<\/?[a-z]\w*:[\w-]+(?:\s[^<>]*)?>/gi))
    edits.push({ start, end: start + tag.length, text: '' })
  return [...edits, { start: source.length, end: source.length, text: '\n</div>\n' }]
}
