import { lineStarts } from '../../base/text-file.ts'
import { parser } from '../parser.ts'
import type { Range, Syntax, Translation, Translator } from './source.ts'
import { codeSpans, isAloneInLine, isEndOfLine, within } from './source.ts'

/** What a comment is written between. `after` must follow the closing mark. */
interface CommentMarks {
  readonly open: RegExp
  readonly close: string
  readonly after?: RegExp
  /** Syntaxes that have it; all by default. */
  readonly syntax?: readonly Syntax[]
  /** Unclosed at the start of a line, it hides the rest. */
  readonly hidesRest?: true
}

const html: CommentMarks = { open: /<!--/, close: '-->', hidesRest: true }
const markdownComments: readonly CommentMarks[] = [
  html,
  // Not in `100%%`, a URL or a longer row.
  { open: /(?<![\w%=/?&#.-])%%(?!%)/, close: '%%', syntax: ['obsidian'], hidesRest: true },
  // MDX, and Go templates.
  { open: /\{\{?-?\s*\/\*/, close: '*/', after: /\s*-?\}\}?/y },
  // Not a heading's `{#id}`.
  { open: /\{#(?![\w:.-]*\})/, close: '#}', syntax: ['liquid', 'tera'] },
]
export const kramdownComment: CommentMarks = { open: /\{::comment\}/, close: '{:/', after: /(?:comment)?\}/y }
/** In these, only HTML's comments are none of the text. */
const preformatted = ['pre', 'code'].map(
  (name): CommentMarks => ({ open: new RegExp(`<${name}\\b[^<>]*>`), close: `</${name}>` }),
)

/** Finds pairs of marks from left to right, without those inside a pair. Takes linear time. */
export function commentsIn(text: string, kinds: readonly CommentMarks[], isCode: (at: number) => boolean) {
  const comments: { readonly range: Range; readonly isClosed: boolean }[] = []
  const unclosed = new Set<CommentMarks>()
  let done = 0
  for (const found of text.matchAll(new RegExp(kinds.map(({ open }) => `(${open.source})`).join('|'), 'g'))) {
    const { 0: mark, index: start } = found
    const kind = kinds[found.indexOf(mark, 1) - 1]
    if (!kind || start < done || unclosed.has(kind) || isCode(start) || text[start - 1] === '\\') continue
    // `<!-->` is a comment, too.
    let close = text.indexOf(kind.close, start + Math.min(mark.length, 2))
    while (mark === '%%' && close !== -1 && isCode(close)) close = text.indexOf(mark, close + 2)
    if (close === -1) {
      unclosed.add(kind)
      if (!kind.hidesRest || !/(?:^|\n) {0,3}$/.test(text.slice(Math.max(0, start - 4), start))) continue
      done = text.length
    } else {
      done = close + kind.close.length
      if (kind.after) {
        kind.after.lastIndex = done
        if (!kind.after.test(text)) continue
        done = kind.after.lastIndex
      }
    }
    comments.push({ range: [start, done], isClosed: close !== -1 })
  }
  return comments
}

/** Removes comments: they are private, so none may reach a page, its markdown or search. */
export const comments: Translator = ({ text, ...source }, { syntaxes }) => {
  const kinds = syntaxes.has('html')
    ? [html]
    : markdownComments.filter(({ syntax }) => syntax?.some((name) => syntaxes.has(name)) ?? true)
  const definitions = syntaxes.has('html') ? [] : source.replace(definitionComment, () => '')
  if (!kinds.some(({ open }) => open.test(text))) return definitions
  const isElement = within(commentsIn(text, preformatted, source.isCode).map(({ range }) => range))
  const isCode = (at: number) => source.isCode(at) || (isElement(at) && !text.startsWith('<!--', at))
  const edits = commentsIn(text, kinds, isCode).map(({ range: [start, end], isClosed }): Translation => {
    if (!isClosed) {
      const { untranslated, ...edit } = source.drop(start, end, 'shortcode')
      return { ...edit, untranslated: { ...untranslated, isUnclosed: true } }
    }
    const id = headingId(text, start, end)
    return id === undefined ? removal(text, start, end) : { start, end, text: id }
  })
  return [...edits, ...definitions]
}

/** `[//]: # (a comment)` */
const definitionComment =
  /^ {0,3}\[(?:\/\/|comment)[^\]\n]*\]:[ \t]*(?:#|<>)(?:[ \t]*\n?[ \t]*(?:\((?:[^()\n]|\n(?![ \t]*\n))*\)|"(?:[^"\n]|\n(?![ \t]*\n))*")[ \t]*$|.*$)\n?/gim

// `{#id}` for a comment that is the id of its heading: `{/*id*/}` or `<!-- #id -->`.
export function headingId(text: string, start: number, end: number): string | undefined {
  const [, plain, marked] =
    /^(?:\{\/\*([\w:.-]+)\*\/\}|(?:\{\/\*|<!--)[ \t]*#([\w:.-]+)[ \t]*(?:\*\/\}|-->))$/.exec(
      text.slice(start, Math.min(end, start + longestId)),
    ) ?? []
  const id = plain ?? marked
  const isHeading = /(?:^|\n) {0,3}#{1,6}[ \t][^\n]*$/.test(text.slice(Math.max(0, start - longestId), start))
  return id !== undefined && isHeading && isEndOfLine(text, end) ? `{#${id}}` : undefined
}

const longestId = 500

/** Removes a comment with its line, or with the space before it. Where an HTML comment separates blocks, an empty one stays. */
function removal(text: string, start: number, end: number): Translation {
  const isHtml = text.startsWith('<!--', start)
  const empty = { start, end, text: '<!-- -->' }
  let from = start
  while (text[from - 1] === ' ' || text[from - 1] === '\t') from--
  if (isAloneInLine(text, start, end)) {
    const next = /[^\n]*\n?/y
    next.lastIndex = end
    next.test(text)
    const line = { start: from, end: next.lastIndex, text: '' }
    const before = text.slice(Math.max(0, from - lookaround), from)
    const after = text.slice(line.end, line.end + lookaround)
    const isApart = /(?:^|\n)[ \t]*\n$|^$/.test(before) || /^[ \t]*(?:\n|$)/.test(after)
    const [, indent = '', item] = /^(?:[ \t]*\n)*([ \t]*)((?:[-*+]|\d+[.)])(?!\S))?/.exec(after) ?? []
    const isSeparator = item !== undefined || (from === start && indent !== '')
    return !isHtml || (isApart && !isSeparator) ? line : empty
  }
  if (isHtml && startOfBlock.test(text.slice(Math.max(0, start - lookaround), start))) return empty
  const isSpaced = /\s/.test(text[end] ?? ' ')
  // Two spaces before a line end would break the line.
  return isHtml && !isSpaced && from === start
    ? empty
    : { start: from, end, text: isSpaced || from === start ? '' : ' ' }
}

const lookaround = 80
const startOfBlock = /(?:^|\n)(?:[ \t>]|[-*+][ \t]|\d+[.)][ \t])*$/

/** Ranges of code as the parser finds it, also where it is only indented. */
export function parsedCode(text: string): readonly Range[] {
  const starts = lineStarts(text)
  const tokens: ReturnType<typeof parser.parse> = []
  parser.block.parse(text, parser, { definitions: [] }, tokens)
  let prose = 0
  const found = tokens.flatMap(({ type, map }): readonly Range[] => {
    if (!map || !/^(?:fence|code_block|html_block)$/.test(type)) return []
    const [start, end] = [starts[map[0]] ?? text.length, starts[map[1]] ?? text.length]
    const inProse = codeSpans(text, prose, start)
    prose = end
    return type === 'html_block' ? inProse : [...inProse, [start, end]]
  })
  return [...found, ...codeSpans(text, prose, text.length)]
}
