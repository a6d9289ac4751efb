import { regex } from '../../base/regex.ts'
import { type Edit, within } from '../../markdown/source.ts'
import { commentsIn, kramdownComment } from './comments.ts'
import { isEndOfLine, linePrefix, type Source } from './translator.ts'

const escapedFormula = regex(
  'g',
  /(?<!\\)\\\\\(((?:(?!\\\\[()])[\s\S]){1,1000})\\\\\)/,
  /|(?<!\\)\\\\\[((?:(?!\\\\[[\]])[\s\S]){1,4000})\\\\\]/,
)

/** `\\(a\_1\\)` → `` $`a_1`$ ``, `\\[a\\]` → `$$a$$`: TeX that is escaped for MathJax */
export function escapedFormulas(source: Source): Edit[] {
  if (!/\\\\[([]/.test(source.text)) return []
  return source.replace(escapedFormula, ([, line, block = '']) => {
    const tex = (line ?? block).replace(/\\([\\.*_+\-()[\]{}#<>|])/g, '$1').trim()
    if (tex === '' || /[`$]|\n\s*\n/.test(tex)) return undefined
    return line === undefined ? `$$${tex}$$` : `$\`${tex}\`$`
  })
}

/** `Let $$a$$ be` → `` Let $`a`$ be ``. kramdown has no other mark; alone, it is a block, as on GitHub. */
export function inlineFormulas(source: Source): Edit[] {
  const { text } = source
  if (!text.includes('$$')) return []
  const doubleDollars = /(?<!\\)\$\$((?:\\\$|[^$`\n]|\n(?![ \t]*\n)){1,1000})\$\$/g
  return source.replace(doubleDollars, ({ 0: written, 1: tex = '', index }) => {
    const isAlone = linePrefix(text, index) !== undefined && isEndOfLine(text, index + written.length)
    return isAlone ? undefined : `$\`${tex.trim()}\`$`
  })
}

const attributeList = regex(
  'gim',
  /^[ \t]*[*-][ \t]+TOC[ \t]*\n[ \t]*\{:toc[^}\n]*\}/,
  /|(?<!\\)\{:{1,2}(?:[^}\n]|\n(?![ \t]*\n)){0,400}\}/,
)

/** `{: .class}`, `{::options /}`, `{::comment}…{:/comment}` → nothing: they are only for styling */
export function attributeLists(source: Source): Edit[] {
  if (!source.text.includes('{:')) return []
  const comments = commentsIn(source.text, [kramdownComment], source.isCode).map(({ range }) => range)
  const isComment = within(comments)
  return [
    ...comments.map(([start, end]) => ({ start, end, text: '' })),
    ...source.replace(attributeList, ({ index }) => (isComment(index) ? undefined : '')),
  ]
}

const titledDefinition = regex(
  'gm',
  /^( {0,3}\[(?!\^)[^[\]\n]+\]:[ \t]*(?:<[^<>\n]*>|[^\s<]\S*)[ \t]+)/,
  String.raw`(["'])(.+)\2[ \t]*$`,
)

/** `[a]: /b "the "c" d"` → `[a]: /b "the \"c\" d"`. In kramdown the last quote of the line ends a title, here the first. */
export function escapeTitles({ text, matches }: Source): Edit[] {
  if (!text.includes(']:')) return []
  return matches(titledDefinition).flatMap(({ 1: before = '', 2: quote = '', 3: title = '', index }) => {
    const start = index + before.length + quote.length
    const quotes = Array.from(title.matchAll(/\\.|["']/g)).filter(([mark]) => mark === quote)
    return quotes.map(({ index: at }) => ({ start: start + at, end: start + at, text: '\\' }))
  })
}
