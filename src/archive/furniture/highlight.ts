import type { Emitter } from 'highlight.js'
import hljs from 'highlight.js/lib/core'
import { escapeText } from '../../escape.ts'
import { type Language, type LanguageName, languages } from './languages.ts'

/**
 * Code as HTML, with a span of class `t-…` around each token that a style sheet may colour; without the tags it is the code itself.
 * What nobody reads, such as a whole file of data, is not: some grammars look ahead from each word, and cost the square of the length.
 */
export function highlight(code: string, language: LanguageName): string {
  if (code.length > longestCode || isCostly(code)) return escapeText(code)
  return language === 'http' ? messages(code) : marked(code, language)
}

const longestCode = 10_000

/** Whether a line, a word or a stretch of white space is so long that grammars, which look ahead from each character, would take too long. */
function isCostly(code: string): boolean {
  let line = 0
  let word = 0
  let space = 0
  for (let at = 0; at < code.length; at++) {
    const unit = code.charCodeAt(at)
    const isSpace = unit <= 0x20
    line = unit === 0x0a ? 0 : line + 1
    word = isSpace ? 0 : word + 1
    space = isSpace ? space + 1 : 0
    if (line > longestLine || word > longestWord || space > longestSpace) return true
  }
  return false
}

const longestLine = 1000
const longestWord = 300
const longestSpace = 200

/** Heads and bodies of HTTP messages. The grammar would guess the language of a body from all that it knows. */
function messages(code: string): string {
  return code
    .split(/(\n[ \t]*\n)/)
    .map((part) => {
      if (isHead.test(part)) return marked(part, 'http')
      if (/^\s*[[{]/.test(part)) return marked(part, 'json')
      return /^\s*</.test(part) ? marked(part, 'xml') : escapeText(part)
    })
    .join('')
}

const isHead = /^\s*(?:HTTP\/[\d.]+ \d{3}|[A-Z]+ \S+(?: HTTP\/[\d.]+)?[ \t]*(?:\n|$))/

function marked(code: string, language: LanguageName): string {
  register(language)
  try {
    return highlighter.highlight(code, { language, ignoreIllegals: true }).value
  } catch {
    // It gives up on code that keeps it busy without going on.
    return escapeText(code)
  }
}

const highlighter = hljs.newInstance()

function register(name: LanguageName): void {
  if (registered.has(name)) return
  registered.add(name)
  const { grammar, within }: Language = languages[name]
  highlighter.registerLanguage(name, grammar)
  within?.forEach(register)
}

const registered = new Set<LanguageName>()

/** The classes of a token: few, so that a page is small and a style sheet has a colour for each. */
type TokenClass = 'k' | 's' | 'c' | 'n' | 'f' | 't' | 'a' | 'd' | 'i'

/** Scopes of highlight.js by what they are shown as. '' is plain whatever it is in; one that is not listed looks as what it is in. */
const scopes: Readonly<Record<TokenClass | '', string>> = {
  k: 'keyword template-tag variable.language bullet selector-pseudo doctag',
  s: 'string regexp link code',
  c: 'comment quote meta.prompt',
  n: 'number literal symbol variable.constant',
  f: 'title title.function title.function.invoke built_in section selector-class selector-id',
  t: 'type class title.class title.class.inherited name selector-tag',
  a: 'attr attribute property variable template-variable meta selector-attr',
  d: 'deletion',
  i: 'addition',
  '': 'subst params tag function',
}

const classOf: ReadonlyMap<string, TokenClass | ''> = new Map(
  (Object.keys(scopes) as (TokenClass | '')[]).flatMap((name) =>
    scopes[name].split(' ').map((scope) => [scope, name] as const),
  ),
)

/** Writes spans that are not in each other: what is innermost decides. */
class Spans implements Emitter {
  #html = ''
  #pending = ''
  #class: TokenClass | '' = ''
  readonly #outer: (TokenClass | '')[] = []

  addText(text: string): void {
    this.#pending += text
  }

  startScope(scope: string): void {
    this.#outer.push(this.#class)
    // `true` is a literal first, and then a keyword within it.
    const isLiteral = scope === 'keyword' && this.#class === 'n'
    this.#turn(isLiteral ? 'n' : (classOf.get(scope) ?? this.#class))
  }

  endScope(): void {
    this.#turn(this.#outer.pop() ?? '')
  }

  /** What highlight.js still calls these two. */
  openNode(scope: string): void {
    this.startScope(scope)
  }

  closeNode(): void {
    this.endScope()
  }

  __addSublanguage(emitter: Emitter): void {
    this.#flush()
    this.#html += emitter.toHTML()
  }

  finalize(): void {
    this.#flush()
  }

  toHTML(): string {
    return this.#html
  }

  #turn(to: TokenClass | ''): void {
    if (to === this.#class) return
    this.#flush()
    this.#class = to
  }

  #flush(): void {
    if (this.#pending === '') return
    const text = escapeText(this.#pending)
    this.#html += this.#class === '' ? text : `<span class="t-${this.#class}">${text}</span>`
    this.#pending = ''
  }
}

highlighter.configure({ __emitter: Spans })
// Otherwise it would go on after an error, without the text that it was at.
highlighter.debugMode()
