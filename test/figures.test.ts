import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { charts, dataOf, draw, fileOf } from '../scripts/charts.mjs'
import { base } from '../scripts/commands.mjs'
import { measured } from '../scripts/measured.mjs'
import { compile, folder } from '../src/compile.ts'
import { listen } from '../src/runtime/node/listen.ts'
import { serve } from '../src/serve.ts'

const archive = fileURLToPath(new URL('../archive/', import.meta.url))
const posts = new Map(
  readdirSync(`${archive}posts`).map((name) => [
    name.slice(0, -3),
    readFileSync(`${archive}posts/${name}`, 'utf8'),
  ]),
)
const { value: snapshot } = await compile(folder(archive), { baseUrl: base })
if (!snapshot) throw new Error('the archive in archive/ is not published')
const server = await listen({ handler: serve(snapshot), port: 0, host: '127.0.0.1' })
afterAll(() => server.close())
const now = await measured(posts, server.port)

test.each([...posts])('%s prints what the archive answers', (id, markdown) => {
  expect(markdown, 'run `npm run figures`').toBe(now.get(id))
})

test('a figure that is wrong, and an output that is wrong, are found', async () => {
  const wrong = (posts.get('week-06') ?? '')
    .replace(/(\| `\/llms\.txt` \| )[\d,]+/, '$17')
    .replace(/^\d+ links, 0 with faults$/m, '3 links')
  expect(wrong).toMatch(/^3 links$/m)
  const fixed = await measured(new Map([['week-06', wrong]]), server.port)
  expect(fixed.get('week-06')).toBe(now.get('week-06'))
})

test.each(charts.map((chart) => [basename(fileOf(chart)), chart] as const))(
  '%s shows what the tables of its post and the data beside it say',
  (_, chart) => expect(readFileSync(fileOf(chart), 'utf8'), 'run `npm run figures`').toBe(draw(chart)),
)

test('every chart of the archive is one of these, and is shown in its post', () => {
  const pictures = readdirSync(`${archive}assets`).filter((name) => name.endsWith('.svg'))
  expect(pictures.sort()).toEqual(charts.map((chart) => basename(fileOf(chart))).sort())
  for (const chart of charts) {
    expect(posts.get(chart.post)).toContain(`](../assets/${basename(fileOf(chart))})`)
  }
})

test('data that a chart was drawn from are published with it', () => {
  const data = readdirSync(`${archive}assets`).filter((name) => name.endsWith('.csv'))
  const drawn = charts.filter((chart) => existsSync(dataOf(chart)))
  expect(data.sort()).toEqual(drawn.map((chart) => basename(dataOf(chart))).sort())
  expect(drawn.length).toBeGreaterThan(0)
  for (const chart of drawn) {
    expect(posts.get(chart.post), 'links to its data').toContain(`](../assets/${basename(dataOf(chart))})`)
  }
})
