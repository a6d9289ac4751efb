import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { wranglerConfig } from '../../src/cli/targets/cloudflare.ts'
import { fixture as compiled } from '../snapshot/fixture.ts'
import { isThorough } from '../thorough.ts'
import { contents, listName, pathsIn } from './output.ts'
import { emptyFolder, fixture, folderWith, post, posts, run } from './run.ts'

const built = emptyFolder()
let said: Awaited<ReturnType<typeof run>>
beforeAll(async () => {
  said = await build(fixture, built)
})

const build = (dir: string, cwd: string) =>
  run(['build', dir, '--target', 'cloudflare', '--out', 'site', '--base-url', 'https://archive.example'], {
    cwd,
  })

/** Skips the comment in the first line. */
const parsed = (jsonc: string) => JSON.parse(jsonc.slice(jsonc.indexOf('\n')))
const configOf = (cwd: string) => parsed(readFileSync(join(cwd, 'site/wrangler.jsonc'), 'utf8'))

test('writes the Worker, its configuration and assets, and prints a summary and next steps', () => {
  const { code, stdout } = said
  expect(code).toBe(0)
  const written = pathsIn(join(built, 'site')).filter((path) => path !== listName)
  const assets = written.filter((path) => path.startsWith('assets/'))
  const others = written.filter((path) => !path.startsWith('assets/'))
  expect(others.sort()).toEqual(['worker.js', 'wrangler.jsonc'])
  expect(assets).toEqual(
    expect.arrayContaining(['assets/head.json', 'assets/search/0', 'assets/shards/0', 'assets/paths/0']),
  )
  expect(stdout).toMatch(
    new RegExp(
      `^${assets.length} assets, \\d+\\.\\d MB \\(largest \\d+\\.\\d MB\\) in site, base URL https://archive\\.example\\n`,
    ),
  )
  expect(stdout).toMatch(/^Publish it, with Node 22 or newer: cd site && npx wrangler deploy$/m)
})

test('the Worker is one file below 80 KB gzipped, without imports', () => {
  const worker = readFileSync(join(built, 'site/worker.js'))
  expect(gzipSync(worker).length).toBeLessThan(80_000)
  expect(worker.toString()).not.toMatch(/\bnode:|\bimport\b\s*[({"'*\w]|\brequire\(/)
})

test('every request runs the Worker first, without redirects or fallbacks of the platform', () => {
  const { main, no_bundle, assets, cache, compatibility_flags } = configOf(built)
  expect({ main, no_bundle, cache, compatibility_flags }).toEqual({
    main: 'worker.js',
    no_bundle: true,
    cache: { enabled: true },
    compatibility_flags: undefined,
  })
  expect(assets).toEqual({
    directory: 'assets',
    binding: 'ASSETS',
    run_worker_first: true,
    html_handling: 'none',
    not_found_handling: 'none',
  })
})

describe('routes follow the base URL', () => {
  test('https://archive.example', () => {
    const { name, routes } = configOf(built)
    expect([name, routes]).toEqual(['archive-example', [{ pattern: 'archive.example', custom_domain: true }]])
  })

  test.each([
    ['https://example.net/archive', 'example-net', ['example.net/archive', 'example.net/archive/*']],
    ['https://review.someone.workers.dev', 'review', undefined],
    ['http://localhost:8787', 'localhost', undefined],
  ])('%s', async (baseUrl, name, routes) => {
    const config = parsed(wranglerConfig(await compiled({ baseUrl, encodings: ['identity'] })))
    expect([config.name, config.routes]).toEqual([name, routes])
  })
})

test('writes nothing without a base URL, and says how to set one', async () => {
  const cwd = folderWith({ 'archive/posts/week-01.md': post() })
  const { code, stderr } = await run(['build', '--target', 'cloudflare', '--out', 'site'], { cwd })
  expect(code).toBe(2)
  expect(stderr).toMatch(/--base-url https:.*baseUrl to archive\.yaml/)
  expect(existsSync(join(cwd, 'site'))).toBe(false)
})

test.runIf(isThorough)(
  'builds are reproducible, and a new post changes only the files that contain it',
  async () => {
    const cwd = folderWith({
      'archive/archive.yaml': '',
      ...posts(24, (nth) => post(`Text ${nth}. ${'Some words of it. '.repeat(200)}`), 'archive/posts'),
    })
    await build('archive', cwd)
    const first = contents(join(cwd, 'site'))
    await build('archive', cwd)
    expect(contents(join(cwd, 'site'))).toEqual(first)
    writeFileSync(join(cwd, 'archive/posts/week-1011.md'), post('Another text.'))
    await build('archive', cwd)
    const second = contents(join(cwd, 'site'))
    const shards = Object.keys(second).filter((path) => path.startsWith('assets/shards/'))
    const changed = shards.filter((path) => second[path] !== first[path])
    expect(changed.length).toBeGreaterThan(0)
    expect(changed.length).toBeLessThan(shards.length)
  },
)

test.runIf(isThorough)('reports a file above the size limit of Cloudflare', async () => {
  const cwd = folderWith({ 'archive/posts/week-01.md': post('![A large picture](large.png)') })
  writeFileSync(join(cwd, 'archive/posts/large.png'), Buffer.alloc(26 * 2 ** 20, '\x89PNG\r\n\x1a\n'))
  const { code, stderr } = await build('archive', cwd)
  expect(code).toBe(1)
  expect(stderr).toMatch(/large\.png has 27\.3 MB; Cloudflare’s limit is 25 MiB per file/)
})
