import type { Edit } from '../source-map.ts'
import { type Range, type Source, type Translator, within } from './source.ts'

/** CommonMark ends an HTML block only at a blank line, other parsers also after `markdown="1"`, `<br>` or `</p>`. */
export const markdownInHtml: Translator = ({ text, isCode }) => {
  const edits: Edit[] = []
  const separate = (at: number) => edits.push({ start: at, end: at, text: '\n\n' })
  const open: { readonly name: string; readonly isMarkdown: boolean }[] = []
  const counts = new Map<string, number>()
  for (const { 0: tag, 1: slash, 2: written = '', 3: attributes = '', index } of text.matchAll(blocks)) {
    if (isCode(index)) continue
    const name = written.toLowerCase()
    const end = index + tag.length
    if (slash === '') {
      const isFirst = /(?:^|\n) {0,3}$/.test(text.slice(Math.max(0, index - 4), index))
      const isMarkdown = name !== 'p' && attribute.test(attributes) && isFirst
      open.push({ name, isMarkdown })
      counts.set(name, (counts.get(name) ?? 0) + 1)
      if (isMarkdown) separate(end)
    } else if (counts.get(name)) {
      // Also closes unclosed elements inside it.
      let closed = open.pop()
      while (closed) {
        counts.set(closed.name, (counts.get(closed.name) ?? 1) - 1)
        if (closed.name === name) break
        closed = open.pop()
      }
      if (closed?.isMarkdown) separate(index)
    }
    if (name === 'p' && slash !== '' && open.length === 0 && textFollows.test(text.slice(end, end + 80)))
      separate(end)
  }
  for (const { 0: breaks, index } of text.matchAll(loneBreaks))
    if (!isCode(index)) separate(index + breaks.length)
  return edits
}

const names = 'div|section|article|aside|main|header|footer|nav|figure|details|blockquote|center|p'
const blocks = new RegExp(`<(/?)(${names})\\b([^<>]*)>`, 'gi')
const attribute =
  /\smarkdown(?:\s*=\s*(?:"(?:1|block|true)"|'(?:1|block|true)'|1\b|block\b|true\b)|(?=\s|$))/i
const textFollows = /^[ \t]*\n?[ \t]*[^\s<]/
const loneBreaks = /(?<=^|\n[ \t]*\n) {0,3}(?:<br[ \t]*\/?>[ \t]*)+(?=\n[ \t]*[^\s<])/gi

/** Adds blank lines around markdown that replaces a tag in an HTML block. Otherwise it would show as text. */
export function separateInHtml(edits: readonly Edit[], source: Source): readonly Edit[] {
  if (!edits.some(({ text }) => blockStart.test(text))) return edits
  const isInHtml = within(htmlBlocksIn(source))
  // A fence may be two edits with the code between them.
  let isFenceOpen = false
  return edits.map((edit) => {
    if (!blockStart.test(edit.text) || !isInHtml(edit.start)) return edit
    const wasOpen = isFenceOpen
    if ((edit.text.match(fences)?.length ?? 0) % 2 === 1) isFenceOpen = !isFenceOpen
    const after = isFenceOpen ? '' : '\n\n'
    if (!wasOpen) return { ...edit, text: `\n\n${edit.text}${after}` }
    // The block's indentation is gone, so the closing mark must not be indented either.
    const before = source.text[edit.start - 1] === '\n' ? '' : '\n'
    return { ...edit, text: before + edit.text.trimStart() + after }
  })
}

/** A fence or an image. */
const blockStart = /^\s*(?:```|~~~|!\[)/
const fences = /^[ \t]*(?:```|~~~)/gm

function htmlBlocksIn({ text, ...source }: Source): readonly Range[] {
  const lineStarts = source.lineStarts()
  const ranges: Range[] = []
  let start = -1
  let isBlank = true
  for (const [nth, at] of lineStarts.entries()) {
    const line = text.slice(at, lineStarts[nth + 1] ?? text.length)
    const wasBlank = isBlank
    isBlank = line.trim() === ''
    if (start >= 0 && isBlank) {
      ranges.push([start, at])
      start = -1
    } else if (start < 0 && wasBlank && firstOfBlock.test(line)) start = at
  }
  return start < 0 ? ranges : [...ranges, [start, text.length]]
}

const firstOfBlock = new RegExp(`^ {0,3}</?(?:${names}|table|ul|ol|li|dl)\\b`, 'i')
