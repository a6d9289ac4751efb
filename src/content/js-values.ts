import { type Expression, Parser, type Property, type SpreadElement } from 'acorn'
import type { Checked } from '../base/diagnostics.ts'
import { Nesting } from '../base/nesting.ts'
import { importedFiles } from '../base/paths.ts'
import { refused, type TextFile } from '../base/text-file.ts'
import { groupOf, leaf, type ParsedValue, type ParsedPart } from './yaml.ts'

const parserOptions = { ecmaVersion: 'latest', sourceType: 'module' } as const

/** acorn validates regular expressions while it reads tokens, and recurses. No value needs one. */
const Acorn = Parser.extend(
  (base) =>
    class extends base {
      validateRegExpPattern(): void {}
    },
)

/** Reads an object or array literal without running it; computed values are null. Undefined if it is no literal or too deep. */
export function readJsValues(text: string, start: number): ParsedValue | undefined {
  return orUndefined(() => {
    // The text after the group can be anything, so find its end before parsing.
    const group = text.slice(start, start + groupLength(text.slice(start), true))
    return literalValue(Acorn.parseExpressionAt(group, 0, parserOptions), { text: group, shift: start })
  })
}

/** Reads `---js` front matter without running it: `const title = "…"` lines, or one object. */
export function readScriptMatter(file: TextFile, script: string, start: number): Checked<ParsedValue> {
  const value = orUndefined(() => scriptValue(script, start))
  if (value) return { value, diagnostics: [] }
  const message = 'The front matter is JavaScript with more than values; it is not run.'
  return refused(file, start, 'front-matter-syntax', message, 'Write the front matter as YAML.')
}

/** Undefined for anything but values. `start` is the offset of the script. */
function scriptValue(written: string, start: number): ParsedValue | undefined {
  groupLength(written)
  // A leading brace would parse as a block.
  const isObject = /^(?:\s|\/\/.*|\/\*[\s\S]*?\*\/)*\{/.test(written)
  const prefix = isObject ? 'export default ' : ''
  const [text, shift] = [prefix + written, start - prefix.length]
  const script: Script = { text, shift, onlyValues: true }
  const { body } = Acorn.parse(text, parserOptions)
  if (isObject && body.slice(1).some(({ type }) => type !== 'EmptyStatement')) return undefined
  const parts = new Map<string, ParsedPart>()
  for (const statement of body) {
    if (statement.type === 'ExportDefaultDeclaration')
      return literalValue(statement.declaration as Expression, script)
    if (statement.type === 'ExpressionStatement' && statement.expression.type === 'AssignmentExpression')
      return literalValue(statement.expression.right, script)
    if (statement.type !== 'VariableDeclaration') return undefined
    for (const { id, init } of statement.declarations) {
      const part = id.type === 'Identifier' && init ? literalValue(init, script) : undefined
      if (id.type !== 'Identifier' || !part) return undefined
      parts.set(id.name, { ...part, keyOffset: shift + id.start })
    }
  }
  return groupOf(parts, start)
}

/** Returns the end of the group that a text begins with, or its length. Throws if acorn would recurse too deep. */
function groupLength(text: string, isGroup = false): number {
  const nesting = new Nesting()
  let depth = 0
  for (const { type, end } of Acorn.tokenizer(text, parserOptions)) {
    nesting.step()
    if (/[,;]/.test(type.label)) nesting.separate()
    // `if (a); else if (b); else …` nests.
    else if (type.label === 'else') nesting.step(true)
    else if (/[[({]$/.test(type.label)) {
      nesting.open()
      depth++
    } else if (/^[\])}]$/.test(type.label)) {
      nesting.close()
      depth--
    }
    if (nesting.isTooDeep) throw new RangeError('nested too deep')
    if (isGroup && depth === 0) return end
  }
  return text.length
}

interface Script {
  readonly text: string
  readonly shift: number
  /** Fail on computed values instead of reading them as null. */
  readonly onlyValues?: boolean
}

/** acorn throws on syntax errors. */
function orUndefined(read: () => ParsedValue | undefined): ParsedValue | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

function literalValue(node: Expression, script: Script): ParsedValue | undefined {
  const offset = script.shift + node.start
  if (node.type === 'Literal' && typeof node.value === 'string') return leaf(node.value, offset)
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0)
    return leaf(node.quasis[0]?.value.cooked ?? '', offset)
  if (node.type !== 'ObjectExpression' && node.type !== 'ArrayExpression') {
    const source = script.text.slice(node.start, node.end)
    const value = plainValue(source)
    const isValue = node.type === 'Literal' || node.type === 'UnaryExpression'
    if (script.onlyValues && !isValue) return undefined
    const isComputed = value === null && !/^(?:null|undefined)$/.test(source)
    return isComputed ? { ...leaf(null, offset), isComputed } : leaf(value, offset)
  }
  const isList = node.type === 'ArrayExpression'
  const parts = new Map<string, ParsedPart>()
  for (const [at, member] of (isList ? node.elements : node.properties).entries()) {
    const part = member ? memberValue(member, script) : leaf(null, offset)
    if (!part) return undefined
    const key = member?.type === 'Property' ? member.key : undefined
    const keyName = key?.type === 'Literal' ? key.value : key && script.text.slice(key.start, key.end)
    const name = isList ? at : key ? keyName : part.value
    parts.set(String(name), { ...part, keyOffset: script.shift + (member ?? node).start })
  }
  return groupOf(parts, offset, isList)
}

function memberValue(member: Property | SpreadElement | Expression, script: Script): ParsedValue | undefined {
  const { type, start, end } = member
  if (type === 'Property' && member.kind === 'init' && !member.method)
    return literalValue(member.value, script)
  if (type !== 'Property' && type !== 'SpreadElement') return literalValue(member, script)
  if (script.onlyValues) return undefined
  return leaf(type === 'Property' ? null : plainValue(script.text.slice(start, end)), script.shift + start)
}

/** Returns a name or number as text, and the string in `new Date('…')`. */
function plainValue(expression: string): string | null {
  if (/^(?:null|undefined)$/.test(expression)) return null
  if (/^[\w$.-]+$/.test(expression)) return expression
  return /^new Date\(\s*(["'`])([^"'`$]*)\1\s*\)$/.exec(expression)?.[2] ?? null
}

/** `export const metadata: Metadata = /* … *\/ define({` */
const exported = new RegExp(
  [
    '^export[ \\t]+(?:const|let|var)[ \\t]+(meta|metadata|frontmatter|frontMatter)[ \\t]*',
    '(?::[ \\t]*[\\w.]+[ \\t]*)?=[ \\t]*(?:\\/\\*.*?\\*\\/[ \\t]*)?(?:[\\w.]*\\([ \\t]*)?\\{',
  ].join(''),
  'm',
)

/** After a code fence, the export may be an example. */
const codeFence = /^[ \t]*(?:```|~~~)/m

/** Reads metadata that MDX exports: `export const metadata = { title: 'One' }`, also in a call. */
export function readExportedValues(file: TextFile): Checked<ParsedValue> | undefined {
  const { text } = file
  const opened = exported.exec(text)
  if (!opened || codeFence.test(text.slice(0, opened.index))) return undefined
  const values = readJsValues(text, opened.index + opened[0].length - 1)
  if (values) return { value: withFiles(values, importedFiles(text)), diagnostics: [] }
  const message = `The value of \`${opened[1]}\` is not a literal.`
  const hint = 'Write title, date and so on between two `---` lines at the top.'
  return refused(file, opened.index, 'bad-value', message, hint)
}

/** Replaces imported names with their files: `{ image: cover }`. */
function withFiles(root: ParsedValue, files: ReadonlyMap<string, string>): ParsedValue {
  const parts = Array.from(root.parts, ([key, part]): [string, ParsedPart] => {
    const path = typeof part.value === 'string' ? files.get(part.value) : undefined
    return [key, path === undefined ? part : { ...part, value: path }]
  })
  return groupOf(new Map(parts), root.offset)
}
