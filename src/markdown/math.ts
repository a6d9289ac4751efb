import type { MarkdownIt, Token } from 'markdown-it'
import temml from 'temml'
import { escapeText } from '../base/escape.ts'
import { regex } from '../base/regex.ts'
import { Nesting } from '../base/nesting.ts'
import { lineOf } from './gfm.ts'

/** Limits the cost of an unclosed block. */
const maximumLines = 200
/** `` $`a`$ ``, `$$a$$` or `$a$`. Its length limits the cost of an unclosed dollar sign. */
const inlineFormula = regex(
  'y',
  /\$`([\s\S]{1,2000}?)`\$/,
  /|\$\$((?:\\[\s\S]|[^\\$]){1,2000})\$\$(?![A-Za-z0-9$])/,
  /|\$(?![`$ \t\n])((?:\\[\s\S]|[^\\$]){1,2000})(?<![ \t\n])\$(?![A-Za-z0-9$])/,
)

/**
 * Math as on GitHub: `$a^2$` and `` $`a^2`$ `` inline, `$$…$$` and `math` fences as blocks. No space inside the
 * dollars, and no letter or digit outside: that is a price or a variable.
 */
export function math(md: MarkdownIt): void {
  md.inline.ruler.before('escape', 'math_inline', (state, silent) => {
    if (/[A-Za-z0-9$\\]/.test(state.src[state.pos - 1] ?? '')) return false
    inlineFormula.lastIndex = state.pos
    const [, code, block, line = ''] = inlineFormula.exec(state.src) ?? []
    if (inlineFormula.lastIndex === 0 || inlineFormula.lastIndex > state.posMax) return false
    if (!silent) {
      const token = state.push('math_inline', 'math', 0)
      token.content = (code ?? block ?? line).trim()
      token.meta = { display: block !== undefined }
    }
    state.pos = inlineFormula.lastIndex
    return true
  })
  md.block.ruler.before(
    'fence',
    'math_block',
    (state, startLine, endLine, silent) => {
      // Compare offsets only: unclosed blocks are scanned hundreds of times.
      const closes = (at: number) =>
        state.src.startsWith('$$', state.skipSpacesBack(state.eMarks[at] ?? 0, state.bMarks[at] ?? 0) - 2)
      const first = lineOf(state, startLine)
      if (!first.startsWith('$$') || (state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false
      // Blank lines are allowed between two lines of `$$`.
      const isAlone = first.trimEnd() === '$$'
      const isOutdented = (at: number) => (state.sCount[at] ?? 0) < state.blkIndent
      let last = startLine
      if (!/^\$\$.+\$\$[ \t]*$/.test(first)) {
        const limit = Math.min(endLine, startLine + maximumLines)
        for (last++; last < limit && !closes(last); last++)
          if (state.isEmpty(last) ? !isAlone : isOutdented(last)) return false
        if (last >= limit) return false
      }
      if (silent) return true
      const lines = Array.from({ length: last - startLine + 1 }, (_, at) => lineOf(state, startLine + at))
      const token = state.push('math_block', 'math', 0)
      token.content = lines.join('\n').trimEnd().slice(2, -2).trim()
      token.meta = { display: true }
      token.map = [startLine, last + 1]
      state.line = last + 1
      return true
    },
    { alt: ['paragraph', 'reference', 'blockquote', 'list'] },
  )
  const fence = md.renderer.rules['fence']
  md.renderer.rules['fence'] = (tokens, at, options, env, self) => {
    const formula = formulaOf(tokens[at])
    if (formula) return `<p>${formula.html}</p>\n`
    return fence ? fence(tokens, at, options, env, self) : ''
  }
  md.renderer.rules['math_inline'] = (tokens, at) => formulaOf(tokens[at])?.html ?? ''
  md.renderer.rules['math_block'] = (tokens, at) => `<p>${formulaOf(tokens[at])?.html ?? ''}</p>\n`
}

type Formula = { readonly html: string; readonly problem?: string }

const rendered = new WeakMap<Token, Formula>()

/** Renders a formula as MathML, once per token; undefined for other tokens. */
export function formulaOf(token: Token | undefined): Formula | undefined {
  const isFence = token?.type === 'fence' && token.info.trim() === 'math'
  if (!token || (!isFence && !token.type.startsWith('math_'))) return undefined
  const isBlock = isFence || token.meta?.['display'] === true
  const formula = rendered.get(token) ?? render(token.content.trim(), isBlock)
  rendered.set(token, formula)
  return formula
}

/** Comments and verbatim text; an escaped character is kept. */
const hidden = /\\verb\*?([^A-Za-z]).*?\1|(\\[\s\S])|%.*/g
const simplePair = /\([^()[\]{}\\&]*\)|\[[^()[\]{}\\&]*\]/g
const texToken = /\\(?:[A-Za-z]+(?:\s*\[)?|[^A-Za-z])|[{}&([\u2045-\u2fff]/g

/** Shows the source if it is not valid TeX, and says why. */
function render(tex: string, displayMode: boolean): Formula {
  try {
    checkNesting(tex.replace(hidden, '$2').replace(simplePair, '').match(texToken) ?? [], new Nesting())
    const macros = limitedMacros(tex.length)
    const options = { displayMode, throwOnError: true, trust: false, maxExpand: 200, macros }
    return { html: temml.renderToString(tex, options) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const problem = (reason.split('\n')[0] ?? '').replace(/^ParseError:\s*/, '')
    return { html: `<code class="language-math">${escapeText(tex)}</code>`, problem }
  }
}

/** Delimiters that are not closed, and commands for the rest of a group, even in its next lines. */
const lasting = regex(
  's',
  /^(?:[([\u2045-\u2fff]|.*\[)$/,
  /|^\\(?:\{|ll\w+|l(?:paren|brack|[bB]race|floor|ceil|[aA]ngle|[vV]ert|group|moustache))$/,
  /|^\\(?:color|rm|sf|tt|bf|it|cal|[a-z]+style)$/,
  /|^\\(?:[tT]iny|sixptsize|scriptsize|footnotesize|small|normalsize|[lL]arge|LARGE|[hH]uge)$/,
)

/** `\bar` and `\color` nest what follows, up to the end of a line or cell. */
function checkNesting(tokens: readonly string[], nesting: Nesting): void {
  for (const token of tokens) {
    if (/^(?:\{|\\(?:begin|left|bgroup))$/.test(token)) nesting.open()
    else if (/^(?:\}|\\(?:end|right|egroup))$/.test(token)) nesting.close()
    else if (token === '&' || token === '\\\\') nesting.separate(token === '&')
    else if (lasting.test(token)) nesting.step(true)
    else if (/^\\[A-Za-z]/.test(token)) nesting.step()
    if (nesting.isTooDeep) throw new Error('it is nested too deep')
  }
}

const longestExpansion = 20_000

/** The macros that a formula defines. temml limits only how often they expand, and each may repeat long arguments. */
function limitedMacros(length: number): Record<string, unknown> {
  let made = 0
  const nesting = new Nesting()
  return new Proxy<Record<string, unknown>>(Object.create(null), {
    set(macros, name: string, macro: Macro | string | undefined) {
      const isLimited = typeof macro === 'object' && !macro.unexpandable
      macros[name] = isLimited
        ? ({ stack }: { readonly stack: readonly unknown[] }) => limited(macro, stack.length)
        : macro
      return true
    },
  })

  function limited(macro: Macro, waiting: number): Macro {
    const { tokens } = macro
    // What it expands to may nest in all earlier expansions.
    for (const { text } of tokens) if (/^(?:[{([\u2045-\u2fff]|\\[A-Za-z{])/.test(text)) nesting.step(true)
    if (nesting.isTooDeep) throw new Error('its macros are nested too deep')
    const used = tokens.filter((_, at) => tokens[at + 1]?.text === '#').map(({ text }) => text)
    // Arguments come from earlier expansions or from the formula.
    made += tokens.length + (used.length - new Set(used).size) * (waiting + length)
    if (made > longestExpansion) throw new Error('its macros expand to too many symbols')
    return macro
  }
}

/** A definition in temml. Its tokens are in reverse order. */
type Macro = { readonly tokens: readonly { readonly text: string }[]; readonly unexpandable?: boolean }
