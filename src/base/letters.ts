/** Lower-case Latin letters that Unicode does not decompose, in ASCII. */
export const latinLetters: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ł: 'l', ŧ: 't', þ: 'th' },
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const isAscii = /^[\x00-\x7f]*$/
const replacements: Readonly<Record<string, string>> = {
  ...latinLetters,
  ...{ ς: 'σ', ё: 'е', أ: 'ا', إ: 'ا', آ: 'ا', ٱ: 'ا', ى: 'ي' },
}
/** Also drops Arabic vowel signs and tatweel. */
const foldedLetters = new RegExp(
  `[${Object.keys(replacements).join('')}]|[\\u0640\\u064b-\\u065f\\u0670]`,
  'g',
)

/** Lowercases and removes Latin diacritics and Arabic vowel signs; unifies letters that writers interchange. */
export function fold(word: string): string {
  const lower = word.toLowerCase()
  if (isAscii.test(lower)) return lower
  return lower
    .normalize('NFD')
    .replaceAll(/(?<=[a-z\u00df-\u024f])[\u0300-\u036f]+/g, '')
    .normalize('NFC')
    .replaceAll(foldedLetters, (letter) => replacements[letter] ?? '')
}

/** Thai, Lao, Burmese and Khmer; radicals; iteration marks and zero; kana without the middle dot, and Bopomofo; Han and signs in its form. */
const unspaced =
  /[\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0edf\u1000-\u109f\u1780-\u17d3\u2e80-\u2fdf\u3005-\u3007\u3041-\u30fa\u30fc-\u312f\u31a0-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]/u

/** Whether a script separates no words. Uses fixed ranges, because `\p{…}` and Intl change with the runtime's Unicode version. */
export const isUnspaced = (codePoint: number): boolean =>
  codePoint >= 0x0e01 && unspaced.test(String.fromCodePoint(codePoint))

const hangul = /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]/u

/** Korean has spaces, but words carry their endings, so search splits it like unspaced scripts. */
export const isHangul = (codePoint: number): boolean =>
  codePoint >= 0x1100 && hangul.test(String.fromCodePoint(codePoint))
