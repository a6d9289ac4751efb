import { decodeHTML, decodeHTMLAttribute } from 'entities'
import { dropped, droppedWhole, isKnownEmbed, isSafe, shown } from './policy.ts'
import {
  type Attribute,
  attributeValue,
  candidates,
  type HtmlReference,
  referencesIn,
  type WrittenTag,
  writtenTags,
} from './tags.ts'

/** A piece of HTML in markdown: what it refers to, what of it will not be shown, and what it says. */
export interface HtmlPiece {
  readonly references: readonly HtmlReference[]
  readonly notes: readonly HtmlNote[]
  readonly text: string
  /** Anchors that it sets, by id or name. */
  readonly ids: readonly string[]
  /** How many elements it leaves open; below zero when it closes some that were opened before. */
  readonly depth: number
  /** How many of its elements a browser leaves open, and how many are open at once at most. */
  readonly left: number
  readonly peak: number
  /** An element that it leaves open, and whose content is not shown. */
  readonly hidden: string | undefined
}

interface HtmlNote {
  readonly offset: number
  readonly message: string
}

/** Reads a piece that begins within an element whose content is not shown, when `hidden` names one. */
export function readHtml(html: string, hidden?: string): HtmlPiece {
  const references: HtmlReference[] = []
  const notes: HtmlNote[] = []
  const ids: string[] = []
  let inside = hidden
  let text = ''
  let done = 0
  let depth = 0
  let peak = 0
  let alone = 0
  for (const tag of writtenTags(html)) {
    depth += change(tag)
    // Browsers open these all the same, but for links, which end each other.
    if (tag.closesItself && !empty.has(tag.name) && tag.name !== 'a') alone++
    peak = Math.max(peak, depth + alone)
    if (inside === undefined) text += `${html.slice(done, tag.start)} `
    done = tag.end
    if (inside !== undefined) {
      if (tag.kind === 'close' && tag.name === inside) inside = undefined
      continue
    }
    references.push(...referencesIn(tag))
    notes.push(...notesOn(tag))
    for (const { name, value } of tag.attributes) if (name === 'id' || name === 'name') ids.push(value)
    if (tag.kind === 'open' && droppedWhole.has(tag.name) && !hasNoContent(tag)) inside = tag.name
  }
  if (inside === undefined) text += html.slice(done)
  return { references, notes, ids, depth, left: depth + alone, peak, hidden: inside, text: plain(text) }
}

/** `Vec<T>`: a name that is no element's, without attributes, is a word that its author forgot to put between backquotes. */
export function forgottenCode(html: string): WrittenTag | undefined {
  const [tag, ...more] = writtenTags(html)
  if (!tag || more.length > 0 || tag.attributes.length > 0) return undefined
  return shown.has(tag.name) || dropped.has(tag.name) || tag.name.includes('-') ? undefined : tag
}

function notesOn({ name, kind, start, attributes }: WrittenTag): HtmlNote[] {
  if (kind === 'close') return []
  if (dropped.has(name)) {
    const src = decodeHTMLAttribute(attributeValue('src', attributes) ?? '')
    if (isKnownEmbed(src) || (name === 'input' && attributeValue('type', attributes) === 'checkbox'))
      return []
    const instead =
      name === 'iframe' && /^(?:https?:)?\/\//i.test(src) ? 'becomes a link to what it shows' : 'is left out'
    return [{ offset: start, message: `<${name}> ${instead}${keepsText(name) ? '; its text is kept' : ''}.` }]
  }
  const unsafe = attributes
    .filter((attribute) => !isHarmless(attribute))
    .map(({ name: key, start: offset }) => ({
      offset,
      message: `The attribute ${key} of <${name}> is left out.`,
    }))
  return shown.has(name)
    ? unsafe
    : [{ offset: start, message: `<${name}> is no element of HTML; its text is kept.` }, ...unsafe]
}

/** Looks and classes go without a word: a page has its own. What would do something is told. */
function isHarmless({ name, value }: Attribute): boolean {
  if (name.startsWith('on')) return false
  const written = decodeHTMLAttribute(value)
  if (name === 'srcset') return candidates(written).every(({ url }) => isSafe('src', url))
  return (name !== 'href' && name !== 'src' && name !== 'poster') || isSafe(name, written)
}

/** Elements that have no content. */
const empty: ReadonlySet<string> = new Set(
  'area base br col embed frame hr img input keygen link meta param source track wbr'.split(' '),
)

/** Elements that may leave out their end. */
const unclosed: ReadonlySet<string> = new Set(
  'p li dt dd td th tr thead tbody tfoot option optgroup colgroup'.split(' '),
)

function hasNoContent({ name, closesItself }: WrittenTag): boolean {
  return closesItself || empty.has(name)
}

function keepsText(name: string): boolean {
  return !droppedWhole.has(name) && !empty.has(name)
}

function change(tag: WrittenTag): number {
  if (hasNoContent(tag) || unclosed.has(tag.name)) return 0
  return tag.kind === 'open' ? 1 : -1
}

/** What is between the tags; comments are for editors. */
function plain(html: string): string {
  let text = ''
  let from = 0
  for (let start = html.indexOf('<!--'); start !== -1; start = html.indexOf('<!--', from)) {
    text += html.slice(from, start)
    const end = html.indexOf('-->', start + 4)
    if (end === -1) return tidy(text)
    from = end + 3
  }
  return tidy(text + html.slice(from))
}

function tidy(text: string): string {
  return decodeHTML(text).replace(/[ \t\u00a0]+/g, ' ')
}
