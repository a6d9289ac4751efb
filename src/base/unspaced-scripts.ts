/** Whether a script separates no words. Uses fixed ranges, because `\p{…}` and Intl change with the runtime's Unicode version. */
export function isUnspaced(codePoint: number): boolean {
  return codePoint >= first && unspaced.some(([from, to]) => codePoint >= from && codePoint <= to)
}

/** Korean has spaces, but words carry their endings, so search splits it like unspaced scripts. */
export function isHangul(codePoint: number): boolean {
  return codePoint >= 0x1100 && hangul.some(([from, to]) => codePoint >= from && codePoint <= to)
}

type Range = readonly [first: number, last: number]

const unspaced: readonly Range[] = [
  [0x0e01, 0x0e3a], // Thai
  [0x0e40, 0x0e4e],
  [0x0e81, 0x0edf], // Lao
  [0x1000, 0x109f], // Burmese
  [0x1780, 0x17d3], // Khmer
  [0x2e80, 0x2fdf], // radicals
  [0x3005, 0x3007], // iteration marks and zero
  [0x3041, 0x30fa], // kana, without the middle dot
  [0x30fc, 0x312f], // and Bopomofo
  [0x31a0, 0x9fff], // Han, and signs in its form
  [0xf900, 0xfaff],
  [0x20000, 0x3ffff],
]
const first = 0x0e01

const hangul: readonly Range[] = [
  [0x1100, 0x11ff],
  [0x3130, 0x318f],
  [0xac00, 0xd7af],
]
