import type { Edit } from '../edits.ts'
import type { Brackets } from './brackets.ts'
import type { Tag } from './tag.ts'

/** A tag of MDX. One of HTML is left to HTML, with the attributes that only JSX has put right by edits. */
export interface JsxTag {
  readonly end: number
  readonly tag: Tag
  /** Whether it is a component, and no element of HTML. */
  readonly isComponent: boolean
  readonly edits: readonly Edit[]
  /** Attributes of an element of HTML that say what it shows or where it leads, and whose value only a program can tell. */
  readonly unknown: readonly { readonly start: number; readonly end: number }[]
}

const mostAttributes = 200

/** Reads the tag that begins at `start`; undefined when it is none. `literal` tells what an expression stands for. */
export function readTag(
  source: string,
  start: number,
  brackets: Brackets,
  literal: (expression: string) => string | undefined,
): JsxTag | undefined {
  const head = /<(\/?)([A-Za-z][\w.-]*)?/y
  head.lastIndex = start
  const [whole = '', closes = '', name = ''] = head.exec(source) ?? []
  const isComponent = name === '' || /^[A-Z]|\./.test(name)
  const named = new Map<string, string>()
  const edits: Edit[] = []
  const unknown: { start: number; end: number }[] = []
  let at = start + whole.length
  for (let count = 0; count < mostAttributes; count++) {
    const attribute =
      /\s*(?:(\/?)\s*>|(\{)|([A-Za-z_:@][\w:.-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|(\{)|([^\s"'{}<>=]+)))?)/y
    attribute.lastIndex = at
    const found = attribute.exec(source)
    if (!found) return undefined
    const from = at
    at = attribute.lastIndex
    const [, alone, spread, key, double, single, braced, bare] = found
    if (alone !== undefined) {
      const kind = closes ? 'close' : alone === '/' ? 'alone' : 'open'
      const tag = { name, start, end: at, kind, positional: [], named } as const
      // `/ >` ends a tag in JSX, and not in HTML.
      if (/\/\s+>$/.test(found[0])) edits.push({ start: from, end: at, text: ' />' })
      return isComponent
        ? { end: at, tag, isComponent, edits: [], unknown: [] }
        : { end: at, tag, isComponent, edits, unknown }
    }
    if (spread !== undefined) {
      at = brackets.end(at - 1)
      if (at === -1) return undefined
      edits.push({ start: from, end: at, text: '' })
      continue
    }
    if (key === undefined) return undefined
    let value = double ?? single ?? bare ?? ''
    if (braced !== undefined) {
      const end = brackets.end(at - 1)
      if (end === -1) return undefined
      const text = literal(source.slice(at, end - 1))
      at = end
      if (text === undefined) {
        if (key === 'src' || key === 'href') unknown.push({ start: from, end })
        else edits.push({ start: from, end, text: '' })
        continue
      }
      edits.push({ start: from, end, text: ` ${plainName(key)}="${text.replaceAll('"', '&quot;')}"` })
      value = text
    } else if (plainName(key) !== key) {
      const offset = from + found[0].indexOf(key)
      edits.push({ start: offset, end: offset + key.length, text: plainName(key) })
    }
    named.set(key, value)
  }
  return undefined
}

/** JSX's own names of attributes, as HTML has them. */
function plainName(key: string): string {
  return names.get(key) ?? key
}

const names: ReadonlyMap<string, string> = new Map(
  Object.entries({
    className: 'class',
    htmlFor: 'for',
    srcSet: 'srcset',
    colSpan: 'colspan',
    rowSpan: 'rowspan',
    autoPlay: 'autoplay',
    playsInline: 'playsinline',
    tabIndex: 'tabindex',
  }),
)
