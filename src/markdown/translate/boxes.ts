import type { Edit } from '../source-map.ts'
import { quotedLines, type Source, type Translation, type Translator } from './source.ts'

type Mark = ReturnType<typeof marks>[number]

/** Turns `:::note Title` … `:::` (Pandoc) into `> [!NOTE]`. Nested boxes lose their frame. */
export const boxes: Translator = (whole) => {
  const source = whole.text
  if (!source.includes(':::')) return []
  const edits: Translation[] = []
  let framedUpTo = 0
  for (const { open, close } of boxesIn(whole)) {
    const alert = alertNamed(open.kind.replace(/^callout-?/, '') || 'note')
    if (open.kind === 'details') {
      const title = open.title === '' ? 'Details' : open.title
      edits.push({ start: open.start, end: open.end, text: `<details><summary>${title}</summary>\n` })
      edits.push({ start: close.start, end: close.end, text: '\n</details>' })
    } else if (alert === undefined) {
      edits.push(whole.drop(open.start, open.end, 'shortcode', '', true))
      edits.push({ start: close.start, end: close.end, text: '' })
    } else if (open.start < framedUpTo) {
      const title = open.title === '' ? '' : `**${open.title}**`
      edits.push({ start: open.start + open.indent.length, end: open.end, text: title })
      edits.push({ start: close.start + close.indent.length, end: close.end, text: '' })
    } else {
      framedUpTo = close.end
      const { start, end, title, indent } = open
      edits.push({ start, end, text: `${indent}> [!${alert}]${headingOf(title, indent)}` })
      for (const edit of quotedLines(source, end, close.start)) edits.push(edit)
      edits.push({ start: close.start, end: close.end, text: '' })
    }
  }
  return edits
}

function headingOf(title: string, indent: string): string {
  return title === '' ? '' : `\n${indent}> **${title}**\n${indent}>`
}

/** Pairs marks, sorted by start. A mark without a name closes the nearest box with as many colons or fewer. */
function boxesIn(source: Source) {
  const found: { readonly open: Mark; readonly close: Mark }[] = []
  const open: Mark[] = []
  for (const mark of marks(source)) {
    if (mark.kind !== '') {
      open.push(mark)
      continue
    }
    while (open.length > 0 && (open.at(-1)?.colons ?? 0) > mark.colons) open.pop()
    const opening = open.pop()
    if (opening) found.push({ open: opening, close: mark })
  }
  return found.sort((a, b) => a.open.start - b.open.start)
}

function marks({ text: source, isCode }: Source) {
  return Array.from(
    source.matchAll(/^([ \t]*)(:{3,})[ \t]*([A-Za-z][\w-]*|\{[^}\n]*\})?[ \t]*(.*)$/gm),
    ({ 0: whole, 1: indent = '', 2: colons = '', 3: kind = '', 4: rest = '', index: start }) => ({
      start,
      end: start + whole.length,
      indent,
      colons: colons.length,
      // Pandoc: `{.note}`.
      kind: /^\{[^}]*\.([A-Za-z][\w-]*)/.exec(kind)?.[1] ?? kind,
      title: rest
        .replace(/^\[(.*)\]$|^\{.*\}$/, '$1')
        .replace(/:+$/, '')
        .trim(),
    }),
  ).filter(({ start, kind, title }) => !isCode(start) && (kind !== '' || title === ''))
}

/** Turns `!!! note "Title"` or `???` (Python-Markdown) into `> [!NOTE]`. Nested boxes lose their frame. */
export function admonitions({ text: source, isCode }: Source): Edit[] {
  if (!/^[ \t]*(?:!!!|\?\?\?)/m.test(source)) return []
  const edits: Edit[] = []
  let framedUpTo = 0
  for (const { 0: mark, 1: indent = '', 2: kind = '', 3: title = '', index } of source.matchAll(
    admonitionOpening,
  )) {
    if (isCode(index)) continue
    const end = index + mark.length
    const isFramed = index < framedUpTo
    const lead = isFramed ? '' : '> '
    const bold = title === '' ? '' : `**${title}**`
    const alert = `> [!${alertNamed(kind) ?? 'NOTE'}]${headingOf(title, indent)}`
    edits.push({ start: index + indent.length, end, text: isFramed ? bold : alert })
    const inside = linesBelow(indent)
    inside.lastIndex = end
    const [block = ''] = inside.exec(source) ?? []
    let at = end
    for (const line of block.split('\n')) {
      const from = at + indent.length
      if (at > end && line.trim() !== '')
        edits.push({ start: from, end: from + (line[indent.length] === '\t' ? 1 : 4), text: lead })
      else if (at > end && !isFramed) edits.push({ start: at, end: at + line.length, text: `${indent}> ` })
      at += line.length + 1
    }
    framedUpTo = Math.max(framedUpTo, end + block.length)
  }
  return edits
}

const admonitionOpening =
  /^([ \t]*)(?:!!!|\?\?\?\+?)[ \t]+([A-Za-z][\w-]*)[^"\n]*(?:"(.*)")?[ \t]*(?=\n(?:[ \t]*\n){0,2}\1(?: {4}|\t))/gm

/** Indented lines, with blank lines between them. */
function linesBelow(indent: string): RegExp {
  return new RegExp(`(?:(?:\\n[ \\t]*(?=\\n))*\\n${indent}(?: {4}|\\t)[ \\t]*\\S.*)*`, 'y')
}

/** Turns `> [!tip]- Title` (Obsidian) into `> [!TIP]` with the title below. Unknown kinds become notes. */
export function callouts(source: Source): Edit[] {
  if (!source.text.includes('[!')) return []
  return source.replace(calloutOpening, ({ groups }) => {
    const { lead = '', kind = '', title = '' } = groups ?? {}
    // In a list item, the following lines are indented.
    const next = `\n${lead.replace(/[-*+]|\d+[.)]/g, (mark) => ' '.repeat(mark.length)).trimEnd()}`
    const mark = /^(?:quote|cite)$/i.test(kind) ? [] : [`[!${alertNamed(kind) ?? 'NOTE'}]`]
    const heading = title.trim() === '' ? [] : [`**${title.trim()}**${next}`]
    return lead + [...mark, ...heading].join(`${next} `)
  })
}

const calloutOpening =
  /^(?<lead>[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*>[ \t>]*)\[!(?<kind>[a-z][\w -]*)(?:\|[^\]\n]*)?\][+-]?(?:[ \t]+(?<title>.*))?$/gim

/** GitHub's alert for the box names of generators and themes. */
const alerts: readonly (readonly [alert: string, names: RegExp])[] = [
  ['NOTE', /^(?:note|info|notice)$/i],
  ['TIP', /^(?:tip|hint|success)$/i],
  ['IMPORTANT', /^important$/i],
  ['WARNING', /^(?:warning|warn|attention)$/i],
  ['CAUTION', /^(?:caution|danger|error|failure|bug)$/i],
]

export function alertNamed(name: string): string | undefined {
  return alerts.find(([, names]) => names.test(name))?.[0]
}
