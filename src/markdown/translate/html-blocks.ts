import type { Edit } from '../source-map.ts'
import { type Range, type Source, type Translator, within } from './source.ts'

/** Markdown within HTML. To CommonMark an HTML block ends at an empty line; others read markdown after `markdown="1"`, `<br>` or `</p>`. */
export const markdownInHtml: Translator = ({ text, isCode }) => {
  const edits: Edit[] = []
  const apart = (at: number) => edits.push({ start: at, end: at, text: '\n\n' })
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
      if (isMarkdown) apart(end)
    } else if (counts.get(name)) {
      // What is not closed within it ends with it.
      let closed = open.pop()
      while (closed) {
        counts.set(closed.name, (counts.get(closed.name) ?? 1) - 1)
        if (closed.name === name) break
        closed = open.pop()
      }
      if (closed?.isMarkdown) apart(index)
    }
    if (name === 'p' && slash !== '' && open.length === 0 && textFollows.test(text.slice(end, end + 80)))
      apart(end)
  }
  for (const { 0: breaks, index } of text.matchAll(loneBreaks))
    if (!isCode(index)) apart(index + breaks.length)
  return edits
}

const names = 'div|section|article|aside|main|header|footer|nav|figure|details|blockquote|center|p'
const blocks = new RegExp(`<(/?)(${names})\\b([^<>]*)>`, 'gi')
const attribute =
  /\smarkdown(?:\s*=\s*(?:"(?:1|block|true)"|'(?:1|block|true)'|1\b|block\b|true\b)|(?=\s|$))/i
const textFollows = /^[ \t]*\n?[ \t]*[^\s<]/
const loneBreaks = /(?<=^|\n[ \t]*\n) {0,3}(?:<br[ \t]*\/?>[ \t]*)+(?=\n[ \t]*[^\s<])/gi

/** Markdown that takes the place of a tag within a block of HTML is set apart from it, or it would be shown as it is written. */
export function setApartInHtml(edits: readonly Edit[], source: Source): readonly Edit[] {
  if (!edits.some(({ text }) => ofBlocks.test(text))) return edits
  const isInHtml = within(htmlBlocksIn(source))
  // The two ends of a fence may be two edits, with the code between them.
  let isFenceOpen = false
  return edits.map((edit) => {
    if (!ofBlocks.test(edit.text) || !isInHtml(edit.start)) return edit
    const wasOpen = isFenceOpen
    if ((edit.text.match(fences)?.length ?? 0) % 2 === 1) isFenceOpen = !isFenceOpen
    const before = wasOpen ? '' : '\n\n'
    const after = isFenceOpen ? '' : '\n\n'
    return { ...edit, text: before + edit.text + after }
  })
}

/** A fence or a picture. */
const ofBlocks = /^\s*(?:```|~~~|!\[)/
const fences = /^[ \t]*(?:```|~~~)/gm

function htmlBlocksIn({ text, lineStarts }: Source): readonly Range[] {
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
