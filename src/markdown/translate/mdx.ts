import { importedFiles } from '../../base/imported-files.ts'
import type { Edit } from '../edits.ts'
import { Brackets } from './brackets.ts'
import { codeRanges, within } from './code.ts'
import { flowElements } from './flow-elements.ts'
import { withFormulas } from './formulas.ts'
import { readTag } from './jsx.ts'
import type { Tag } from './tag.ts'

export interface MdxFound {
  readonly tags: readonly Tag[]
  /** What has a meaning of its own: imports and comments, which are nothing to a reader, and texts written as expressions. */
  readonly edits: readonly Edit[]
  /** Expressions that only a program can tell the value of. */
  readonly expressions: readonly { readonly start: number; readonly end: number }[]
}

/** Gatsby and others can be told to read `.md` as MDX. A post that begins by importing something was. */
export function beginsAsMdx(source: string): boolean {
  return /^\s*import\s(?:[\w$*{},\s]{1,500}?\sfrom\s+)?(["'])[^"'\n]+\1;?[ \t]*(?:\n|$)/.test(source)
}

/** Components, expressions and module lines of MDX, outside code. */
export function mdxFound(source: string): MdxFound {
  const tags: Tag[] = []
  /** Those of HTML, too. */
  const all: Tag[] = []
  const edits: Edit[] = []
  const expressions: { start: number; end: number }[] = []
  const code = codeRanges(source)
  // Braces are TeX's in a formula.
  const isCode = within(withFormulas(source, code))
  const brackets = new Brackets(source)
  const modules = moduleLines(source, within(code), brackets)
  const files = importedFiles(modules.map(({ start, end }) => source.slice(start, end)).join('\n'))
  const lastClosing = source.lastIndexOf('-->')
  let done = 0
  let module = 0
  for (const { 0: mark, index: start } of source.matchAll(/<(?=[A-Za-z/>])|\{|<!--/g)) {
    while ((modules[module]?.end ?? Number.POSITIVE_INFINITY) <= start) module++
    if (
      start < done ||
      start >= (modules[module]?.start ?? Number.POSITIVE_INFINITY) ||
      isEscaped(source, start)
    )
      continue
    if (isCode(start)) continue
    if (mark === '<!--') {
      // One that is never closed hides the rest where it begins a line, and is text elsewhere.
      if (start < lastClosing) done = source.indexOf('-->', start) + 3
      else if (/(?:^|\n) {0,3}$/.test(source.slice(Math.max(0, start - 4), start))) break
    } else if (mark === '{') {
      const end = brackets.end(start)
      if (end === -1 || source[start + 1] === '#') continue
      done = end
      const text = literal(source.slice(start + 1, end - 1), files)
      if (text === undefined) expressions.push({ start, end })
      else edits.push({ start, end, text })
    } else {
      const found = readTag(source, start, brackets, (expression) => literal(expression, files))
      if (!found) continue
      done = found.end
      all.push(found.tag)
      if (found.isComponent) tags.push(found.tag)
      edits.push(...found.edits)
      expressions.push(...found.unknown)
    }
  }
  // Not as arguments of a call, which has room for so many only.
  const found = [...edits, ...modules, ...flowElements(source, all)]
  return { tags, edits: found.sort((a, b) => a.start - b.start), expressions }
}

function isEscaped(source: string, at: number): boolean {
  let before = at
  while (source[before - 1] === '\\') before--
  return (at - before) % 2 === 1
}

/** The text that an expression stands for without being run: a string, a number, a comment, the name or address of a file. */
function literal(expression: string, files: ReadonlyMap<string, string>): string | undefined {
  const text = expression.trim()
  if (text === '' || /^\/\*[\s\S]*\*\/$/.test(text)) return ''
  const [, , quoted] = /^(["'])((?:(?!\1)[^\\\n])*)\1$/.exec(text) ?? []
  if (quoted !== undefined) return quoted
  const [, template] = /^`([^`$\\]*)`$/.exec(text) ?? []
  if (template !== undefined) return template
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return text
  // Docusaurus: `require('./a.png').default` is a file next to the post, `useBaseUrl('img/a.png')` one of the site.
  const [, call, , path = ''] =
    /^(require|useBaseUrl|withBase)\(\s*(["'`])([^"'`$\\\n]+)\2\s*\)(?:\.default)?(?:\.src)?$/.exec(text) ??
    []
  if (call !== undefined)
    return call === 'require' ? path.replace(/^@site\/static\//, '/') : `/${path.replace(/^\//, '')}`
  return files.get(text.replace(/\.src$/, ''))
}

/** In characters: more than this between two statements is no comment. */
const longestGap = 1000

/** Lines that begin with `import` or `export` after a blank one, to where their brackets close: nothing a reader sees. */
function moduleLines(source: string, isCode: (offset: number) => boolean, brackets: Brackets): Edit[] {
  const found: Edit[] = []
  let done = 0
  for (const { index } of source.matchAll(/^(?:import|export)(?=[\s{*"'])/gm)) {
    if (index < done || isCode(index)) continue
    const previous = source.slice(source.lastIndexOf('\n', index - 2) + 1, Math.max(0, index - 1))
    // Comments between them belong to them.
    const gap = done > 0 && index - done < longestGap ? source.slice(done, index) : 'text'
    const goesOn = /^(?:\s|\/\/.*\n|\/\*(?:(?!\*\/)[\s\S])*\*\/)*$/.test(gap)
    if (previous.trim() !== '' && !goesOn) continue
    if (
      !/^(?:import\s+(?:["']|[\w*{][^\n]*)|export\s+(?:const|let|var|default|function|async|class|\{|\*))/.test(
        source.slice(index, index + 200),
      )
    )
      continue
    const end = statementEnd(source, index, brackets)
    found.push({ start: goesOn ? done : index, end, text: '' })
    done = end
  }
  return found
}

/** The end of a line at which no bracket is open. */
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
