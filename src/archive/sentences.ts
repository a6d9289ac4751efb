/**
 * Plain text by sentence, in one pass. Not by `Intl.Segmenter`, which cuts as its machine's ICU does: what is made of the
 * sentences is published, and the same content gives the same bytes. When in doubt it does not cut. Expressions do the
 * searching: they run as machine code from the start, which loops over characters do only after thousands of sentences.
 */
export function sentences(text: string): string[] {
  const found: string[] = []
  let start = 0
  stops.lastIndex = 0
  for (let match = stops.exec(text); match; match = stops.exec(text)) {
    const end = stops.lastIndex
    if (endsSentence(text, start, match.index, end)) {
      found.push(text.slice(start, end).trim())
      start = end
    }
  }
  found.push(text.slice(start).trim())
  return found.filter((sentence) => sentence !== '')
}

/** Chinese and Japanese have no space after them; Hindi, Urdu and Arabic do, but their letters have no case. */
const unspacedStops = '。！？｡।؟۔'
/** Any stop, with the stops and closing marks after it. */
const stops = new RegExp(`[.!?…${unspacedStops}][.!?…${unspacedStops}"'”’)\\]}»」』）】]*`, 'g')
const spaceAndOpenings = /[ \u00a0\t\n"'“‘([{«¿¡「『]*/y
const space = /[ \u00a0\t\n]/
/** Letters of any script, digits and full stops; by ranges, as in words.ts. */
const wordlike = 'A-Za-z0-9.\\u00c0-\\u1fff\\u2c00-\\ud7ff'
const wordBefore = new RegExp(`[${wordlike}]*$`)
const wordAfter = new RegExp(`[${wordlike}]{0,12}`, 'y')

/** Whether the stops and closing marks from `at` to `end` end the sentence that began at `start`. */
function endsSentence(text: string, start: number, at: number, end: number): boolean {
  if (unspacedStops.includes(text.charAt(at))) return true
  if (end < text.length && !space.test(text.charAt(end))) return false
  spaceAndOpenings.lastIndex = end
  spaceAndOpenings.test(text)
  const next = spaceAndOpenings.lastIndex
  // "...", "?!" and a closing mark are no part of an abbreviation.
  const bare = text.charAt(at) === '.' && end === at + 1
  if (isLower(text.charAt(next))) return bare && isLongWord(text, start, at)
  return !bare || !isAbbreviated(text, start, at, next)
}

/** Names such as npm or nginx are lower case even at the beginning of a sentence: after a word that is no abbreviation, it is one. */
function isLongWord(text: string, start: number, at: number): boolean {
  const word = wordBefore.exec(text.slice(Math.max(start, at - 12), at))?.[0] ?? ''
  return /^[a-z]{5,}$/.test(word) && !always.has(word) && !beforeNumbers.has(word) && !often.has(word)
}

/** Whether the full stop at `at` only shortens the word before it. `next` is where the next word starts. */
function isAbbreviated(text: string, start: number, at: number, next: number): boolean {
  const word = wordBefore.exec(text.slice(Math.max(start, at - 12), at))?.[0] ?? ''
  const name = word.toLowerCase()
  if (always.has(name)) return true
  wordAfter.lastIndex = next
  const following = (wordAfter.exec(text)?.[0] ?? '').replace(/\.$/, '')
  if (beforeNumbers.has(name)) return /^(?:[0-9]|[IVXLC]{1,6}$)/.test(following)
  if (/^[0-9]{1,3}$/.test(word)) return text.slice(start, at - word.length).trim() === '' // "1. First"
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

function isLower(character: string): boolean {
  return character !== character.toUpperCase() && character === character.toLowerCase()
}
