import type { Token } from 'markdown-it'
import { plainText } from './markdown.ts'

/** What can be quoted from a body: a sentence, a row of a table, a line of code, a heading. */
export interface Unit {
  readonly kind: 'prose' | 'table' | 'code' | 'heading'
  /** Plain text, in one line. */
  readonly text: string
  /** The nearest heading above it, or itself; '' above the first. */
  readonly heading: string
  /** The fragment that addresses that heading. */
  readonly anchor: string
}

/** A parsed body in units, in order. A footnote stands under the heading from which it is first referred to. */
export function unitsOf(tokens: readonly Token[]): Unit[] {
  const units: Unit[] = []
  const referred = new Map<unknown, Pick<Unit, 'heading' | 'anchor'>>()
  let place = { heading: '', anchor: '' }
  let headers: string[] = []
  let cells: string[] = []
  const add = (kind: Unit['kind'], text: string) => {
    if (text !== '') units.push({ kind, text, ...place })
  }
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'inline') {
      const children = token.children ?? []
      const text = inOneLine(plainText(children))
      const opening = tokens[index - 1]
      if (opening?.type === 'heading_open') {
        place = { heading: text, anchor: opening.attrGet('id') ?? '' }
        units.push({ kind: 'heading', text, ...place })
      } else if (opening?.type === 'th_open') headers.push(text)
      else if (opening?.type === 'td_open') cells.push(text)
      else for (const sentence of sentences(text)) add('prose', sentence)
      for (const { type, meta } of children) {
        if (type === 'footnote_ref' && !referred.has(meta?.id)) referred.set(meta?.id, place)
      }
    } else if (token.type === 'fence' || token.type === 'code_block') {
      for (const line of token.content.split('\n')) add('code', inOneLine(line))
    } else if (token.type === 'table_open') headers = []
    else if (token.type === 'tr_open') cells = []
    else if (token.type === 'tr_close') add('table', row(headers, cells))
    else if (token.type === 'footnote_open') place = { ...place, ...referred.get(token.meta?.id) }
  }
  return units
}

function row(headers: readonly string[], cells: readonly string[]): string {
  const named = cells.map((cell, at) => (cell !== '' && headers[at] ? `${headers[at]}: ${cell}` : cell))
  return named.filter((cell) => cell !== '').join('; ')
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/**
 * Plain text by sentence, in one pass. Written here because `Intl.Segmenter` cuts as its machine's ICU does, and what is made
 * of the sentences is published: the same content gives the same bytes. Where in doubt it does not cut.
 */
export function sentences(text: string): string[] {
  const found: string[] = []
  let start = 0
  for (let at = nextStop(text, 0); at !== -1; ) {
    let end = at + 1
    while (end < text.length && (isStop(text.charAt(end)) || closing.includes(text.charAt(end)))) end++
    if (endsSentence(text, start, at, end)) {
      found.push(text.slice(start, end).trim())
      start = end
    }
    at = nextStop(text, end)
  }
  found.push(text.slice(start).trim())
  return found.filter((sentence) => sentence !== '')
}

const stop = /[.!?…。！？｡।؟۔]/g

function nextStop(text: string, from: number): number {
  stop.lastIndex = from
  return stop.exec(text)?.index ?? -1
}

const isStop = (character: string) => '.!?…'.includes(character) || unspacedStops.includes(character)
/** Chinese and Japanese have no space behind them; Hindi, Urdu and Arabic do, and their letters no case. */
const unspacedStops = '。！？｡।؟۔'
const closing = '"\'”’)]}»」』）】'
const opening = '"\'“‘([{«¿¡「『'

/** Whether the stops and closing marks from `at` to `end` end the sentence that began at `start`. */
function endsSentence(text: string, start: number, at: number, end: number): boolean {
  if (unspacedStops.includes(text.charAt(at))) return true
  if (end < text.length && !isSpace(text.charAt(end))) return false
  let next = end
  while (next < text.length && (isSpace(text.charAt(next)) || opening.includes(text.charAt(next)))) next++
  if (isLower(text.charAt(next))) return false
  // "...", "?!" and a closing mark are no part of an abbreviation.
  return text.charAt(at) !== '.' || end > at + 1 || !isAbbreviated(text, start, at, next)
}

/** Whether the full stop at `at` only shortens the word before it. `next` is where the next word starts. */
function isAbbreviated(text: string, start: number, at: number, next: number): boolean {
  let from = at
  while (from > start && at - from < 12 && isWordlike(text.charAt(from - 1))) from--
  const word = text.slice(from, at)
  const name = word.toLowerCase()
  if (always.has(name)) return true
  const following = wordAt(text, next)
  if (beforeNumbers.has(name)) return isDigit(following.charAt(0)) || isRoman(following)
  if (isNumber(word)) return text.slice(start, from).trim() === '' // "1. First"
  const dotted = word.includes('.') && word.split('.').every((part) => part.length === 1)
  const initial = word.length === 1 && !isLower(word) && word !== 'I'
  return (dotted || initial || often.has(name)) && !openers.has(following.toLowerCase())
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))

/** Never at the end of a sentence. */
const always = words(
  'dr mr mrs ms prof st mt rev hon gen col sgt capt lt gov sen rep pres vs v cf viz e.g i.e eg ie approx ca ed eds esp incl resp',
)
/** Shortened before a number; `no` and `mar` are words, too. */
const beforeNumbers = words(
  'no nos nr p pp fig figs tab eq eqs sec secs ch vol vols art arts ver jan feb mar apr jun jul aug sep sept oct nov dec',
)
/** At the end or not, as the next word shows. */
const often = words('al inc ltd co corp jr sr bros dept univ assn est ph.d')
const openers = words(
  'the a an this that these those it its he she they we i you my our his her their in on at by for from to with but and or so as ' +
    'if when while after before since there here what why how not no however most many some all one two each then',
)

function wordAt(text: string, from: number): string {
  let end = from
  while (end < text.length && end - from < 12 && isWordlike(text.charAt(end))) end++
  return text.slice(from, end).replace(/\.$/, '')
}

/** Letters of any script, digits and full stops; by ranges, as in words.ts. */
function isWordlike(character: string): boolean {
  return /[A-Za-z0-9.\u00c0-\u1fff\u2c00-\ud7ff]/.test(character)
}

function isNumber(word: string): boolean {
  return /^[0-9]{1,3}$/.test(word)
}

function isRoman(word: string): boolean {
  return /^[IVXLC]{1,6}$/.test(word)
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9'
}

function isSpace(character: string): boolean {
  return character === ' ' || character === '\u00a0' || character === '\t' || character === '\n'
}

function isLower(character: string): boolean {
  return character !== character.toUpperCase() && character === character.toLowerCase()
}
