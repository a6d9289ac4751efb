import { regex } from '../../base/regex.ts'
import { lineStarts } from '../../base/text-file.ts'
import { parser } from '../../markdown/parser.ts'
import { codeSpans, type Range, within } from '../../markdown/source.ts'
import type { Source, Syntax, Translation, Translator } from './translator.ts'
import { hideRest, isAloneInLine, isEndOfLine } from './translator.ts'

/** What a comment is written between. `after` must follow the closing mark. */
interface CommentMarks {
  readonly open: RegExp
  readonly close: string
  readonly after?: RegExp
  /** The only syntax that has it. */
  readonly syntax?: Syntax
  /** Unclosed at the start of a line, it hides the rest. */
  readonly hidesRest?: true
}

/** Those of every post, whatever made the site: text that only looks like one is code. */
const htmlComments: readonly CommentMarks[] = [
  { open: /<!--/, close: '-->', hidesRest: true },
  { open: /\{%-?\s*comment\b[^{}%]*%\}/, close: 'endcomment', after: /\s*-?%\}/y },
  { open: /\{%-?\s*#/, close: '%}' },
  // Not a heading's `{#id}`.
  { open: /\{#(?![\w:.-]*\})/, close: '#}' },
]
export const kramdownComment: CommentMarks = { open: /\{::comment\}/, close: '{:/', after: /(?:comment)?\}/y }
const markdownComments: readonly CommentMarks[] = [
  ...htmlComments,
  // Not in `100%%`, a URL or a longer row.
  { open: /(?<![\d%])(?<!(?::\/\/|\]\()\S{0,200})%%(?!%)/, close: '%%', syntax: 'obsidian', hidesRest: true },
  kramdownComment,
  // MDX, and Go templates.
  { open: /\{\{?-?\s*\/\*/, close: '*/', after: /\s*-?\}\}?/y, hidesRest: true },
]

/** Finds pairs of marks from left to right, without those inside a pair. Takes linear time. */
export function commentsIn(text: string, kinds: readonly CommentMarks[], isCode: (at: number) => boolean) {
  const comments: { readonly range: Range; readonly isClosed: boolean }[] = []
  const unclosed = new Set<CommentMarks>()
  let done = 0
  const anyMark = new RegExp(kinds.map(({ open }) => `(${open.source})`).join('|'), 'g')
  for (const match of text.matchAll(anyMark)) {
    const { 0: mark, index: start } = match
    const kind = kinds[match.indexOf(mark, 1) - 1]
    if (!kind || start < done || unclosed.has(kind) || isCode(start) || text[start - 1] === '\\') continue
    // `<!-->` is a comment, too.
    let close = text.indexOf(kind.close, start + Math.min(mark.length, 2))
    while (mark === '%%' && close !== -1 && isCode(close)) close = text.indexOf(mark, close + 2)
    let end = close + kind.close.length
    if (close === -1) {
      unclosed.add(kind)
      if (!kind.hidesRest || !/(?:^|\n) {0,3}$/.test(text.slice(Math.max(0, start - 4), start))) continue
      end = text.length
    } else if (kind.after) {
      kind.after.lastIndex = end
      if (!kind.after.test(text)) continue
      end = kind.after.lastIndex
    }
    done = end
    comments.push({ range: [start, done], isClosed: close !== -1 })
  }
  return comments
}

/** In these, only HTML's comments are none of the text. */
const preformatted = ['pre', 'code'].map(
  (name): CommentMarks => ({ open: new RegExp(`<${name}\\b[^<>]*>`), close: `</${name}>` }),
)

/** `a <!-- b --> c` → `a c`. Comments are private, so none may reach a page, its markdown or search. */
export const comments: Translator = (source, { syntaxes }) => {
  const { text } = source
  const kinds = syntaxes.has('html')
    ? htmlComments
    : markdownComments.filter(({ syntax }) => !syntax || syntaxes.has(syntax))
  const definitions = syntaxes.has('html') ? [] : definitionComments(source)
  if (!kinds.some(({ open }) => open.test(text))) return definitions
  const isElement = within(commentsIn(text, preformatted, source.isCode).map(({ range }) => range))
  const isCode = (at: number) => source.isCode(at) || (isElement(at) && !text.startsWith('<!--', at))
  const edits = commentsIn(text, kinds, isCode).map(({ range: [start, end], isClosed }): Translation => {
    if (!isClosed) return hideRest(source, start)
    const id = headingId(text, start, end)
    return id === undefined ? removal(text, start, end) : { start, end, text: id }
  })
  return [...edits, ...definitions]
}

const definitionComment = regex(
  'gim',
  /^([ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)?)\[/,
  '(?:',
  // `[any]: # (a comment)`
  /([^\]\n]*)\]:[ \t]*(?:#|<>)(?=\s)[ \t]*\n?[ \t]*/,
  /(?:\((?:[^()\n]|\n(?![ \t]*\n))*\)|"(?:[^"\n]|\n(?![ \t]*\n))*"|'[^'\n]*')[ \t]*/,
  // `[//]: …` and `[comment]: # …`
  /|\/\/[^\]\n]*\]:.*|comment[^\]\n]*\]:[ \t]*(?:#|<>).*/,
  ')$\\n?',
)

/** `[//]: # (a comment)` → nothing, unless a link uses the definition */
function definitionComments({ text, replace }: Source): Translation[] {
  let used: ReadonlySet<string> | undefined
  return replace(definitionComment, ({ 1: marks = '', 2: label }) => {
    used ??= new Set(text.toLowerCase().match(/\[[^[\]\n]*\](?!:)/g))
    if (label !== undefined && used.has(`[${label.toLowerCase()}]`)) return undefined
    return marks.trim() === '' ? '' : `${marks}\n`
  })
}

const idComment = /^(?:\{\/\*([\w:.-]+)\*\/\}|(?:\{\/\*|<!--)[ \t]*#([\w:.-]+)[ \t]*(?:\*\/\}|-->))$/
const longestId = 500

/** `## Heading {/*id*\/}`, `## Heading <!-- #id -->` → `{#id}` */
export function headingId(text: string, start: number, end: number): string | undefined {
  const [, plain, marked] = idComment.exec(text.slice(start, Math.min(end, start + longestId))) ?? []
  const id = plain ?? marked
  const isHeading = /(?:^|\n) {0,3}#{1,6}[ \t][^\n]*$/.test(text.slice(Math.max(0, start - longestId), start))
  return id !== undefined && isHeading && isEndOfLine(text, end) ? `{#${id}}` : undefined
}

const lookaround = 80

/** Removes a comment with its line, or with the space before it. Where an HTML comment separates blocks, an empty one stays. */
function removal(text: string, start: number, end: number): Translation {
  const isHtml = text.startsWith('<!--', start)
  const empty = { start, end, text: '<!-- -->' }
  let from = start
  while (text[from - 1] === ' ' || text[from - 1] === '\t') from--
  if (isAloneInLine(text, start, end)) {
    const lineEnd = text.indexOf('\n', end)
    const line = { start: from, end: lineEnd === -1 ? text.length : lineEnd + 1, text: '' }
    const before = text.slice(Math.max(0, from - lookaround), from)
    const after = text.slice(line.end, line.end + lookaround)
    const isApart = /(?:^|\n)[ \t]*\n$|^$/.test(before) || /^[ \t]*(?:\n|$)/.test(after)
    const [, indent = '', item] = /^(?:[ \t]*\n)*([ \t]*)((?:[-*+]|\d+[.)])(?!\S))?/.exec(after) ?? []
    const isSeparator = item !== undefined || (from === start && indent !== '')
    return !isHtml || (isApart && !isSeparator) ? line : empty
  }
  const startsBlock = /(?:^|\n)(?:[ \t>]|[-*+][ \t]|\d+[.)][ \t])*$/
  if (isHtml && startsBlock.test(text.slice(Math.max(0, start - lookaround), start))) return empty
  const isSpaced = /\s/.test(text[end] ?? ' ')
  // Two spaces before a line end would break the line.
  if (isHtml && !isSpaced && from === start) return empty
  return { start: from, end, text: isSpaced || from === start ? '' : ' ' }
}

/** Ranges of code as the parser finds it, also where it is only indented. */
export function parsedCode(text: string): readonly Range[] {
  const starts = lineStarts(text)
  const tokens: Parameters<typeof parser.block.parse>[3] = []
  parser.block.parse(text, parser, { definitions: [] }, tokens)
  let prose = 0
  const code = tokens.flatMap(({ type, map }): readonly Range[] => {
    if (!map || !/^(?:fence|code_block|html_block)$/.test(type)) return []
    const [start, end] = [starts[map[0]] ?? text.length, starts[map[1]] ?? text.length]
    const inProse = codeSpans(text, prose, start)
    prose = end
    return type === 'html_block' ? inProse : [...inProse, [start, end]]
  })
  return [...code, ...codeSpans(text, prose, text.length)]
}
