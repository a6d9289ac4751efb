import { expect, test } from 'vitest'
import type { Post } from '../../src/archive/model.ts'
import { postHtml } from '../../src/representations/html.ts'
import { postWithBodyJson } from '../../src/representations/json.ts'
import { postTwinBytes } from '../../src/representations/markdown.ts'
import type { Publication } from '../../src/representations/publication.ts'
import { decodeUtf8 } from '../../src/base/utf8.ts'
import { build, found, post } from '../archive/build.ts'

const dates = 'published: 2026-11-01\nmodified: 2026-11-15T08:30:00Z\n'
const changes = 'A <wrong> figure: 12 is 21.'

async function written(front: string): Promise<[Post, Publication]> {
  const archive = await build({ 'posts/week-01.md': post('Text.', front) })
  return [found(archive.posts[0]), archive]
}

const facts = (html: string) => /<header class="opening">(.*?)<\/header>/s.exec(html)?.[1] ?? ''

test('a page shows no revision on the day of publication', async () => {
  const sameDay = 'published: 2026-11-15\nmodified: 2026-11-15\nchanges: "One typo."\n'
  expect(facts(postHtml(...(await written(sameDay))))).not.toMatch(/revised/i)
})

test('a page shows the date of a revision with its changes', async () => {
  const html = postHtml(...(await written(`${dates}changes: "${changes}"\n`)))
  const shown = facts(html).replaceAll(/<[^>]*>/g, '')
  expect(shown).toContain('Revised 15 November 2026: A &lt;wrong&gt; figure: 12 is 21.')
})

test('a page shows no revision on the day of publication, in any time zone', async () => {
  for (const modified of ['2026-11-01', '2026-11-01T23:30:00-05:00', '2026-11-01T00:30:00+09:00']) {
    const front = `published: 2026-11-01\nmodified: ${modified}\nchanges: "${changes}"\n`
    expect(facts(postHtml(...(await written(front)))), modified).not.toMatch(/revised/i)
  }
})

test('a page shows no revision without `changes`', async () => {
  expect(facts(postHtml(...(await written(dates))))).not.toMatch(/revised/i)
})

test('the twin has `changes`; the JSON only has the fields of the contract', async () => {
  const revised = await written(`${dates}changes: "${changes}"\n`)
  const plain = await written(dates)
  const twinOf = (...of: [Post, Publication]) => decodeUtf8(postTwinBytes(...of))
  expect(twinOf(...revised)).toContain(`\nchanges: "${changes}"\n`)
  expect(twinOf(...plain)).not.toContain('changes')
  expect(postWithBodyJson(...revised)).toEqual(postWithBodyJson(...plain))
})
