import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { charts, draw, fileOf } from '../scripts/charts.mjs'
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
  '%s shows what the table in its post says',
  (_, chart) => expect(readFileSync(fileOf(chart), 'utf8'), 'run `npm run figures`').toBe(draw(chart)),
)

test('every chart of the archive is one of these, and stands beside the table it was drawn from', () => {
  const pictures = readdirSync(`${archive}assets`)
  expect(pictures.sort()).toEqual(charts.map((chart) => basename(fileOf(chart))).sort())
  for (const chart of charts) {
    expect(posts.get(chart.post)).toContain(`](../assets/${basename(fileOf(chart))})`)
  }
})
