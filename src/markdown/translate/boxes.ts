import type { Edit } from '../edits.ts'
import { alertNamed } from './alerts.ts'
import { codeRanges, within } from './code.ts'

export interface BoxesFound {
  readonly edits: readonly Edit[]
  /** Marks of boxes that have no meaning in markdown; what is in them is kept. */
  readonly unknown: readonly { readonly start: number; readonly end: number }[]
}

interface Mark {
  readonly start: number
  readonly end: number
  readonly indent: string
  readonly colons: number
  readonly kind: string
  readonly title: string
}

interface Box {
  readonly open: Mark
  readonly close: Mark
  /** GitHub's name for it; undefined when it has none. */
  readonly alert: string | undefined
}

/**
 * `:::note Title` … `:::`, as Docusaurus, VuePress, Pandoc and others write their boxes, becomes GitHub's `> [!NOTE]`. A box within
 * another keeps its text, without a frame of its own.
 */
export function boxesFound(source: string): BoxesFound {
  if (!source.includes(':::')) return { edits: [], unknown: [] }
  const edits: Edit[] = []
  const unknown: { start: number; end: number }[] = []
  let framedUpTo = 0
  for (const { open, close, alert } of boxes(source)) {
    if (open.kind === 'details') {
      const title = open.title === '' ? 'Details' : open.title
      edits.push({ start: open.start, end: open.end, text: `<details><summary>${title}</summary>\n` })
      edits.push({ start: close.start, end: close.end, text: '\n</details>' })
    } else if (alert === undefined) {
      unknown.push(open)
      edits.push({ start: close.start, end: close.end, text: '' })
    } else if (open.start < framedUpTo) {
      const title = open.title === '' ? '' : `**${open.title}**`
      edits.push({ start: open.start + open.indent.length, end: open.end, text: title })
      edits.push({ start: close.start + close.indent.length, end: close.end, text: '' })
    } else {
      framedUpTo = close.end
      for (const edit of framed(source, open, close, alert)) edits.push(edit)
    }
  }
  return { edits: edits.toSorted((a, b) => a.start - b.start || a.end - b.end), unknown }
}

function framed(source: string, open: Mark, close: Mark, alert: string): Edit[] {
  const { indent } = open
  const heading = open.title === '' ? '' : `\n${indent}> **${open.title}**\n${indent}>`
  const edits = [{ start: open.start, end: open.end, text: `${indent}> [!${alert}]${heading}` }]
  for (let at = open.end + 1; at < close.start; at = source.indexOf('\n', at) + 1) {
    const spaces = /^[ \t]*/.exec(source.slice(at, at + indent.length))?.[0].length ?? 0
    edits.push({ start: at, end: at + spaces, text: `${indent}> ` })
  }
  edits.push({ start: close.start, end: close.end, text: '' })
  return edits
}

/** In the order of their beginnings. A mark without a name closes the nearest that has as many colons or fewer. */
function boxes(source: string): Box[] {
  const found: Box[] = []
  const open: Mark[] = []
  for (const mark of marks(source)) {
    if (mark.kind !== '') {
      open.push(mark)
      continue
    }
    while (open.length > 0 && (open.at(-1)?.colons ?? 0) > mark.colons) open.pop()
    const opening = open.pop()
    if (opening) found.push({ open: opening, close: mark, alert: alertOf(opening.kind) })
  }
  return found.sort((a, b) => a.open.start - b.open.start)
}

/** Quarto: `callout-tip`, and `callout` for a note. */
function alertOf(kind: string): string | undefined {
  return alertNamed(kind.replace(/^callout-?/, '') || 'note')
}

function marks(source: string): Mark[] {
  const isCode = within(codeRanges(source))
  return Array.from(
    source.matchAll(/^([ \t]*)(:{3,})[ \t]*([A-Za-z][\w-]*|\{[^}\n]*\})?[ \t]*(.*)$/gm),
    ({ 0: whole, 1: indent = '', 2: colons = '', 3: kind = '', 4: rest = '', index: start }): Mark => ({
      start,
      end: start + whole.length,
      indent,
      colons: colons.length,
      // Pandoc and Quarto name it by a class.
      kind: /^\{[^}]*\.([A-Za-z][\w-]*)/.exec(kind)?.[1] ?? kind,
      title: rest
        .replace(/^\[(.*)\]$|^\{.*\}$/, '$1')
        .replace(/:+$/, '')
        .trim(),
    }),
  ).filter(({ start, kind, title }) => !isCode(start) && (kind !== '' || title === ''))
}
