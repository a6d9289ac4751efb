/**
 * Text as it is compared: NFKC, lower case, without the diacritics of Latin letters, without controls, marks of direction,
 * variation selectors and lone surrogates; every quotation mark straight. Unicode promises that the NFKC of an assigned
 * character never changes, so machines of different ages agree.
 */
export interface Normal {
  readonly text: string
  /** From here on a run of the original is longer or shorter in `text`; empty for most texts. */
  readonly shifts: readonly Shift[]
}

/** A run of characters in the normal text, and the run of the original it came from. */
interface Shift {
  readonly start: number
  readonly end: number
  readonly from: number
  readonly to: number
}

export function normalise(original: string): Normal {
  let at = 0
  while (at < original.length && isPlain(original.charCodeAt(at))) at++
  if (at === original.length) return { text: original.toLowerCase(), shifts: [] }
  const shifts: Shift[] = []
  let text = ''
  let done = 0
  while (at < original.length) {
    // A combining mark changes the letter before it.
    const from = at > done && isMark(original.charCodeAt(at)) ? at - 1 : at
    while (at < original.length && !isPlain(original.charCodeAt(at))) at++
    text += original.slice(done, from).toLowerCase()
    const run = normaliseRun(original.slice(from, at))
    if (run.length !== at - from) {
      shifts.push({ start: text.length, end: text.length + run.length, from, to: at })
    }
    text += run
    done = at
    while (at < original.length && isPlain(original.charCodeAt(at))) at++
  }
  return { text: text + original.slice(done).toLowerCase(), shifts }
}

/** The part of the original that a part of the normal text came from. */
export function originalRange({ shifts }: Normal, start: number, end: number): [start: number, end: number] {
  return [originalOffset(shifts, start, false), originalOffset(shifts, end, true)]
}

/** Inside a run that changed its length no character can be told from another: the whole run stands for each. */
function originalOffset(shifts: readonly Shift[], offset: number, isEnd: boolean): number {
  let moved = 0
  for (const { start, end, from, to } of shifts) {
    if (isEnd ? offset <= start : offset < start) break
    if (isEnd ? offset <= end : offset < end) return isEnd ? to : from
    moved = to - end
  }
  return offset + moved
}

/** ASCII without controls, and the white space among them. */
function isPlain(unit: number): boolean {
  return unit < 0x7f && (unit >= 0x20 || unit === 0x0a || unit === 0x09 || unit === 0x0d)
}

function isMark(unit: number): boolean {
  return unit >= 0x300 && unit < 0x370
}

function normaliseRun(run: string): string {
  const folded = run
    .replaceAll(/[\u2122\u2120\u200b]/g, ' ') // ™ and ℠ would become letters of the word before them
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/(?<=[a-z\u00df-\u024f])[\u0300-\u036f]+/g, '')
    .normalize('NFC')
  return folded.replaceAll(odd, (one) => instead[one] ?? '')
}

const instead: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ł: 'l', ŧ: 't', þ: 'th', ς: 'σ' },
  ...{ '‘': "'", '’': "'", '‛': "'", ʼ: "'", '“': '"', '”': '"', '„': '"', '‟': '"', '«': '"', '»': '"' },
}

/** What is replaced, and what is dropped: marks that made no letter with another, controls, and what nobody sees. */
const odd = new RegExp(
  `[${Object.keys(instead).join('')}]|[\\0-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\xad\\u200c-\\u200f\\u202a-\\u202e\\u2060-\\u206f]|` +
    '[\\u0300-\\u036f\\ufe00-\\ufe0f\\ufeff\\ufff9-\\ufffb]|\\p{Surrogate}',
  'gu',
)
