import { contentLimits } from '../base/diagnostics.ts'
import type { Located, Part, Plain } from './locate.ts'

/**
 * The values of an object or list of JavaScript that begins at an offset, without running anything: what is computed is null. Undefined when it
 * does not end, or is nested too deep. It costs as much as it is long.
 */
export function readJsValues(text: string, start: number): Located | undefined {
  let at = start
  /** For each kind of quote, the offset up to which none is closed: within that, all are escaped, and no other needs to be read. */
  const unclosed = new Map<string, number>()
  return value(0)

  function value(depth: number): Located | undefined {
    const offset = at
    const opened = text[at]
    if (opened === '{' || opened === '[')
      return depth < contentLimits.nesting ? group(opened, depth) : undefined
    if (opened === '"' || opened === "'" || opened === '`') {
      const said = quotation(opened)
      // Of a sum or a call, the first text is not the value.
      if (said !== undefined && /[,\]}]/.test(text[skipped(at)] ?? '')) return leaf(said, offset)
      at = offset
    }
    return computed(offset)
  }

  function group(opened: '{' | '[', depth: number): Located | undefined {
    const offset = at++
    const closer = opened === '{' ? '}' : ']'
    const parts = new Map<string, Part>()
    for (let nth = 0; ; nth++) {
      at = skipped(at)
      if (text[at] === closer) break
      const keyOffset = at
      const key = opened === '{' ? keyHere() : String(nth)
      if (key === undefined) return undefined
      at = skipped(at)
      const isShort = opened === '{' && text[at] !== ':'
      if (opened === '{' && !isShort) at = skipped(at + 1)
      const part = isShort ? leaf(key, keyOffset) : value(depth + 1)
      if (!part) return undefined
      parts.set(key, { ...part, keyOffset })
      at = skipped(at)
      if (text[at] === ',') at++
      else if (text[at] !== closer) return undefined
    }
    at++
    const values = Array.from(parts, ([key, part]) => [key, part.value] as const)
    const all: Plain = opened === '{' ? Object.fromEntries(values) : values.map(([, one]) => one)
    return { value: all, offset, parts }
  }

  function keyHere(): string | undefined {
    const first = text[at]
    if (first === '"' || first === "'") return quotation(first)
    name.lastIndex = at
    const word = name.exec(text)?.[0]
    at += word?.length ?? 0
    return word
  }

  function quotation(quote: string): string | undefined {
    if (at < (unclosed.get(quote) ?? 0)) return undefined
    let said = ''
    let next = at + 1
    for (; next < text.length; next++) {
      const one = text[next]
      if (one === quote) {
        at = next + 1
        return said
      }
      if (one === '\n' && quote !== '`') break
      if (one === '$' && text[next + 1] === '{' && quote === '`') break
      if (one === '\\') {
        const [meant, length] = escaped(text, next + 1)
        said += meant
        next += length
      } else said += one
    }
    unclosed.set(quote, next)
    return undefined
  }

  /** A name, a number, a call: up to where the next value begins. */
  function computed(offset: number): Located | undefined {
    const open: string[] = []
    for (; at < text.length; at++) {
      const one = text[at] ?? ''
      if (one === '"' || one === "'" || one === '`') {
        const before = at
        quotation(one)
        at = Math.max(before, at - 1)
      } else if (closers[one] !== undefined) open.push(closers[one])
      else if (one === open.at(-1)) open.pop()
      else if (open.length === 0 && /[,\]}]/.test(one))
        return leaf(settled(text.slice(offset, at).trim()), offset)
    }
    return undefined
  }

  function skipped(from: number): number {
    space.lastIndex = from
    return from + (space.exec(text)?.[0].length ?? 0)
  }
}

/** Spaces and comments. One that is not closed takes the rest, so that none is looked for again. */
const space = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))*/y
const name = /(?:\.\.\.)?[\w$]+/y
const closers: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')' }
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\n': '' }

/** A character by its number: `\u2019`, `\u{1f600}`, `\xe9`. */
const numbered = /u\{(10[\da-f]{4}|[\da-f]{1,5})\}|u([\da-f]{4})|x([\da-f]{2})/iy

/** What is meant by the characters after a backslash, and how many they are. */
function escaped(text: string, at: number): readonly [meant: string, length: number] {
  numbered.lastIndex = at
  const [whole = '', ...numbers] = numbered.exec(text) ?? []
  const number = numbers.find((one) => one !== undefined)
  if (number !== undefined) return [String.fromCodePoint(Number.parseInt(number, 16)), whole.length]
  const one = text[at] ?? ''
  return [escapes[one] ?? one, one.length]
}

function leaf(value: string | null, offset: number): Located {
  return { value, offset, parts: noParts }
}

/** One for all: a map of its own took longer to make than a value to read. */
const noParts: Located['parts'] = new Map()

/** What a name, a number or `new Date('…')` stands for. */
function settled(expression: string): string | null {
  if (/^(?:null|undefined)$/.test(expression)) return null
  if (/^[\w$.-]+$/.test(expression)) return expression
  return /^new Date\(\s*(["'`])([^"'`$]*)\1\s*\)$/.exec(expression)?.[2] ?? null
}
