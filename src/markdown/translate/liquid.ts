import { closingMark } from './scan.ts'
import { readArguments, type Tag } from './tag.ts'

/** An expression between two braces: what it names, and the filters it goes through. */
export interface Output {
  readonly expression: string
  readonly filters: readonly string[]
  readonly start: number
  readonly end: number
}

export interface LiquidFound {
  readonly tags: readonly Tag[]
  readonly outputs: readonly Output[]
}

/** Between these everything means itself, or nothing. */
const opaque: ReadonlySet<string> = new Set(['raw', 'verbatim', 'comment'])

/** Tags and expressions of Liquid, and of languages that look like it (Nunjucks, Twig). */
export function liquidFound(source: string): LiquidFound {
  const tags: Tag[] = []
  const outputs: Output[] = []
  let within = ''
  let done = 0
  for (const { 0: mark, index: start } of source.matchAll(/\{[%{]/g)) {
    if (start < done) continue
    const close = mark === '{%' ? '%}' : '}}'
    const stop = closingMark(source, start + 2, close)
    if (stop === -1) continue
    const end = stop + 2
    const inside = source
      .slice(start + 2, stop)
      .replace(/^-|-$/g, '')
      .trim()
    if (mark === '{{') {
      if (within !== '') continue
      const [expression = '', ...filters] = inside.split('|').map((part) => part.trim())
      outputs.push({ expression, filters, start, end })
    } else {
      const [, word = '', given = ''] = /^(\w+)([\s\S]*)$/.exec(inside) ?? []
      if (word === '' || (within !== '' && word !== `end${within}`)) continue
      const closes = word.length > 3 && word.startsWith('end')
      const name = closes ? word.slice(3) : word
      within = !closes && opaque.has(name) ? name : ''
      tags.push({ name, start, end, kind: closes ? 'close' : 'open', ...readArguments(given) })
    }
    done = end
  }
  return { tags, outputs }
}
