import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { charts, draw, fileOf } from '../scripts/figures.mjs'

test.each(charts.map((chart) => [basename(fileOf(chart)), chart] as const))(
  '%s shows what the table in its post says',
  (_, chart) => expect(readFileSync(fileOf(chart), 'utf8'), 'run `npm run figures`').toBe(draw(chart)),
)

test('every chart of the archive is one of these, and stands beside the table it was drawn from', () => {
  const pictures = readdirSync(new URL('../archive/assets/', import.meta.url))
  expect(pictures.sort()).toEqual(charts.map((chart) => basename(fileOf(chart))).sort())
  for (const chart of charts) {
    const post = readFileSync(new URL(`../archive/posts/${chart.post}.md`, import.meta.url), 'utf8')
    expect(post).toContain(`](../assets/${basename(fileOf(chart))})`)
  }
})
