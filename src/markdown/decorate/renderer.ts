import type { Token } from 'markdown-it'
import { escapeHtml, escapeText } from '../../base/escape.ts'
import { formulaOf } from '../math.ts'
import type { Markdown } from '../markdown.ts'
import { parser } from '../parser.ts'
import type { Words } from '../../words/words.ts'
import { type Highlight, languageNamed } from './highlight.ts'

export interface RenderEnv {
  readonly highlight: Highlight
  /** In the language of the archive. */
  readonly words: Words
}

type Rules = typeof parser.renderer.rules

const baseRules: Rules = parser.renderer.rules

/** Rules that add decorations to markdown-it's own output. */
const rules: Rules = {
  fence: (tokens, at, options, env: RenderEnv, self) => {
    const token = tokens[at]
    if (!token || formulaOf(token)) return baseRules['fence']?.(tokens, at, options, env, self) ?? ''
    return codeFigure(token, languageIn(token.info), env)
  },
  code_block: (tokens, at, _, env: RenderEnv) => codeFigure(tokens[at], '', env),
  link_open: (tokens, at, options, _, self) => {
    const shown = self.renderToken(tokens, at, options)
    return isAddress(tokens, at) ? `<a class="address"${shown.slice('<a'.length)}` : shown
  },
  heading_open: (tokens, at, options, _, self) => {
    const shown = self.renderToken(tokens, at, options)
    if (!isLinked(tokens, at)) return shown
    return `${shown}<a class="anchor" href="#${escapeHtml(String(tokens[at]?.attrGet('id')))}">`
  },
  heading_close: (tokens, at, options, _, self) =>
    (isLinked(tokens, at - 2) ? '</a>' : '') + self.renderToken(tokens, at, options),
  paragraph_close: (tokens, at, options, _, self) => {
    const caption: string | undefined = tokens[at]?.meta?.['caption']
    const shown = caption === undefined ? '' : `<figcaption>${escapeText(caption)}</figcaption>`
    return shown + self.renderToken(tokens, at, options)
  },
  alert_open: (tokens, at, _, { words }: RenderEnv) => {
    const kind = tokens[at]?.meta?.['alert'] as keyof Words['alerts']
    return `<div class="alert alert-${kind}">\n<p class="alert-title">${words.alerts[kind]}</p>\n`
  },
  // A checkbox needs a label for screen readers.
  task_box: (tokens, at, options, env: RenderEnv, self) => {
    const shown = baseRules['task_box']?.(tokens, at, options, env, self) ?? ''
    const { tasks } = env.words
    return `${shown.slice(0, -1)} aria-label="${shown.includes(' checked') ? tasks.done : tasks.open}">`
  },
}

/** markdown-it's renderer with our rules, and those of plugins, which override ours. */
export function rendererWith(plugins: Rules = {}): typeof parser.renderer {
  const prototype = Object.getPrototypeOf(parser.renderer)
  return Object.assign(Object.create(prototype), { rules: { ...baseRules, ...rules, ...plugins } })
}

function codeFigure(token: Token | undefined, name: string, { highlight, words }: RenderEnv): string {
  if (!token) return ''
  const { content } = token
  const language = languageNamed(name)
  const { title, isMarked, tab, isRun } = fenceOptions(token.info)
  const plain = language ? highlight(content, language) : escapeText(content)
  const shown = isMarked ? markLines(plain, isMarked) : plain
  const direction = token.attrGet('dir') ? ` dir="${token.attrGet('dir')}"` : ''
  const label = escapeHtml(name)
  const [lang, named] = name === '' ? ['', ''] : [` data-lang="${label}"`, ` class="language-${label}"`]
  const shownName = title || tab || name
  const caption = shownName ? `<figcaption>${escapeHtml(shownName)}</figcaption>` : ''
  const tabbed = tab ? ` data-tab="${escapeHtml(tab)}"${isRun ? ` data-run="${words.run}"` : ''}` : ''
  const block = `<pre tabindex="0"><code${named}>${shown}</code></pre>`
  return `<figure class="code"${lang}${direction}${tabbed}>${caption}${block}</figure>\n`
}

const titleOption = /(?:^|[\s,{:])(?:title|file|filename|caption|name)\s*=\s*(?:(["'])(.*?)\1|([^\s,}"']+))/
/** Each line is compared with all. */
const maximumRanges = 100

/**
 * A fence's title (`title="a.ts"`, `[a.ts]`) and marked lines (`{2,4-6}`, `hl_lines="2 4-6"`), as generators write them. Fences in a row
 * with a `tab="Name"` are tabs; `run` adds a button that sends the request.
 */
function fenceOptions(info: string) {
  const written = parser.utils.unescapeAll(info)
  const [, , quoted, bare] = titleOption.exec(written) ?? []
  const [, quotedTab, bareTab] = /\stab=(?:"([^"]+)"|([^\s"']+))/.exec(written) ?? []
  const [, listed = ''] =
    /(?:(?<!=)|\bmark=)\{([\d,\s-]+)\}/.exec(written) ??
    /(?:hl_lines|code-line-numbers)\s*=\s*["[]*([\d\s,"'-]+)/.exec(written) ??
    []
  const ranges = [...listed.matchAll(/(\d+)(?:-(\d+))?/g)]
  const hasMarks = ranges.length > 0 && ranges.length <= maximumRanges
  const isMarked = (line: number) =>
    ranges.some(([, from, to = from]) => line >= Number(from) && line <= Number(to))
  const title = quoted ?? bare ?? /^\S+[ \t]+\[([^[\]]+)\]/.exec(written)?.[1] ?? ''
  const isRun = /\srun(?!\S)/.test(written)
  return { title: title.trim(), tab: quotedTab ?? bareTab ?? '', isRun, isMarked: hasMarks && isMarked }
}

/** Marks lines of highlighted code, whose spans are not nested but may be longer than a line. */
function markLines(html: string, isMarked: (line: number) => boolean): string {
  let open = ''
  const lines = html.split(/(?<=\n)/).map((line, nth) => {
    const before = open
    for (const [tag] of line.matchAll(/<\/?span[^>]*>/g)) open = tag.startsWith('</') ? '' : tag
    if (!isMarked(nth + 1)) return line
    return `${before && '</span>'}<mark>${before}${line}${open && '</span>'}</mark>${open}`
  })
  return lines.join('')
}

/** The language of a fence: `js`, also in `js{1,3}`, `rust,ignore`, `{.js}`, `js:a.js` and `js=1`, but not `title="a"`. */
function languageIn(info: string): string {
  const [word = ''] = parser.utils.unescapeAll(info).trim().split(/\s/, 1)
  return /^\{?\.?(?!\w+=[^\d+!]|(?<=\{)\w+=)([^{}:,=]*)/.exec(word)?.[1] ?? ''
}

/** The languages of a body's code, which `loadLanguages` loads before it is rendered. */
export function codeLanguages({ tokens }: Markdown): Set<string> {
  const languages = tokens.map(({ type, info }) =>
    type === 'fence' ? languageNamed(languageIn(info)) : undefined,
  )
  return new Set(languages.filter((language) => language !== undefined))
}

/** A heading links to itself, unless it contains a link. */
function isLinked(tokens: readonly Token[], at: number): boolean {
  const opening = tokens[at]
  const children = tokens[at + 1]?.children ?? []
  return (
    opening?.tag !== 'h1' &&
    opening?.attrGet('id') !== null &&
    children.length > 0 &&
    !children.some(({ type }) => type === 'link_open' || type === 'footnote_ref' || type === 'html_inline')
  )
}

/** Whether the link text is its URL, so that print need not repeat it. */
function isAddress(tokens: readonly Token[], at: number): boolean {
  const shown = tokens[at + 1]?.content ?? ''
  const address = /^https?:\/\//.test(shown) ? shown : /^www\./.test(shown) ? `http://${shown}` : undefined
  return address !== undefined && parser.normalizeLink(address) === tokens[at]?.attrGet('href')
}
