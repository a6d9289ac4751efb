import type { MarkdownIt, StateCore, Token } from 'markdown-it'

/** `www.example.org` and `ada@example.org` in a sentence (GFM §6.9). Full URLs are found while a line is read. */
export function autolinks(md: MarkdownIt): void {
  md.core.ruler.after('inline', 'autolinks', (state) => {
    for (const block of state.tokens) {
      if (block.type !== 'inline' || !block.children || !/www\.|@/.test(block.content)) continue
      let links = 0
      block.children = block.children.flatMap((token) => {
        if (opens(token)) links++
        else if (closes(token)) links--
        return token.type === 'text' && links === 0 ? linked(token, state) : [token]
      })
    }
  })
}

function opens({ type, content }: Token): boolean {
  return type === 'link_open' || (type === 'html_inline' && /^<a[\s>]/i.test(content))
}

function closes({ type, content }: Token): boolean {
  return type === 'link_close' || (type === 'html_inline' && /^<\/a\s*>/i.test(content))
}

const address =
  /(?<=^|[\s*_~([\]])www\.[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*[^\s<]{0,2000}|(?<![A-Za-z0-9._+-])[A-Za-z0-9._+-]{1,64}@[A-Za-z0-9_-]{1,63}(?:\.[A-Za-z0-9_-]{1,63}){1,8}(?![-_])/g

function linked(token: Token, state: StateCore): Token[] {
  const { content } = token
  const pieces: Token[] = []
  let done = 0
  for (const { 0: found, index } of content.matchAll(address)) {
    const isMail = !found.startsWith('www.')
    const shown = isMail ? found.replace(/[.]+$/, '') : trimmed(found)
    if (isMail && /[-_]$/.test(shown)) continue
    if (index > done) pieces.push(text(content.slice(done, index), state, token.level))
    const open = new state.Token('link_open', 'a', 1)
    open.attrSet('href', state.md.normalizeLink(`${isMail ? 'mailto:' : 'http://'}${shown}`))
    pieces.push(open, text(shown, state, token.level + 1), new state.Token('link_close', 'a', -1))
    done = index + shown.length
  }
  if (pieces.length === 0) return [token]
  if (done < content.length) pieces.push(text(content.slice(done), state, token.level))
  return pieces
}

function text(content: string, state: StateCore, level: number): Token {
  const token = new state.Token('text', '', 0)
  token.content = content
  token.level = level
  return token
}

/** Without the punctuation of the sentence around it; a parenthesis belongs to the address that opened it. */
function trimmed(url: string): string {
  let end = url.length
  let unopened = (url.match(/\)/g)?.length ?? 0) - (url.match(/\(/g)?.length ?? 0)
  for (; end > 0; end--) {
    const last = url[end - 1] ?? ''
    if (last === ')' ? unopened <= 0 : !/[?!.,:;*_~'"]/.test(last)) break
    if (last === ')') unopened--
  }
  return url.slice(0, end)
}
