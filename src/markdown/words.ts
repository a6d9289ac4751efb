import { isUnspaced } from '../base/unspaced-scripts.ts'

/**
 * Words as a reader counts them: runs between white space that hold a letter or a digit; scripts written without
 * spaces count by character. By ranges of code units and not by Intl or \p{…}, whose tables change with the Unicode
 * version of the machine: the count is published, and the same content gives the same bytes.
 */
export function countWords(text: string): number {
  let words = 0
  let counted = false
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (isSpace(unit)) counted = false
    else if (
      (!counted && isWordlike(unit)) ||
      isUnspaced(unit < 0xd800 ? unit : (text.codePointAt(at) ?? 0))
    ) {
      words++
      counted = true
    }
  }
  return words
}

export function minutesToRead(words: number): number {
  return Math.max(1, Math.round(words / wordsPerMinute))
}

/** Silent reading of English prose: 238 words a minute in Brysbaert's meta-analysis of 2019. */
const wordsPerMinute = 238

function isSpace(unit: number): boolean {
  return unit <= 0x20 || unit === 0xa0 || (unit >= 0x2000 && unit <= 0x200a) || unit === 0x3000
}

/** ASCII letters and digits, and everything beyond Latin-1 signs that is not punctuation or a symbol. */
function isWordlike(unit: number): boolean {
  if (unit < 0x80) return (unit >= 0x30 && unit <= 0x39) || ((unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a)
  return (
    unit >= 0xc0 && unit !== 0xd7 && unit !== 0xf7 && !(unit >= 0x2000 && unit <= 0x2bff) && unit < 0xd800
  )
}
