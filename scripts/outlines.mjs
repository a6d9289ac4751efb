// Bundles the glyph outlines of a font as text, in font units, so that cards are the same on every machine: `import outlines from
// '@fontsource/source-serif-4?outlines'`. `src/pages/card/glyphs.ts` reads it.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { openSync } from 'fontkit'

/**
 * Three lines, each of lists of numbers that spaces divide: contours; glyphs; and in turns, some letters and how much closer to each of them,
 * or further from it, others are than its width says.
 */
export function outlines(/** @type {string} */ folder) {
  const glyphs = new Map()
  const contours = new Map()
  const pairs = []
  for (const file of readdirSync(folder)
    .filter((name) => /-600-normal\.woff2$/.test(name))
    .sort()) {
    const font = openSync(join(folder, file))
    for (const code of font.characterSet) {
      if (glyphs.has(code) || !isWritten(code)) continue
      const { advanceWidth, path } = font.glyphForCodePoint(code)
      const parts = contoursOf(path.commands).map(({ x, y, points }) => {
        const written = numbers(points)
        if (!contours.has(written)) contours.set(written, contours.size)
        return [contours.get(written), signed(x), signed(y)]
      })
      glyphs.set(code, numbers([code, advanceWidth, ...parts.flat()]))
    }
    pairs.push(...pairsOf(font))
  }
  const inOrder = [...glyphs].sort(([a], [b]) => a - b).map(([, written]) => written)
  return [[...contours.keys()], inOrder, pairs].map((list) => list.join(' ')).join('\n')
}

/** Marks that combine need places on other letters; whoever draws composes them before. The last are no characters. */
function isWritten(/** @type {number} */ code) {
  return code >= 0x20 && !(code >= 0x300 && code < 0x370) && code < 0xfe00
}

/**
 * As in TrueType: points, each relative to the one before, its first number odd where it is off the curve; between two of those, the curve
 * passes the middle.
 */
function contoursOf(/** @type {{ command: string, args: number[] }[]} */ commands) {
  const found = []
  let /** @type {{ x: number, y: number, off: boolean }[]} */ points = []
  for (const { command, args } of commands) {
    const [a = 0, b = 0, c = 0, d = 0] = args.map(Math.round)
    if (command === 'moveTo') points = [{ x: a, y: b, off: false }]
    if (command === 'lineTo') points.push({ x: a, y: b, off: false })
    if (command === 'quadraticCurveTo') points.push({ x: a, y: b, off: true }, { x: c, y: d, off: false })
    if (command === 'bezierCurveTo') throw new Error('the outlines of the font are not quadratic')
    if (command === 'closePath') found.push(points)
  }
  return found.map((all) => {
    const [first = { x: 0, y: 0 }] = all
    const isImplied = (/** @type {number} */ at) => {
      const [before, here, after] = [all[at - 1], all[at], all[(at + 1) % all.length]]
      return (
        before?.off &&
        after?.off &&
        isMiddle(before.x, here?.x, after.x) &&
        isMiddle(before.y, here?.y, after.y)
      )
    }
    const kept = all.filter(
      (point, at) => at === 0 || !(isImplied(at) || (at === all.length - 1 && isAt(point, first))),
    )
    let [x, y] = [first.x, first.y]
    const relative = kept.slice(1).flatMap((point) => {
      const step = [2 * signed(point.x - x) + Number(point.off), signed(point.y - y)]
      ;[x, y] = [point.x, point.y]
      return step
    })
    return { x: first.x, y: first.y, points: relative }
  })
}

/** Within what rounding does. */
function isMiddle(/** @type {number} */ a, middle = 0, /** @type {number} */ b) {
  return Math.abs((a + b) / 2 - middle) <= 0.5
}

function isAt(/** @type {{ x: number, y: number }} */ one, /** @type {{ x: number, y: number }} */ other) {
  return one.x === other.x && one.y === other.y
}

const letters =
  /[A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u00ff\u0391-\u03c9\u0401\u0410-\u044f\u0451.,:;!?'"()\u2013\u2014\u2018-\u201e«»-]/

/** Fewer units than this are less than a point at any size that is drawn. */
const leastShift = 8

/**
 * Letters that all others stand beside in the same way are one entry: how many they are, which, and how far each
 * other letter is moved; codes are relative to the one before.
 */
function pairsOf(/** @type {import('fontkit').Font} */ font) {
  const codes = font.characterSet.filter((code) => letters.test(String.fromCodePoint(code)))
  const byShifts = new Map()
  for (const left of codes) {
    const text = codes.map((right) => String.fromCodePoint(left, right)).join('')
    const { advanceWidth } = font.glyphForCodePoint(left)
    const { positions } = font.layout(text, { kern: true, liga: false, clig: false, calt: false })
    if (positions.length !== 2 * codes.length) throw new Error('letters of the font are joined')
    let before = 0
    const shifts = codes.flatMap((right, nth) => {
      const shift = (positions[2 * nth]?.xAdvance ?? advanceWidth) - advanceWidth
      if (Math.abs(shift) < leastShift) return []
      const step = right - before
      before = right
      return [step, signed(shift)]
    })
    const same = byShifts.get(shifts.join()) ?? { members: [], shifts }
    byShifts.set(shifts.join(), same)
    same.members.push(left)
  }
  const moving = [...byShifts.values()].filter(({ shifts }) => shifts.length > 0)
  return moving.flatMap(({ members, shifts }) => [numbers(members), numbers(shifts)])
}

const signed = (/** @type {number} */ value) => (value < 0 ? -2 * value - 1 : 2 * value)

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Five bits a character, the lowest first; the sixth says that more follow. */
function numbers(/** @type {number[]} */ values) {
  return values.map(number).join('')
}

function number(/** @type {number} */ value) {
  let written = ''
  let rest = value
  while (rest > 31) {
    written += digits[32 + (rest % 32)]
    rest = Math.floor(rest / 32)
  }
  return written + digits[rest]
}
