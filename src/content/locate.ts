import {
  type Alias,
  isAlias,
  isMap,
  isSeq,
  type ParsedNode,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import { contentLimits } from '../base/diagnostics.ts'
import type { Plain } from '../generators/generator.ts'

/** A value as its author wrote it, and the offsets in the file of it and of everything in it. */
export interface ParsedValue {
  readonly value: Plain
  readonly offset: number
  /** What a map holds, by key; what a list holds, by index. */
  readonly parts: ReadonlyMap<string, Part>
}

export interface Part extends ParsedValue {
  readonly keyOffset: number
}

export type Report = (
  offset: number,
  rule: 'syntax' | 'duplicate' | 'file-too-large',
  message: string,
  hint: string,
) => void

/** The values of a YAML document that begins at `start` in its file. */
export function locate(contents: ParsedNode | null, start: number, report: Report): ParsedValue {
  const anchors = new Map<string, { readonly value: Plain; readonly length: number }>()
  /** How many characters longer the document would be without aliases. */
  let aliased = 0
  return read(contents, start)

  function read(node: ParsedNode | null, parent: number): ParsedValue {
    if (node === null) return { value: null, offset: parent, parts: new Map() }
    const [from, to] = node.range
    const offset = start + from
    if (isAlias(node)) return { value: follow(node, offset), offset, parts: new Map() }
    const aliasedBefore = aliased
    const parts = isMap(node) ? readMap(node, offset) : isSeq(node) ? readList(node, offset) : new Map()
    const value = isMap(node) ? valuesOf(parts) : isSeq(node) ? Object.values(valuesOf(parts)) : textOf(node)
    if (node.anchor) anchors.set(node.anchor, { value, length: to - from + aliased - aliasedBefore })
    return { value, offset, parts }
  }

  function readMap(node: YAMLMap.Parsed, offset: number): Map<string, Part> {
    const parts = new Map<string, Part>()
    for (const { key: keyNode, value: valueNode } of node.items) {
      const key = read(keyNode, offset)
      const part = { ...read(valueNode, key.offset), keyOffset: key.offset }
      const name = key.value ?? ''
      if (typeof name !== 'string') {
        report(key.offset, 'syntax', 'A key must be text.', 'Quote text that has brackets.')
        continue
      }
      if (parts.has(name)) {
        const message = `Duplicate key \`${name}\`; the last one wins.`
        report(key.offset, 'duplicate', message, 'Keep one of the two.')
      }
      parts.set(name, part)
    }
    return parts
  }

  function readList(node: YAMLSeq.Parsed, offset: number): Map<string, Part> {
    return new Map(
      node.items.map((item, index) => [String(index), { ...read(item, offset), keyOffset: offset }]),
    )
  }

  /** An alias that stands for nothing is left as text, so that its key is not reported as empty as well. */
  function follow({ source }: Alias, offset: number): Plain {
    const anchor = anchors.get(source)
    if (!anchor) {
      const message = `The alias \`*${source}\` has no anchor \`&${source}\` before it.`
      report(offset, 'syntax', message, 'Quote a value that starts with `*`.')
      return `*${source}`
    }
    const wasTooLong = aliased > contentLimits.yamlLength
    aliased += anchor.length
    if (aliased <= contentLimits.yamlLength) return anchor.value
    if (!wasTooLong) {
      const message = `With aliases expanded, this has more than ${contentLimits.yamlLength} characters.`
      report(offset, 'file-too-large', message, 'Use fewer aliases.')
    }
    return `*${source}`
  }
}

/** Where a key or its value is; what was not written is where its nearest written parent is. */
export function offsetOf(
  root: ParsedValue,
  path: readonly string[],
  what: 'key' | 'value' = 'value',
): number {
  let here = root
  for (const [depth, key] of path.entries()) {
    const part = here.parts.get(key)
    if (!part) break
    if (what === 'key' && depth === path.length - 1) return part.keyOffset
    here = part
  }
  return here.offset
}

function textOf({ type, source = '' }: Scalar.Parsed): string | null {
  return type === 'PLAIN' && (source === '' || source === '~') ? null : source
}

/** Own properties even for `__proto__`. */
export function valuesOf(parts: ReadonlyMap<string, Part>): { readonly [key: string]: Plain } {
  return Object.fromEntries(Array.from(parts, ([key, { value }]) => [key, value]))
}
