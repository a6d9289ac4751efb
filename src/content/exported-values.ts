import type { Checked } from '../base/diagnostics.ts'
import { importedFiles } from '../base/imported-files.ts'
import { readJsScript, readJsValues } from './js-values.ts'
import type { ParsedValue, Part } from './locate.ts'
import { problem, type TextFile } from '../base/text-file.ts'

/**
 * What MDX says of itself without front matter: `export const metadata = { title: 'One' }`, as Next's documentation has it. Undefined where
 * it says nothing.
 */
export function readExportedValues(file: TextFile): Checked<ParsedValue> | undefined {
  const { text } = file
  const opened = opening.exec(text)
  if (!opened || fence.test(text.slice(0, opened.index))) return undefined
  const read = readJsValues(text, opened.index + opened[0].length - 1)
  if (read) return { value: withFiles(read, importedFiles(text)), diagnostics: [] }
  const message = `What \`${opened[1]}\` is made of cannot be read.`
  const hint = 'Write title, date and the like between two lines of `---` at the top.'
  return { value: undefined, diagnostics: [problem(file, opened.index, 'bad-value', message, hint)] }
}

const opening =
  /^export[ \t]+(?:const|let|var)[ \t]+(meta|metadata|frontmatter|frontMatter)[ \t]*(?::[ \t]*[\w.]+[ \t]*)?=[ \t]*\{/m

/** What follows a fence may be a post's example of this very thing. */
const fence = /^[ \t]*(?:```|~~~)/m

/** `{ image: cover }` is the file that was imported by that name. */
function withFiles(root: ParsedValue, files: ReadonlyMap<string, string>): ParsedValue {
  const parts = new Map<string, Part>()
  for (const [key, part] of root.parts) {
    const path = typeof part.value === 'string' ? files.get(part.value) : undefined
    parts.set(key, path === undefined ? part : { ...part, value: path })
  }
  return { ...root, value: Object.fromEntries(Array.from(parts, ([key, { value }]) => [key, value])), parts }
}

/** Front matter in JavaScript, which is not run: `const title = "…";` a line, or one object. What is computed cannot be read. */
export function readScript(file: TextFile, script: string, start: number): Checked<ParsedValue> {
  const value = readJsScript(script, start)
  if (value) return { value, diagnostics: [] }
  const message = 'The JavaScript of the front matter is more than values, and is not run.'
  return {
    value: undefined,
    diagnostics: [problem(file, start, 'front-matter-syntax', message, 'Write the front matter as YAML.')],
  }
}
