import type { Checked } from '../diagnostics.ts'
import { readJsValues } from './js-values.ts'
import type { Located, Part } from './locate.ts'
import { problem, type TextFile } from './text.ts'

/**
 * What MDX says of itself without front matter: `export const metadata = { title: 'One' }`, as Next's documentation has it. Undefined where
 * it says nothing.
 */
export function readExportedValues(file: TextFile): Checked<Located> | undefined {
  const { text } = file
  const opened = opening.exec(text)
  if (!opened) return undefined
  const read = readJsValues(text, opened.index + opened[0].length - 1)
  if (read) return { value: withFiles(read, importedPictures(text)), diagnostics: [] }
  const message = `What \`${opened[1]}\` is made of cannot be read.`
  const hint = 'Write title, date and the like between two lines of `---` at the top.'
  return { value: undefined, diagnostics: [problem(file, opened.index, 'bad-value', message, hint)] }
}

const opening =
  /^export[ \t]+(?:const|let|var)[ \t]+(meta|metadata|frontmatter|frontMatter)[ \t]*(?::[ \t]*[\w.]+[ \t]*)?=[ \t]*\{/m

/** `import cover from './cover.jpg'` */
function importedPictures(text: string): ReadonlyMap<string, string> {
  const found = text.matchAll(
    /^import[ \t]+(\w+)[ \t]+from[ \t]+["']([^"'\n]+\.(?:png|jpe?g|gif|svg|webp|avif))["']/gim,
  )
  return new Map(Array.from(found, ([, name = '', path = '']) => [name, path]))
}

/** `{ image: cover }` is the file that was imported by that name. */
function withFiles(root: Located, files: ReadonlyMap<string, string>): Located {
  const parts = new Map<string, Part>()
  for (const [key, part] of root.parts) {
    const path = typeof part.value === 'string' ? files.get(part.value) : undefined
    parts.set(key, path === undefined ? part : { ...part, value: path })
  }
  return { ...root, value: Object.fromEntries(Array.from(parts, ([key, { value }]) => [key, value])), parts }
}
