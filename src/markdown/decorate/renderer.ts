import type { Token } from 'markdown-it'
import { escapeHtml, escapeText } from '../../base/escape.ts'
import { formulaOf } from '../math.ts'
import { parser } from '../parser.ts'
import { pictureSlot, slotted } from '../slots.ts'
import type { Decorations } from './decorate.ts'
import { type Highlight, languageNamed } from './highlight.ts'

export interface RenderEnv {
  readonly decorations: Decorations
  readonly highlight: Highlight
  /** The HTML will be read again, and its images decorated then with those of the author. */
  readonly isReadAgain: boolean
}

type Rules = typeof parser.renderer.rules

const plain: Rules = parser.renderer.rules
const markup = parser.utils.escapeHtml

/** Markdown as a page shows it. What the tokens say is rendered by the same rules as without decorations. */
const rules: Rules = {
  fence: (tokens, at, options, env: RenderEnv, self) => {
    const token = tokens[at]
    if (!token || formulaOf(token)) return plain['fence']?.(tokens, at, options, env, self) ?? ''
    return code(token, nameOf(token.info), env.highlight)
  },
  code_block: (tokens, at, _, env: RenderEnv) => code(tokens[at], '', env.highlight),
  link_open: (tokens, at, options, _, self) => {
    const shown = self.renderToken(tokens, at, options)
    return isAddress(tokens, at) ? `<a class="address"${shown.slice('<a'.length)}` : shown
  },
  table_open: (tokens, at, options, _, self) => {
    const label: string | undefined = tokens[at]?.meta?.['label']
    const named = label === undefined ? '' : ` role="group" aria-label="${escapeHtml(label)}"`
    return `<div class="table" tabindex="0"${named}>\n${self.renderToken(tokens, at, options)}`
  },
  table_close: (tokens, at, options, _, self) => `${self.renderToken(tokens, at, options)}</div>\n`,
  heading_open: (tokens, at, options, _, self) =>
    self.renderToken(tokens, at, options) + (isLinked(tokens, at) ? anchor(tokens[at]) : ''),
  heading_close: (tokens, at, options, _, self) =>
    (isLinked(tokens, at - 2) ? '</a>' : '') + self.renderToken(tokens, at, options),
  paragraph_close: (tokens, at, options, _, self) => {
    const caption: string | undefined = tokens[at]?.meta?.['caption']
    const shown = caption === undefined ? '' : `<figcaption>${escapeText(caption)}</figcaption>`
    return shown + self.renderToken(tokens, at, options)
  },
  // A box without words says nothing to who does not see it.
  task_box: (tokens, at, options, env, self) => {
    const shown = plain['task_box']?.(tokens, at, options, env, self) ?? ''
    return `${shown.slice(0, -1)} aria-label="${shown.includes(' checked') ? 'Completed' : 'Open'} task">`
  },
  image: (tokens, at, options, env: RenderEnv, self) => {
    const shown = plain['image']?.(tokens, at, options, env, self) ?? ''
    if (env.isReadAgain) return shown
    const attribute = (name: string) => markup(String(tokens[at]?.attrGet(name) ?? ''))
    const [src, width, height] = [attribute('src'), attribute('width'), attribute('height')]
    return `${shown.slice(0, -1)}${env.decorations.image()}${pictureSlot({ src, width, height })}>`
  },
  footnote_ref: (...given) => withSlot(plain['footnote_ref']?.(...given)),
  footnote_anchor: (...given) => withSlot(plain['footnote_anchor']?.(...given)),
}

/** The plugin writes its one link itself. */
function withSlot(link = ''): string {
  return link.replace(/href="([^"]*)"/, (_, address: string) => `href="${slotted('href', address)}"`)
}

export const decorated: typeof parser.renderer = Object.assign(
  Object.create(Object.getPrototypeOf(parser.renderer)),
  {
    rules: { ...plain, ...rules },
    renderAttrs: ({ attrs }: Token) =>
      (attrs ?? []).map(([name, value]) => ` ${markup(name)}="${slotted(name, markup(value))}"`).join(''),
  },
)

/** With rules of plug-ins, which come before ours. */
export function decoratedWith(rules: Rules): typeof decorated {
  return Object.assign(Object.create(decorated), { rules: { ...decorated.rules, ...rules } })
}

function code(token: Token | undefined, name: string, highlight: Highlight): string {
  if (!token) return ''
  const { content } = token
  const language = languageNamed(name)
  const shown = language ? highlight(content, language) : escapeText(content)
  const direction = token.attrGet('dir') ? ` dir="${token.attrGet('dir')}"` : ''
  if (name === '')
    return `<figure class="code"${direction}><pre tabindex="0"><code>${shown}</code></pre></figure>\n`
  const label = escapeHtml(name)
  return `<figure class="code" data-lang="${label}"${direction}><figcaption>${label}</figcaption><pre tabindex="0"><code class="language-${label}">${shown}</code></pre></figure>\n`
}

/** The language that a fence names: `js`, and of what generators write besides `js{1,3}`, `rust,ignore`, `{.js}` and `js:a.js`. */
function nameOf(info: string): string {
  const [word = ''] = parser.utils.unescapeAll(info).trim().split(/\s/, 1)
  return /^\{?\.?([^{}:,]*)/.exec(word)?.[1] ?? ''
}

/** A heading of the body links to itself, unless there is a link in it already: then there can be none around it. */
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

/** Whether a link shows where it leads, which need not be written after it on paper. */
function isAddress(tokens: readonly Token[], at: number): boolean {
  const shown = tokens[at + 1]?.content ?? ''
  const address = /^https?:\/\//.test(shown) ? shown : /^www\./.test(shown) ? `http://${shown}` : undefined
  return address !== undefined && parser.normalizeLink(address) === tokens[at]?.attrGet('href')
}

function anchor(heading: Token | undefined): string {
  const address = `#${escapeHtml(String(heading?.attrGet('id') ?? ''))}`
  return `<a class="anchor" href="${slotted('href', address)}">`
}
