import temml from 'temml'
import type { Token } from 'markdown-it'
import type { Formula } from './math.ts'

export interface Shown {
  readonly html: string
  /** Why it could not be read, when it is shown as it is written. */
  readonly problem?: string
}

const shown = new WeakMap<Token, Shown>()

/** A formula as MathML, made once for each token. */
export function mathml(token: Token, formula: Formula): Shown {
  const known = shown.get(token)
  if (known) return known
  const made = make(formula)
  shown.set(token, made)
  return made
}

function make({ tex, display }: Formula): Shown {
  try {
    return {
      html: temml.renderToString(tex, {
        displayMode: display,
        throwOnError: true,
        trust: false,
        maxExpand: 200,
      }),
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const problem = (reason.split('\n')[0] ?? '').replace(/^ParseError:\s*/, '')
    return { html: `<code class="language-math">${escaped(tex)}</code>`, problem }
  }
}

function escaped(text: string): string {
  return text.replace(
    /[&<>"]/g,
    (one) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[one] ?? one,
  )
}
