import { decodeHTML, decodeHTMLAttribute } from 'entities'
import { escapeHtml, oneLine } from '../../base/escape.ts'
import { parser } from '../parser.ts'
import { mapSrcset } from '../raw-html/tags.ts'
import { imageSlot, inSlot } from '../slots.ts'

/** Addresses on this site by the href as written. */
export type Addresses = ReadonlyMap<string, string>

/** As renderer and sanitizer write them: quoted with double quotes, which are escaped in values. */
const anyTag = /<(\/?)([a-z][a-z0-9-]*)((?:[^<>"]|"[^"]*")*)>/g
const anyAttribute = / ([^\s"=]+)(?:="([^"]*)")?/g
const headingTag = /^h[1-6]$/
const hasWork = /^<(?:img\b|t[dh]\s)|\s(?:href|src|srcset|poster|cite)="|\sclass=""/

/**
 * Adds what pages need to safe HTML, from markdown and from the author's HTML alike: slots for URLs, a frame and a name
 * for wide tables, classes for alignment (the pages' CSP forbids inline styles), and lazy loading.
 */
export function decorateHtml(html: string, addresses: Addresses): string {
  const pieces: string[] = []
  /** Number of uses by label. */
  const labels = new Map<string, number>()
  let images = 0
  let heading = ''
  /** Tables in cells are layout, and get no frame. */
  let tableDepth = 0
  let table = { at: 0, heads: [''] }
  /** Where the text of the open heading, head cell or caption starts. */
  let textStart = 0
  let done = 0
  for (const { 0: tag, 1: slash, 2: name = '', 3: written = '', index } of html.matchAll(anyTag)) {
    const end = index + tag.length
    if (slash !== '') {
      if (headingTag.test(name)) heading = textIn(html.slice(textStart, index))
      else if (name === 'th' || name === 'caption') table.heads.push(textIn(html.slice(textStart, index)))
      if (name !== 'table' || --tableDepth !== 0) continue
      pieces.push(html.slice(done, end))
      done = end
      const label = tableName(table.heads) || tableName([heading])
      const named = label === '' ? '' : ` role="group" aria-label="${escapeHtml(unique(label))}"`
      pieces[table.at] = `<div class="table" tabindex="0"${named}>\n`
      pieces.push('\n</div>')
      continue
    }
    if (headingTag.test(name) || name === 'th' || name === 'caption') textStart = end
    const isTable = name === 'table' && tableDepth++ === 0
    // Most tags stay as they are, those of colored code above all.
    if (!isTable && !hasWork.test(tag)) continue
    pieces.push(html.slice(done, index))
    if (isTable) table = { at: pieces.push('') - 1, heads: [] }
    pieces.push(hasWork.test(tag) ? `<${name}${decorated(name, written)}>` : tag)
    done = end
  }
  return pieces.join('') + html.slice(done)

  function decorated(name: string, written: string): string {
    const attributes = new Map(
      Array.from(written.matchAll(anyAttribute), ([, key = '', value]) => [key, value] as const),
    )
    for (const [key, value = ''] of attributes) {
      const moved = (url: string) => {
        const address = addresses.get(decodeHTMLAttribute(url).trim())
        return address === undefined ? url : parser.utils.escapeHtml(address)
      }
      if (key === 'srcset') attributes.set(key, mapSrcset(value, moved))
      else if (key === 'href' || key === 'src' || key === 'poster') attributes.set(key, moved(value))
    }
    if (attributes.get('class') === '') attributes.delete('class')
    if (name === 'td' || name === 'th') alignByClass(attributes)
    const [src = '', width = '', height = ''] = ['src', 'width', 'height'].map((key) => attributes.get(key))
    // Lazy loading is decided for all images alike. The first is probably visible at once.
    if (name === 'img') for (const key of ['loading', 'decoding']) attributes.delete(key)
    const kept = Array.from(attributes, ([key, value]) =>
      value === undefined ? ` ${key}` : ` ${key}="${inSlot(key, value)}"`,
    ).join('')
    if (name !== 'img') return kept
    const lazy = images++ === 0 ? '' : ' loading="lazy" decoding="async"'
    return kept + lazy + imageSlot({ src, width, height })
  }

  /** Returns a label that is unique on the page. */
  function unique(label: string): string {
    let nth = (labels.get(label) ?? 0) + 1
    while (nth > 1 && labels.has(`${label} (${nth})`)) nth++
    labels.set(label, nth)
    return nth === 1 ? label : unique(`${label} (${nth})`)
  }
}

/** `<td align="right">` → `<td class="right">` */
function alignByClass(attributes: Map<string, string | undefined>): void {
  const style = attributes.get('style')
  const side = (style?.replace('text-align:', '') ?? attributes.get('align') ?? '').toLowerCase()
  if (!/^(?:left|center|right)$/.test(side)) return
  attributes.delete('style')
  attributes.delete('align')
  attributes.set('class', `${attributes.get('class') ?? ''} ${side}`.trim())
}

const notText = new RegExp(`<sup class="footnote-ref">.*?</sup>|${anyTag.source}`, 'g')

/** Text with alt texts, but without footnote marks. */
function textIn(html: string): string {
  const shown = html.replace(notText, (tag) =>
    tag === '<br>' ? ' ' : (/^<img\b.* alt="([^"]*)"/.exec(tag)?.[1] ?? ''),
  )
  return decodeHTML(shown)
}

const longestName = 80

/** Joins texts up to a length that suits a screen reader. */
function tableName(texts: readonly string[]): string {
  const filled = texts.map(oneLine).filter((text) => text !== '')
  let name = ''
  for (const text of filled) {
    if (name !== '' && name.length + text.length > longestName) break
    name = name === '' ? text : `${name}, ${text}`
  }
  return name
}
