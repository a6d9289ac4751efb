import type { Edit } from '../source-map.ts'
import type { Source, Translation, Translator } from './source.ts'

type Mark = ReturnType<typeof marks>[number]

/**
 * `:::note Title` … `:::`, as Pandoc and others write their boxes, becomes GitHub's `> [!NOTE]`. A box within
 * another keeps its text, without a frame of its own.
 */
export const boxes: Translator = (whole) => {
  const source = whole.text
  if (!source.includes(':::')) return []
  const edits: Translation[] = []
  let framedUpTo = 0
  for (const { open, close } of boxesIn(whole)) {
    // `callout-tip`, and `callout` for a note.
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
      for (const edit of framed(source, open, close, alert)) edits.push(edit)
    }
  }
  return edits
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
      // Pandoc names it by a class.
      kind: /^\{[^}]*\.([A-Za-z][\w-]*)/.exec(kind)?.[1] ?? kind,
      title: rest
        .replace(/^\[(.*)\]$|^\{.*\}$/, '$1')
        .replace(/:+$/, '')
        .trim(),
    }),
  ).filter(({ start, kind, title }) => !isCode(start) && (kind !== '' || title === ''))
}

/**
 * `!!! note "Title"` with indented lines after it, as Python's markdown has it, becomes GitHub's `> [!NOTE]`; so does `???`,
 * which folds. A kind that GitHub lacks is a note. One within another keeps its text, without a frame of its own.
 */
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
    const heading = bold === '' ? '' : `\n${indent}> ${bold}\n${indent}>`
    const alert = `> [!${alertNamed(kind) ?? 'NOTE'}]${heading}`
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

/** Lines that are indented further, and empty ones between them. */
function linesBelow(indent: string): RegExp {
  return new RegExp(`(?:(?:\\n[ \\t]*(?=\\n))*\\n${indent}(?: {4}|\\t)[ \\t]*\\S.*)*`, 'y')
}

/**
 * `> [!tip]- Title`, as gardens of notes write their boxes, becomes GitHub's: the name is one of its five and alone in its line, the title is
 * the first line of what is in it. A kind that GitHub lacks is a note, but for a quotation.
 */
export function callouts(source: Source): Edit[] {
  if (!source.text.includes('[!')) return []
  return source.replaced(calloutOpening, ({ groups }) => {
    const { lead = '', kind = '', title = '' } = groups ?? {}
    // In an item of a list, the lines after the first are indented.
    const next = `\n${lead.replace(/[-*+]|\d+[.)]/g, (mark) => ' '.repeat(mark.length)).trimEnd()}`
    const mark = /^(?:quote|cite)$/i.test(kind) ? [] : [`[!${alertNamed(kind) ?? 'NOTE'}]`]
    const heading = title.trim() === '' ? [] : [`**${title.trim()}**${next}`]
    return lead + [...mark, ...heading].join(`${next} `)
  })
}

const calloutOpening =
  /^(?<lead>[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*>[ \t>]*)\[!(?<kind>[a-z][\w -]*)(?:\|[^\]\n]*)?\][+-]?(?:[ \t]+(?<title>.*))?$/gim

/** Names of boxes that draw attention, in generators and themes, and GitHub's name for each. */
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
