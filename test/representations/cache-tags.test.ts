import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Handler } from '../../src/answer/request.ts'
import { got, handlerOf } from '../cli/got.ts'
import { copyOfFixture, fixture } from '../cli/run.ts'

function taggedArchive(): string {
  const dir = copyOfFixture()
  const settings = join(dir, 'archive.yaml')
  writeFileSync(settings, `${readFileSync(settings, 'utf8')}\ncacheTags: true\n`)
  return dir
}

test('`cacheTags` adds Cache-Tag to 200, 304 and HEAD: the post, or `site` for everything else', async () => {
  const options = { baseUrl: 'http://localhost:3000', encodings: ['identity'] } as const
  const tagged = await handlerOf(taggedArchive(), options)
  const tagIn = (handler: Handler, args: readonly string[]) =>
    /^cache-tag: (.*)$/im.exec(
      got(handler, ['-i', ...args])
        .toString()
        .split('\n\n', 1)[0] ?? '',
    )?.[1]
  const tagOf = (...args: string[]) => tagIn(tagged, args)
  for (const path of [
    '/posts/week-01',
    '/posts/week-01.md',
    '/api/v1/posts/week-01.json',
    '/posts/week-01.bib',
  ])
    expect([path, tagOf(path)]).toEqual([path, 'citable, post:week-01'])
  for (const path of ['/', '/index.md', '/api/v1/posts.json', '/feed.xml', '/tags/http', '/search?q=method'])
    expect([path, tagOf(path)]).toEqual([path, 'citable, site'])
  expect(tagOf('/posts/week-01', '-X', 'HEAD')).toBe('citable, post:week-01')
  expect(tagOf('/posts/week-01', '-H', 'If-None-Match: *')).toBe('citable, post:week-01')
  expect(tagOf('/none')).toBeUndefined()
  expect(tagIn(await handlerOf(fixture, options), ['/posts/week-01'])).toBeUndefined()
})
