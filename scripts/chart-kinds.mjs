// The kinds of picture that a chart of the archive can be. Each is a function of its rows alone.
import {
  bar,
  dot,
  frame,
  key,
  round,
  rule,
  slanted,
  text,
  thousands,
  top,
  width,
  widthOf,
} from './chart-parts.mjs'

/** @import { Row } from './charts.mjs' */

const step = 30

/**
 * A dot for each row, by its two values; the first is on a logarithmic scale.
 * @param {string} title @param {[string, string]} axes @param {readonly Row[]} rows @param {RegExp} own
 */
export function scatter(title, [across, up], rows, own) {
  const [left, right, base] = [56, width - 110, 330]
  const xs = rows.map(({ values: [x = 1] }) => Math.log10(x))
  const ys = rows.map(({ values: [, y = 0] }) => y)
  const [low, high] = [Math.floor(Math.min(...xs)), Math.ceil(Math.max(...xs))]
  const most = Math.ceil(Math.max(...ys) * 10) / 10
  const x = (/** @type {number} */ value) => left + ((right - left) * (value - low)) / (high - low)
  const y = (/** @type {number} */ value) => base - ((base - top) * value) / most
  const powers = Array.from({ length: high - low + 1 }, (_, at) => low + at)
  const tenths = Array.from({ length: Math.round(most * 10) + 1 }, (_, at) => at / 10)
  return frame(title, base + 48, [
    ...powers.flatMap((power) => [
      rule(x(power), top, x(power), base),
      text(x(power), base + 20, `${10 ** power}`, 'middle', 'soft'),
    ]),
    ...tenths.flatMap((tenth) => [
      rule(left, y(tenth), right, y(tenth)),
      text(left - 8, y(tenth) + 5, tenth.toFixed(1), 'end', 'soft'),
    ]),
    text(0, top - 14, up, 'start', 'soft'),
    text(right, base + 40, across, 'end', 'soft'),
    ...rows.flatMap(({ label, values: [time = 1, quality = 0] }) => [
      dot(x(Math.log10(time)), y(quality), own.test(label)),
      text(x(Math.log10(time)) + 11, y(quality) + 5, `${label} ${quality}`, 'start'),
    ]),
  ])
}

/**
 * Two bars for each row, away from one line in the middle: the first value to the left, the second to the right.
 * @param {string} title @param {[string, string]} sides @param {readonly Row[]} rows
 */
export function opposed(title, [minus, plus], rows) {
  const left = widthOf(rows)
  const most = Math.max(...rows.map(({ values: [a = 0] }) => a))
  const more = Math.max(...rows.map(({ values: [, b = 0] }) => b))
  const unit = (width - left - 76) / (most + more)
  const middle = left + 38 + most * unit
  return frame(title, top + rows.length * step + 10, [
    text(middle - 8, top - 12, minus, 'end', 'soft'),
    text(middle + 8, top - 12, plus, 'start', 'soft'),
    ...rows.flatMap(({ label, values: [a = 0, b = 0] }, at) => {
      const y = top + at * step
      return [
        text(left - 10, y + 19, label, 'end'),
        bar(middle - a * unit, y + 5, a * unit),
        bar(middle, y + 5, b * unit, 'own'),
        text(middle - a * unit - 6, y + 19, `${a}`, 'end'),
        text(middle + b * unit + 6, y + 19, `${b}`, 'start'),
      ]
    }),
    rule(middle, top - 2, middle, top + rows.length * step, 'axis'),
  ])
}

/**
 * The same with the names of the rows in the middle, for two things that are measured alike.
 * @param {string} title @param {[string, string]} sides @param {readonly Row[]} rows
 */
export function mirrored(title, [first, second], rows) {
  const gap = widthOf(rows) + 14
  const most = Math.max(...rows.flatMap(({ values }) => values))
  const unit = (width - gap - 96) / 2 / most
  const [from, to] = [(width - gap) / 2, (width + gap) / 2]
  return frame(title, top + rows.length * step + 10, [
    text(from, top - 12, first, 'end', 'soft'),
    text(to, top - 12, second, 'start', 'soft'),
    ...rows.flatMap(({ label, values: [a = 0, b = 0] }, at) => {
      const y = top + at * step
      return [
        text(width / 2, y + 19, label, 'middle'),
        bar(from - a * unit, y + 5, a * unit),
        bar(to, y + 5, b * unit, 'own'),
        text(from - a * unit - 6, y + 19, a.toFixed(0), 'end'),
        text(to + b * unit + 6, y + 19, b.toFixed(0), 'start'),
      ]
    }),
  ])
}

/**
 * A dot where a row has a one, under the names of the columns; a line after the first `group` rows.
 * @param {string} title @param {readonly string[]} columns @param {number} group @param {readonly Row[]} rows
 */
export function matrix(title, columns, group, rows) {
  const [left, head] = [widthOf(rows), 110]
  const x = (/** @type {number} */ column) =>
    left + 14 + ((width - left - 60) * column) / (columns.length - 1)
  const y = (/** @type {number} */ row) => head + row * 25 + (row >= group ? 18 : 0)
  return frame(title, y(rows.length) + 6, [
    ...columns.map((name, column) => slanted(x(column) + 4, head - 16, name)),
    rule(0, y(group) - 21, width, y(group) - 21, 'axis'),
    ...rows.flatMap(({ label, values }, row) => [
      text(left - 10, y(row) + 5, label, 'end'),
      rule(left, y(row), width, y(row)),
      ...values.map((value, column) => (value ? dot(x(column), y(row), row < group) : '')),
    ]),
  ])
}

/**
 * Two dots for each row, on one scale.
 * @param {string} title @param {[string, string]} names @param {readonly Row[]} rows
 */
export function pairs(title, [first, second], rows) {
  const left = widthOf(rows)
  const most = Math.ceil(Math.max(...rows.flatMap(({ values }) => values)))
  const base = top + rows.length * step
  const x = (/** @type {number} */ value) => left + ((width - left - 24) * value) / most
  const marks = Array.from({ length: Math.floor(most / 2) + 1 }, (_, at) => at * 2)
  return frame(title, base + 34, [
    ...key([
      [first, ''],
      [second, 'own'],
    ]),
    ...marks.flatMap((mark) => [
      rule(x(mark), top, x(mark), base),
      text(x(mark), base + 20, `${mark}`, 'middle', 'soft'),
    ]),
    ...rows.flatMap(({ label, values: [a = 0, b = 0] }, at) => {
      const y = top + at * step + 15
      return [
        text(left - 12, y + 5, label, 'end'),
        rule(x(a), y, x(b), y, 'axis'),
        dot(x(a), y, false),
        dot(x(b), y, true),
      ]
    }),
  ])
}

/**
 * The values of a row, one after another in one bar.
 * @param {string} title @param {readonly string[]} names @param {readonly Row[]} rows
 */
export function stacks(title, names, rows) {
  const kinds = ['', 'mid', 'own']
  const left = widthOf(rows)
  const sums = rows.map(({ values }) => values.reduce((sum, value) => sum + value, 0))
  const unit = (width - left - 64) / Math.max(...sums)
  return frame(title, top + rows.length * (step + 8) + 8, [
    ...key(names.map((name, at) => [name, kinds[at] ?? ''])),
    ...rows.flatMap(({ label, values }, at) => {
      const y = top + at * (step + 8)
      let from = left
      const parts = values.map((value, part) => {
        const drawn = bar(from, y + 4, value * unit - 2, kinds[part], 26)
        from += value * unit
        return drawn
      })
      return [
        text(left - 10, y + 22, label, 'end'),
        ...parts,
        text(from + 6, y + 22, thousands(sums[at] ?? 0), 'start'),
      ]
    }),
  ])
}

/**
 * A line for each row, from one column to the next, over a line that stands for 1.
 * @param {string} title @param {readonly string[]} columns @param {string} one @param {readonly Row[]} rows
 */
export function slopes(title, columns, one, rows) {
  const [left, right, base] = [96, width - 84, 300]
  const most = Math.max(...rows.flatMap(({ values }) => values))
  const x = (/** @type {number} */ at) => left + ((right - left) * at) / (columns.length - 1)
  const y = (/** @type {number} */ value) => base - ((base - top - 20) * value) / most
  return frame(title, base + 34, [
    ...columns.flatMap((column, at) => [
      rule(x(at), top, x(at), base),
      text(x(at), base + 20, column, 'middle', 'soft'),
    ]),
    rule(left, y(1), right, y(1), 'axis'),
    text(left - 14, y(1) + 5, one, 'end'),
    ...rows.flatMap(({ label, values }, at) => [
      `<path class="${at === 0 ? 'own line' : 'line'}" d="M${values.map((value, column) => `${round(x(column))} ${round(y(value))}`).join('L')}"/>`,
      ...values.map((value, column) => dot(x(column), y(value), at === 0)),
      ...values.map((value, column) => text(x(column), y(value) - 14, value.toFixed(1), 'middle')),
      text(right + 16, y(values.at(-1) ?? 0) + 5, label, 'start'),
    ]),
  ])
}

/**
 * A bar for each row along an axis of whole numbers, without names.
 * @param {string} title @param {string} axis @param {readonly Row[]} rows
 */
export function steps(title, axis, rows) {
  const [left, base] = [56, 300]
  const most = Math.max(...rows.map(({ values: [value = 0] }) => value))
  const unit = (width - left - 12) / rows.length
  const y = (/** @type {number} */ value) => base - ((base - top) * value) / most
  const marks = Array.from({ length: Math.floor(most / 500) + 1 }, (_, at) => at * 500)
  return frame(title, base + 50, [
    ...marks.flatMap((mark) => [
      rule(left, y(mark), width - 12, y(mark)),
      text(left - 8, y(mark) + 5, thousands(mark), 'end', 'soft'),
    ]),
    ...rows.flatMap(({ label, values: [value = 0] }, at) => {
      const x = left + at * unit
      const named = Number(label) % 4 === 0
      const sign = Number(label) > 0 ? `+${label}` : label.replace('-', '−')
      return [
        `<rect class="${label === '0' ? 'own' : ''}" x="${round(x + 1.5)}" y="${round(y(value))}" width="${round(unit - 3)}" height="${round(base - y(value))}"/>`,
        ...(named ? [text(x + unit / 2, base + 19, sign, 'middle', 'soft')] : []),
      ]
    }),
    text(width - 12, base + 40, axis, 'end', 'soft'),
  ])
}
