import { expect, test } from 'vitest'
import type { Post } from '../../src/archive/model.ts'
import { postHtml } from '../../src/representations/html.ts'
import { postWithBodyJson } from '../../src/representations/json.ts'
import { postTwin } from '../../src/representations/markdown.ts'
import type { Published } from '../../src/representations/published.ts'
import { build, found, post } from '../archive/build.ts'

const dates = 'published: 2026-11-01\nmodified: 2026-11-15T08:30:00Z\n'
const changes = 'A <wrong> figure: 12 is 21.'

async function written(front: string): Promise<[Post, Published]> {
  const archive = await build({ 'posts/week-01.md': post('Text.', front) })
  return [found(archive.posts[0]), archive]
}

const facts = (html: string) => /<header class="opening">(.*?)<\/header>/s.exec(html)?.[1] ?? ''

test('a page is not revised on the day it was published', async () => {
  const sameDay = 'published: 2026-11-15\nmodified: 2026-11-15\nchanges: "One typo."\n'
  expect(facts(postHtml(...(await written(sameDay))))).not.toMatch(/revised/i)
})

test('a page says when it was revised together with what changed', async () => {
  const html = postHtml(...(await written(`${dates}changes: "${changes}"\n`)))
  const shown = facts(html).replaceAll(/<[^>]*>/g, '')
  expect(shown).toContain('Revised 15 November 2026: A &lt;wrong&gt; figure: 12 is 21.')
})

test('and not on the day that it was published, in whatever zone that was', async () => {
  for (const modified of ['2026-11-01', '2026-11-01T23:30:00-05:00', '2026-11-01T00:30:00+09:00']) {
    const front = `published: 2026-11-01\nmodified: ${modified}\nchanges: "${changes}"\n`
    expect(facts(postHtml(...(await written(front)))), modified).not.toMatch(/revised/i)
  }
})

test('and not when its author does not say', async () => {
  expect(facts(postHtml(...(await written(dates))))).not.toMatch(/revised/i)
})

test('the twin carries what changed; the JSON has the fields of the contract and no other', async () => {
  const revised = await written(`${dates}changes: "${changes}"\n`)
  const plain = await written(dates)
  expect(postTwin(...revised)).toContain(`\nchanges: "${changes}"\n`)
  expect(postTwin(...plain)).not.toContain('changes')
  expect(postWithBodyJson(...revised)).toEqual(postWithBodyJson(...plain))
})
