import { countUpTo } from '../../base/nearest.ts'
import { importedFiles } from '../../base/paths.ts'
import { regex } from '../../base/regex.ts'
import { wordSet } from '../../base/wording.ts'
import { type Edit, type Range, within } from '../../markdown/source.ts'
import { headingId } from './comments.ts'
import { type Brackets, bracketsIn, type JsxTag, readTag } from './jsx.ts'
import { pairTags, translateTags } from './tags.ts'
import { isStartOfLine, type Source, type Tag, type Translator } from './translator.ts'

/** Some sites parse `.md` as MDX. A post that starts with an import is one. */
export const startsAsMdx = (source: string) =>
  /^\s*import\s(?:[\w$*{},\s]{1,500}?\sfrom\s+)?(["'])[^"'\n]+\1;?[ \t]*(?:\n|$)/.test(source)

/** A comment of MDX, or a component at the start of a line: plain markdown has neither. */
export const hasJsx = ({ matches }: Source) => matches(/\{\/\*|^[ \t]*<[A-Z][\w.]*(?=[\s/>])/gm).length > 0

/** `<Note>a</Note>`, `{'text'}`, `import …` → their markdown, text and nothing */
export const mdx: Translator = (source, options) => {
  const { text } = source
  const tags: JsxTag[] = []
  const edits: Edit[] = []
  const expressions: { start: number; end: number }[] = []
  // Braces in formulas are TeX.
  const isCode = within(withFormulas(text, source.codeRanges()))
  const brackets = bracketsIn(text)
  const modules = moduleLines(source, brackets)
  const files = importedFiles(modules.map(({ start, end }) => text.slice(start, end)).join('\n'))
  const lastClosing = text.lastIndexOf('-->')
  const isModule = within(modules.map(({ start, end }) => [start, end]))
  let done = 0
  for (const { 0: mark, index: start } of text.matchAll(/<(?=[A-Za-z/>])|\{|<!--/g)) {
    if (start < done || isModule(start) || isEscaped(text, start) || isCode(start)) continue
    if (mark === '<!--') {
      // An unclosed comment at the start of a line hides the rest; elsewhere it is text.
      if (start < lastClosing) done = text.indexOf('-->', start) + 3
      else if (/(?:^|\n) {0,3}$/.test(text.slice(Math.max(0, start - 4), start))) break
    } else if (mark === '{') {
      const end = brackets.end(start)
      if (end === -1 || text[start + 1] === '#') continue
      done = end
      const value = literal(text.slice(start + 1, end - 1), files)
      if (value === undefined) expressions.push({ start, end })
      else edits.push({ start, end, text: headingId(text, start, end) ?? value })
    } else {
      const jsx = readTag(text, start, brackets, (expression) => literal(expression, files))
      if (!jsx) continue
      done = jsx.tag.end
      tags.push(jsx)
      if (jsx.isComponent) continue
      edits.push(...jsx.edits)
      expressions.push(...jsx.unknown)
    }
  }
  const components = tags.filter(({ isComponent }) => isComponent)
  const tagsOf = (read: readonly JsxTag[]) => read.map(({ tag }) => tag)
  return [
    ...[...edits, ...modules, ...flowElements(source, tagsOf(tags))].sort((a, b) => a.start - b.start),
    ...translateTags(source, options, tagsOf(components), 'mdx'),
    ...expressions.map(({ start, end }) => source.drop(start, end, 'mdx')),
  ]
}

function isEscaped(source: string, at: number): boolean {
  let before = at
  while (source[before - 1] === '\\') before--
  return (at - before) % 2 === 1
}

// `require('./a.png').default` is beside the post, `useBaseUrl('img/a.png')` below the site root.
const fileCall = /^(require|useBaseUrl|withBase)\(\s*(["'`])([^"'`$\\\n]+)\2\s*\)(?:\.default)?(?:\.src)?$/

/** A string, a template without values, or a number. */
const plainValue = /^(["'])((?:(?!\1)[^\\\n])*)\1$|^`([^`$\\]*)`$|^(-?\d+(?:\.\d+)?)$/

/** The text of an expression that needs no evaluation: a string, number, comment or imported file. */
function literal(expression: string, files: ReadonlyMap<string, string>): string | undefined {
  const text = expression.trim()
  if (text === '' || /^(?:\/\*[\s\S]*\*\/|\/\/[^\n]*)$/.test(text)) return ''
  const [isPlain, , quoted, template, number = ''] = plainValue.exec(text) ?? []
  if (isPlain) return quoted ?? template ?? number
  const [, call, , path = ''] = fileCall.exec(text) ?? []
  if (call === 'require') return path.replace(/^@site\/static\//, '/')
  return call === undefined ? files.get(text.replace(/\.src$/, '')) : `/${path.replace(/^\//, '')}`
}

/** Maximum length of comments between two statements. */
const longestGap = 1000
const statement = regex(
  '',
  /^import\s+(?:["']|[\w*{][^\n]*)/,
  /|^export\s+(?:const|let|var|default|function|async|class|\{|\*)/,
)

/** `import` and `export` statements after a blank line, up to their last closing bracket. */
function moduleLines({ text, matches }: Source, brackets: Brackets): Edit[] {
  const modules: Edit[] = []
  let done = 0
  for (const { index } of matches(/^(?:import|export)(?=[\s{*"'])/gm)) {
    if (index < done) continue
    const previous = text.slice(text.lastIndexOf('\n', index - 2) + 1, Math.max(0, index - 1))
    // Include comments between statements.
    const gap = done > 0 && index - done < longestGap ? text.slice(done, index) : 'text'
    const continues = /^(?:\s|\/\/.*\n|\/\*(?:(?!\*\/)[\s\S])*\*\/)*$/.test(gap)
    if (previous.trim() !== '' && !continues) continue
    if (!statement.test(text.slice(index, index + 200))) continue
    const end = statementEnd(text, index, brackets)
    modules.push({ start: continues ? done : index, end, text: '' })
    done = end
  }
  return modules
}

/** The first line end outside brackets. */
function statementEnd(source: string, start: number, brackets: Brackets): number {
  for (let at = start; at < source.length; at++) {
    if (source[at] === '\n') return at
    const after = brackets.after(at)
    if (after === -1) break
    at = after - 1
  }
  const line = source.indexOf('\n', start)
  return line === -1 ? source.length : line
}

/** Nesting limit: each level scans its whole content. */
const maximumDepth = 20
const containers =
  wordSet(`article aside blockquote center dd details div figcaption figure footer header li main
  section td th`)

/** Outdents lines between two tags, and adds blank lines: MDX reads markdown there, and markdown HTML or code. */
function flowElements({ text, lineStarts }: Source, tags: readonly Tag[]): Edit[] {
  const starts = lineStarts()
  const lineAt = (offset: number) => countUpTo(offset, starts) - 1
  const startOf = (line: number) => starts[line] ?? text.length
  const textOf = (line: number) => text.slice(startOf(line), startOf(line + 1))
  const indentOf = (line: number) => /^[ \t]*/.exec(textOf(line))?.[0].length ?? 0
  const isBlank = (line: number) => textOf(line).trim() === ''
  const edits: Edit[] = []
  /** Characters to remove from the start of each line. */
  const removed = new Map<number, number>()
  let linesLeft = maximumDepth * starts.length
  for (const { open, close } of pairTags(tags)) {
    if (!close || !isStartOfLine(text, open.start) || !isStartOfLine(text, close.start)) continue
    const last = lineAt(close.start)
    const first = lineAt(open.end - 1) + 1
    if (first >= last) continue
    linesLeft -= last - first
    if (linesLeft < 0) break
    const inner = Array.from({ length: last - first }, (_, at) => first + at)
    if (/^(?:pre|script|style|svg|textarea)$/.test(open.name)) {
      for (const line of inner) removed.delete(line)
      continue
    }
    const textLines = inner.filter((line) => !isBlank(line))
    const above = lineAt(open.start)
    const tagIndent = indentOf(above) - (removed.get(above) ?? 0)
    const least = textLines.map(indentOf).reduce((least, indent) => Math.min(least, indent), text.length)
    for (const line of textLines) removed.set(line, Math.max(0, least - tagIndent))
    const isContainer = containers.has(open.name) || /^[a-z]+-/.test(open.name)
    const isHtml = isContainer && text.slice(open.end, startOf(lineAt(open.end) + 1)).trim() === ''
    if (!isHtml || textLines.every((line) => /^\s*</.test(textOf(line)))) continue
    if (!isBlank(first)) edits.push({ start: open.end, end: open.end, text: '\n' })
    if (!isBlank(last - 1)) edits.push({ start: startOf(last), end: startOf(last), text: '\n' })
  }
  // One edit per character, so that insertions between them survive.
  for (const [line, count] of removed)
    for (let at = startOf(line); at < startOf(line) + count; at++)
      edits.push({ start: at, end: at + 1, text: '' })
  return edits
}

/** Adds the ranges of `$…$` formulas to those of code, sorted. Takes linear time. */
function withFormulas(source: string, code: readonly Range[]): readonly Range[] {
  const isCode = within(code)
  const before = (at: number) => source[at - 1] ?? ' '
  const after = (at: number) => source[at + 1] ?? ' '
  // `${x}` is an expression, and `$5` a price.
  const opens = (at: number) => /[^\s{\d]/.test(after(at)) && !/\w/.test(before(at))
  const closes = (at: number) => /\S/.test(before(at)) && !/[\w{]/.test(after(at))
  const formulas: Range[] = []
  let opened: { readonly at: number; readonly length: number } | undefined
  for (const { 0: mark, index: at } of source.matchAll(/\$+|\n[ \t]*\n/g)) {
    const isDollar = mark.startsWith('$')
    // A blank line ends an inline formula, but not a block.
    if (!isDollar && opened?.length === 1) opened = undefined
    if (!isDollar || mark.length > 2 || before(at) === '\\' || isCode(at)) continue
    if (opened?.length === mark.length && (mark.length === 2 || closes(at))) {
      formulas.push([opened.at, at + mark.length])
      opened = undefined
    } else if (opened?.length !== 2)
      opened = mark.length === 2 || opens(at) ? { at, length: mark.length } : undefined
  }
  // Backticks in a formula are part of it.
  const isFormula = within(formulas)
  return [...code.filter(([start]) => !isFormula(start)), ...formulas].sort(([a], [b]) => a - b)
}
