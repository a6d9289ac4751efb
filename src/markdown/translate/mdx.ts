import { importedFiles } from '../../base/paths.ts'
import { countUpTo } from '../../base/nearest.ts'
import type { Edit } from '../source-map.ts'
import { headingId } from './comments.ts'
import { type Brackets, bracketsIn, readTag } from './jsx.ts'
import { type Range, type Source, type Translator, within } from './source.ts'
import { pairTags, type Tag, translateTags } from './tags.ts'

/** Some sites parse `.md` as MDX. A post that starts with an import is one. */
export function startsAsMdx(source: string): boolean {
  return /^\s*import\s(?:[\w$*{},\s]{1,500}?\sfrom\s+)?(["'])[^"'\n]+\1;?[ \t]*(?:\n|$)/.test(source)
}

/** A comment of MDX, or a component at the start of a line: plain markdown has neither. */
export function hasJsx({ text, isCode }: Source): boolean {
  const marks = text.matchAll(/\{\/\*|^[ \t]*<[A-Z][\w.]*(?=[\s/>])/gm)
  return Array.from(marks).some(({ index }) => !isCode(index))
}

export const mdx: Translator = (whole, options) => {
  const source = whole.text
  const tags: Tag[] = []
  /** Components and HTML tags. */
  const all: Tag[] = []
  const edits: Edit[] = []
  const expressions: { start: number; end: number }[] = []
  // Braces in formulas are TeX.
  const isCode = within(withFormulas(source, whole.code()))
  const brackets = bracketsIn(source)
  const modules = moduleLines(source, whole.isCode, brackets)
  const files = importedFiles(modules.map(({ start, end }) => source.slice(start, end)).join('\n'))
  const lastClosing = source.lastIndexOf('-->')
  let done = 0
  let module = 0
  for (const { 0: mark, index: start } of source.matchAll(/<(?=[A-Za-z/>])|\{|<!--/g)) {
    while ((modules[module]?.end ?? Number.POSITIVE_INFINITY) <= start) module++
    const isModule = start >= (modules[module]?.start ?? Number.POSITIVE_INFINITY)
    if (start < done || isModule || isEscaped(source, start) || isCode(start)) continue
    if (mark === '<!--') {
      // An unclosed comment at the start of a line hides the rest; elsewhere it is text.
      if (start < lastClosing) done = source.indexOf('-->', start) + 3
      else if (/(?:^|\n) {0,3}$/.test(source.slice(Math.max(0, start - 4), start))) break
    } else if (mark === '{') {
      const end = brackets.end(start)
      if (end === -1 || source[start + 1] === '#') continue
      done = end
      const text = literal(source.slice(start + 1, end - 1), files)
      if (text === undefined) expressions.push({ start, end })
      else edits.push({ start, end, text: headingId(source, start, end) ?? text })
    } else {
      const found = readTag(source, start, brackets, (expression) => literal(expression, files))
      if (!found) continue
      done = found.tag.end
      all.push(found.tag)
      if (found.isComponent) tags.push(found.tag)
      else {
        edits.push(...found.edits)
        expressions.push(...found.unknown)
      }
    }
  }
  return [
    ...[...edits, ...modules, ...flowElements(whole, all)].sort((a, b) => a.start - b.start),
    ...translateTags(whole, options, tags, 'mdx'),
    ...expressions.map(({ start, end }) => whole.drop(start, end, 'mdx')),
  ]
}

function isEscaped(source: string, at: number): boolean {
  let before = at
  while (source[before - 1] === '\\') before--
  return (at - before) % 2 === 1
}

/** The text of an expression that needs no evaluation: a string, number, comment or imported file. */
function literal(expression: string, files: ReadonlyMap<string, string>): string | undefined {
  const text = expression.trim()
  if (text === '' || /^(?:\/\*[\s\S]*\*\/|\/\/[^\n]*)$/.test(text)) return ''
  const [, , quoted] = /^(["'])((?:(?!\1)[^\\\n])*)\1$/.exec(text) ?? []
  if (quoted !== undefined) return quoted
  const [, template] = /^`([^`$\\]*)`$/.exec(text) ?? []
  if (template !== undefined) return template
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return text
  // `require('./a.png').default` is beside the post, `useBaseUrl('img/a.png')` below the site root.
  const [, call, , path = ''] =
    /^(require|useBaseUrl|withBase)\(\s*(["'`])([^"'`$\\\n]+)\2\s*\)(?:\.default)?(?:\.src)?$/.exec(text) ??
    []
  if (call !== undefined)
    return call === 'require' ? path.replace(/^@site\/static\//, '/') : `/${path.replace(/^\//, '')}`
  return files.get(text.replace(/\.src$/, ''))
}

/** Maximum length of comments between two statements. */
const longestGap = 1000

/** `import` and `export` statements after a blank line, up to their last closing bracket. */
function moduleLines(source: string, isCode: (offset: number) => boolean, brackets: Brackets): Edit[] {
  const found: Edit[] = []
  let done = 0
  for (const { index } of source.matchAll(/^(?:import|export)(?=[\s{*"'])/gm)) {
    if (index < done || isCode(index)) continue
    const previous = source.slice(source.lastIndexOf('\n', index - 2) + 1, Math.max(0, index - 1))
    // Include comments between statements.
    const gap = done > 0 && index - done < longestGap ? source.slice(done, index) : 'text'
    const continues = /^(?:\s|\/\/.*\n|\/\*(?:(?!\*\/)[\s\S])*\*\/)*$/.test(gap)
    if (previous.trim() !== '' && !continues) continue
    if (!statement.test(source.slice(index, index + 200))) continue
    const end = statementEnd(source, index, brackets)
    found.push({ start: continues ? done : index, end, text: '' })
    done = end
  }
  return found
}

const statement =
  /^(?:import\s+(?:["']|[\w*{][^\n]*)|export\s+(?:const|let|var|default|function|async|class|\{|\*))/

/** The first line end outside brackets. */
function statementEnd(source: string, start: number, brackets: Brackets): number {
  for (let at = start; at < source.length; at++) {
    const unit = source.charCodeAt(at)
    if (unit === 0x0a) return at
    const after = brackets.after(at)
    if (after === -1) break
    at = after - 1
  }
  const line = source.indexOf('\n', start)
  return line === -1 ? source.length : line
}

/**
 * In MDX, the lines between two tags are markdown at any indentation; in markdown they would be HTML or code.
 * Outdents them to their tags, and separates them from HTML tags with blank lines.
 */
function flowElements(source: Source, tags: readonly Tag[]): Edit[] {
  const { text } = source
  const lineStarts = source.lineStarts()
  const lineAt = (offset: number) => countUpTo(offset, lineStarts) - 1
  const startOf = (line: number) => lineStarts[line] ?? text.length
  const textOf = (line: number) => text.slice(startOf(line), startOf(line + 1))
  const indentOf = (line: number) => /^[ \t]*/.exec(textOf(line))?.[0].length ?? 0
  const isBlank = (line: number) => textOf(line).trim() === ''
  /** Whether the offset is the first non-blank on its line. */
  const isFirstOnLine = (offset: number) => {
    let before = offset - 1
    while (text[before] === ' ' || text[before] === '\t') before--
    return before < 0 || text[before] === '\n'
  }
  const edits: Edit[] = []
  /** Characters to remove from the start of each line. */
  const removed = new Map<number, number>()
  let linesLeft = maximumDepth * lineStarts.length
  for (const { open: opening, close } of pairTags(tags)) {
    if (!close || !isFirstOnLine(opening.start) || !isFirstOnLine(close.start)) continue
    const last = lineAt(close.start)
    const first = lineAt(opening.end - 1) + 1
    if (first >= last) continue
    linesLeft -= last - first
    if (linesLeft < 0) break
    const inner = Array.from({ length: last - first }, (_, at) => first + at)
    if (verbatim.has(opening.name)) {
      for (const line of inner) removed.delete(line)
      continue
    }
    const written = inner.filter((line) => !isBlank(line))
    const above = lineAt(opening.start)
    const own = indentOf(above) - (removed.get(above) ?? 0)
    const tooMuch =
      written.reduce((least, line) => Math.min(least, indentOf(line)), Number.POSITIVE_INFINITY) - own
    for (const line of written) removed.set(line, Math.max(0, tooMuch))
    const isHtml =
      container.test(opening.name) && text.slice(opening.end, startOf(lineAt(opening.end) + 1)).trim() === ''
    if (!isHtml || !written.some((line) => !/^\s*</.test(textOf(line)))) continue
    if (!isBlank(first)) edits.push({ start: opening.end, end: opening.end, text: '\n' })
    if (!isBlank(last - 1)) edits.push({ start: startOf(last), end: startOf(last), text: '\n' })
  }
  // One edit per character, so that insertions between them survive.
  for (const [line, count] of removed)
    for (let at = startOf(line); at < startOf(line) + count; at++)
      edits.push({ start: at, end: at + 1, text: '' })
  return edits
}

/** Nesting limit: each level scans its whole content. */
const maximumDepth = 20

const verbatim: ReadonlySet<string> = new Set(['pre', 'script', 'style', 'svg', 'textarea'])

const container =
  /^(?:article|aside|blockquote|center|dd|details|div|figcaption|figure|footer|header|li|main|section|td|th|[a-z]+-.*)$/

/** Adds the ranges of `$…$` formulas to those of code, sorted. Takes linear time. */
function withFormulas(source: string, code: readonly Range[]): readonly Range[] {
  const isCode = within(code)
  const found: Range[] = []
  let opened: { readonly at: number; readonly length: number } | undefined
  for (const { 0: mark, index: at } of source.matchAll(/\$+|\n[ \t]*\n/g)) {
    const isDollar = mark.startsWith('$')
    // A blank line ends an inline formula, but not a block.
    if (!isDollar && opened?.length === 1) opened = undefined
    if (!isDollar || mark.length > 2 || source[at - 1] === '\\' || isCode(at)) continue
    if (opened?.length === mark.length && (mark.length === 2 || closesFormula(source, at))) {
      found.push([opened.at, at + mark.length])
      opened = undefined
    } else if (opened?.length !== 2)
      opened = mark.length === 2 || opensFormula(source, at) ? { at, length: mark.length } : undefined
  }
  return found.length === 0 ? code : [...code, ...found].sort(([a], [b]) => a - b)
}

/** `${x}` is an expression, and `$5` a price. */
function opensFormula(source: string, at: number): boolean {
  return /[^\s{\d]/.test(source[at + 1] ?? ' ') && !/\w/.test(source[at - 1] ?? ' ')
}

function closesFormula(source: string, at: number): boolean {
  return /\S/.test(source[at - 1] ?? ' ') && !/[\w{]/.test(source[at + 1] ?? ' ')
}
