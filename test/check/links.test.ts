import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { answer, type Pages, recordedSite } from '../../packages/check/test/recorded-site.ts'
import { archiveWith, emptyFolder, run } from '../cli/run.ts'

describe('check --links', () => {
  const pages: Pages = {
    '/there': answer(200),
    '/old': answer(301, { location: '/there' }),
    '/shut': answer(403),
  }
  const text = (url: string) =>
    `---\ntitle: A\n---\n\n[a](${url}/there) [b](${url}/nothing) [c](${url}/old#part) <${url}/shut>\n\n[d][1]\n\n[1]: ${url}/old\n`

  test('reports gone, moved and unreachable links; --fix updates moved ones', async () => {
    const { url, requests, agents } = await recordedSite(pages)
    const dir = archiveWith({ 'archive.yaml': 'baseUrl: https://notes.example\n', 'posts/a.md': text(url) })
    const cache = join(emptyFolder(), 'links.json')
    expect((await run(['check', dir])).stdout).toBe(`${dir}: no problems found.\n`)
    expect(requests).toEqual([])

    const args = ['check', dir, '--links', '--allow-private', '--cache', cache]
    const { code, stdout } = await run(args)
    expect(code).toBe(0)
    const found = stdout.split('\n').filter((line) => line.includes(' warning '))
    expect(found.map((line) => line.replaceAll(url, 'http://h').replace(`${dir}/posts/`, ''))).toEqual([
      expect.stringMatching(/^a\.md:5:\d+ warning gone-link: http:\/\/h\/nothing answers 404\.$/),
      expect.stringMatching(
        /^a\.md:5:\d+ warning moved-link: http:\/\/h\/old#part has moved to http:\/\/h\/there#part\.$/,
      ),
      expect.stringMatching(
        /^a\.md:9:6 warning moved-link: http:\/\/h\/old has moved to http:\/\/h\/there\.$/,
      ),
      expect.stringMatching(/^a\.md:5:\d+ warning unreachable-link: http:\/\/h\/shut answers 403\.$/),
    ])
    expect([...agents]).toEqual([
      expect.stringMatching(/^citable-check\/\S+ \(links of https:\/\/notes\.example\)$/),
    ])

    requests.length = 0
    const fixed = await run([...args, '--fix'])
    expect(fixed.stdout).toContain('2 fixed, 2 warnings.')
    expect(readFileSync(join(dir, 'posts/a.md'), 'utf8')).toBe(
      text(url).replace(`${url}/old#part`, `${url}/there#part`).replace(`${url}/old\n`, `${url}/there\n`),
    )
    expect(
      requests.every((one) => one.endsWith('/shut')),
      `only unknown results are requested again: ${requests}`,
    ).toBe(true)
  })

  test('sends no requests to private hosts without --allow-private', async () => {
    const { url, requests } = await recordedSite(pages)
    const dir = archiveWith({ 'posts/a.md': `[a](${url}/there)\n` })
    const cache = join(emptyFolder(), 'links.json')
    const { stdout } = await run(['check', dir, '--links', '--cache', cache])
    expect(stdout).toContain('unreachable-link')
    expect(requests).toEqual([])
    expect(existsSync(cache)).toBe(true)
  })
})

describe('`check --originals`', () => {
  const archive = (originals: string, pattern: string, link = '/b/one/') =>
    archiveWith({
      'archive.yaml': `author: Ada\noriginals: ${originals}\noldUrls: ${pattern}\n`,
      'posts/one.md': `---\ntitle: One\n---\n\nText.\n`,
      'posts/two.md': `---\ntitle: Two\n---\n\nAfter [one](${link}) and [one](${link}).\n`,
    })

  test('compares the pattern of citations with what the folder shows, and asks nobody', async () => {
    const live = await recordedSite({})
    const check = (pattern: string, link?: string) =>
      run(['check', archive(live.url, pattern, link), '--originals', '--format', 'github'])
    expect((await check('/b/{slug}/')).stdout).not.toContain('guessed-original')
    expect((await check('/a/{slug}/')).stdout).toContain(
      'the folder shows /b/{slug}/ (from 2 links among posts)',
    )
    expect((await check('/a/{slug}/', 'one.md')).stdout).toContain(
      'at /a/{slug}/, which nothing in this folder shows',
    )
    expect(live.requests).toEqual([])
  })

  test('asks the live site only with --online, and a dead original is an error', async () => {
    const live = await recordedSite({
      '/b/one/': answer(200),
      '/a/one/': answer(301, { location: '/b/one/' }),
    })
    const online = async (pattern: string, ...more: string[]) =>
      run(['check', archive(live.url, pattern), '--originals', '--online', '--format', 'json', ...more])
    const { code, stdout } = await online('/b/{slug}/', '--allow-private')
    const { diagnostics } = JSON.parse(stdout)
    const dead = diagnostics.filter(({ rule }: { rule: string }) => rule === 'dead-original')
    expect(code).toBe(1)
    expect(dead).toMatchObject([
      { path: 'posts/two.md', severity: 'error', message: expect.stringContaining('/b/two/') },
    ])
    expect(live.requests.toSorted()).toEqual(['GET /b/two/', 'HEAD /b/one/', 'HEAD /b/two/'])
    expect(live.mostAtOnce).toBeLessThanOrEqual(4)
    expect((await online('/a/{slug}/', '--allow-private')).stdout).toContain('has moved to')
    live.requests.length = 0
    expect((await online('/b/{slug}/')).stdout).toContain('has a private address and was not checked')
    expect(live.requests).toEqual([])
  })

  test('needs `originals`', async () => {
    const without = archiveWith({ 'posts/one.md': 'Text.' })
    expect(await run(['check', without, '--originals'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no `originals`'),
    })
  })
})
