import { regex } from '../../base/regex.ts'
import { containers } from '../../markdown/containers.ts'
import type { Edit } from '../../markdown/source.ts'
import { quotedLines, type Source, type Translation } from './translator.ts'

/** GitHub's alert for the box names of generators and themes. */
const alerts: readonly (readonly [alert: string, names: RegExp])[] = [
  ['NOTE', /^(?:note|info|notice)$/i],
  ['TIP', /^(?:tip|hint|success)$/i],
  ['IMPORTANT', /^important$/i],
  ['WARNING', /^(?:warning|warn|attention)$/i],
  ['CAUTION', /^(?:caution|danger|error|failure|bug)$/i],
]

export const alertNamed = (name: string) => alerts.find(([, names]) => names.test(name))?.[0]

const alertHeading = (title: string, indent: string) =>
  title === '' ? '' : `\n${indent}> **${title}**\n${indent}>`

/** `:::note Title` … `:::` → `> [!NOTE]` … (Pandoc). Nested boxes lose their frame. Containers are left to the parser: `{.cards}` → `cards`. */
export function boxes(source: Source): Translation[] {
  if (!source.text.includes(':::')) return []
  let framedUpTo = 0
  return boxesIn(source).flatMap(([open, close]): Translation[] => {
    const { start, end, kind, title, indent } = open
    if (containers.has(kind) && title === '')
      return [{ start: start + indent.length, end, text: `:::${kind}` }]
    const alert = alertNamed(kind.replace(/^callout-?/, '') || 'note')
    const closing = { start: close.start, end: close.end, text: '' }
    if (kind === 'details') {
      const summary = `<details><summary>${title || 'Details'}</summary>\n`
      return [
        { start, end, text: summary },
        { ...closing, text: '\n</details>' },
      ]
    }
    if (alert === undefined) return [source.drop(start, end, 'shortcode', '', true), closing]
    if (start < framedUpTo)
      return [
        { start: start + indent.length, end, text: title && `**${title}**` },
        { ...closing, start: close.start + close.indent.length },
      ]
    framedUpTo = close.end
    const opening = { start, end, text: `${indent}> [!${alert}]${alertHeading(title, indent)}` }
    return [opening, ...quotedLines(source.text, end, close.start), closing]
  })
}

/** Pairs marks, sorted by start. A mark without a name closes the nearest box with as many colons or fewer. */
function boxesIn({ matches }: Source) {
  // `:::note Title`, `:::{.note}` and `:::`
  const marks = matches(/^([ \t]*)(:{3,})[ \t]*([A-Za-z][\w-]*|\{[^}\n]*\})?[ \t]*(.*)$/gm).map(
    ({ 0: whole, 1: indent = '', 2: colons = '', 3: name = '', 4: rest = '', index: start }) => {
      const kind = /^\{[^}]*\.([A-Za-z][\w-]*)/.exec(name)?.[1] ?? name
      // `[Title]`, `{.class}` or `Title :::`
      const title = rest.replace(/^\[(.*)\]$|^\{.*\}$/, '$1').replace(/:+$/, '')
      return { start, end: start + whole.length, indent, colons: colons.length, kind, title: title.trim() }
    },
  )
  const pairs: (readonly [open: (typeof marks)[number], close: (typeof marks)[number]])[] = []
  const open: typeof marks = []
  for (const mark of marks) {
    if (mark.kind !== '') open.push(mark)
    if (mark.kind !== '' || mark.title !== '') continue
    while ((open.at(-1)?.colons ?? 0) > mark.colons) open.pop()
    const opening = open.pop()
    if (opening) pairs.push([opening, mark])
  }
  return pairs.sort(([a], [b]) => a.start - b.start)
}

const admonition = regex(
  'gm',
  /^([ \t]*)(?:!!!|\?\?\?\+?)[ \t]+([A-Za-z][\w-]*)/,
  /[^"\n]*(?:"(.*)")?[ \t]*/,
  // Before a line that is indented further.
  String.raw`(?=\n(?:[ \t]*\n){0,2}\1(?: {4}|\t))`,
)

/** `!!! note "Title"` with an indented block → `> [!NOTE]` … (Python-Markdown). Nested boxes lose their frame. */
export function admonitions({ text: source, matches }: Source): Edit[] {
  if (!/^[ \t]*(?:!!!|\?\?\?)/m.test(source)) return []
  const edits: Edit[] = []
  let framedUpTo = 0
  for (const { 0: mark, 1: indent = '', 2: kind = '', 3: title = '', index } of matches(admonition)) {
    const end = index + mark.length
    const isFramed = index < framedUpTo
    const alert = `> [!${alertNamed(kind) ?? 'NOTE'}]${alertHeading(title, indent)}`
    edits.push({ start: index + indent.length, end, text: isFramed ? title && `**${title}**` : alert })
    // Indented lines, with blank lines between them.
    const below = new RegExp(`(?:(?:\\n[ \\t]*(?=\\n))*\\n${indent}(?: {4}|\\t)[ \\t]*\\S.*)*`, 'y')
    below.lastIndex = end
    const [block = ''] = below.exec(source) ?? []
    let at = end
    for (const line of block.split('\n')) {
      const start = at + indent.length
      const indentEnd = start + (line[indent.length] === '\t' ? 1 : 4)
      if (at > end && line.trim() !== '') edits.push({ start, end: indentEnd, text: isFramed ? '' : '> ' })
      else if (at > end && !isFramed) edits.push({ start: at, end: at + line.length, text: `${indent}> ` })
      at += line.length + 1
    }
    framedUpTo = Math.max(framedUpTo, end + block.length)
  }
  return edits
}
