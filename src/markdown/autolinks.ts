import type { MarkdownIt, StateCore, StateInline, Token } from 'markdown-it'
import { regex } from '../base/regex.ts'

const urlEnd = /[\s<>"]/g

/** Links bare URLs, as GitHub does. markdown-it's linkifier also links "node.js", and compiling it slows the start. */
export function bareLinks(md: MarkdownIt): void {
  md.inline.ruler.before('autolink', 'bare_link', (state, silent) => {
    // In silent mode, markdown-it looks for the end of a label: nothing is pending, and brackets matter more.
    const start = silent ? undefined : startOfUrl(state)
    if (start === undefined) return false
    urlEnd.lastIndex = start
    const most = Math.min(urlEnd.exec(state.src)?.index ?? state.posMax, state.posMax)
    const url = withoutPunctuation(state.src.slice(start, most), /[.,:;!?'*_~\]}]/)
    const end = start + url.length
    const href = md.normalizeLink(url)
    if (end <= state.pos + 3 || !md.validateLink(href)) return false
    state.pending = state.pending.slice(0, start - state.pos)
    const open = state.push('link_open', 'a', 1)
    open.attrSet('href', href)
    open.meta = { span: { start, destination: [start, end] } }
    state.push('text', '', 0).content = md.normalizeLinkText(url)
    state.push('link_close', 'a', -1)
    state.pos = end
    return true
  })
}

/** The parser stops at a colon, with the scheme still pending as text. */
function startOfUrl(state: StateInline): number | undefined {
  // `linkLevel` is missing in the types.
  const { src, pos, pending, linkLevel } = state as StateInline & { linkLevel: number }
  if (linkLevel > 0 || !src.startsWith('://', pos)) return undefined
  const scheme = ['https', 'http'].find((name) => src.startsWith(name, pos - name.length))
  if (scheme === undefined || pending.length < scheme.length) return undefined
  const start = pos - scheme.length
  return pending.length > scheme.length && /[A-Za-z0-9]/.test(src[start - 1] ?? '') ? undefined : start
}

/** Links `www.example.org` and `ada@example.org` (GFM §6.9). `bareLinks` handles full URLs. */
export function autolinks(md: MarkdownIt): void {
  md.core.ruler.after('inline', 'autolinks', (state) => {
    for (const block of state.tokens) {
      if (block.type !== 'inline' || !block.children || !/www\.|@/.test(block.content)) continue
      let openLinks = 0
      block.children = block.children.flatMap((token) => {
        const { type, content } = token
        const isHtml = type === 'html_inline'
        if (type === 'link_open' || (isHtml && /^<a[\s>]/i.test(content))) openLinks++
        else if (type === 'link_close' || (isHtml && /^<\/a\s*>/i.test(content))) openLinks--
        return type === 'text' && openLinks === 0 ? linked(token, state) : [token]
      })
    }
  })
}

const webOrMailAddress = regex(
  'g',
  /(?<=^|[\s*_~([\]])www\.[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*[^\s<]{0,2000}/,
  /|(?<![A-Za-z0-9._+-])[A-Za-z0-9._+-]{1,64}@/,
  /[A-Za-z0-9_-]{1,63}(?:\.[A-Za-z0-9_-]{1,63}){1,8}(?![-_])/,
)

function linked(token: Token, state: StateCore): Token[] {
  const { content, level } = token
  const pieces: Token[] = []
  const addText = (text: string, textLevel: number) => {
    pieces.push(Object.assign(new state.Token('text', '', 0), { content: text, level: textLevel }))
  }
  let done = 0
  for (const { 0: address, index } of content.matchAll(webOrMailAddress)) {
    const isMail = !address.startsWith('www.')
    const shown = isMail ? address.replace(/[.]+$/, '') : withoutPunctuation(address, /[?!.,:;*_~'"]/)
    if (isMail && /[-_]$/.test(shown)) continue
    if (index > done) addText(content.slice(done, index), level)
    const open = new state.Token('link_open', 'a', 1)
    open.attrSet('href', state.md.normalizeLink(`${isMail ? 'mailto:' : 'http://'}${shown}`))
    pieces.push(open)
    addText(shown, level + 1)
    pieces.push(new state.Token('link_close', 'a', -1))
    done = index + shown.length
  }
  if (pieces.length === 0) return [token]
  if (done < content.length) addText(content.slice(done), level)
  return pieces
}

/** Removes trailing punctuation. A closing parenthesis stays if the URL contains the opening one. */
function withoutPunctuation(address: string, marks: RegExp): string {
  let unopened = (address.match(/\)/g)?.length ?? 0) - (address.match(/\(/g)?.length ?? 0)
  let end = address.length
  for (; end > 0; end--) {
    const last = address[end - 1] ?? ''
    if (last === ')' ? unopened <= 0 : !marks.test(last)) break
    if (last === ')') unopened--
  }
  return address.slice(0, end)
}
