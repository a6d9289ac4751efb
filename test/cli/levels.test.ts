import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { archiveWith, emptyFolder, post, run } from './run.ts'

const many = archiveWith({
  'posts/week-01.md': post(Array.from({ length: 14 }, (_, at) => `[x](none-${at}.md)\n\n`).join('')),
  'posts/week-02.md': post('Text.').replace('2026-01-05', '2026-02-01'),
})

describe('check', () => {
  test('shows at most three causes per rule, and all of them with --all', async () => {
    const { code, stdout } = await run(['check', many])
    expect(code).toBe(0)
    expect(stdout.match(/warning dead-link/g)).toHaveLength(3)
    expect(stdout).toContain('dead-link: 11 more; `citable check --all` lists them.\n')
    expect(stdout).toMatch(/: 14 warnings\.\n$/)
    const all = await run(['check', many, '--all'])
    expect(all.stdout.match(/warning dead-link/g)).toHaveLength(14)
  })

  test('groups identical problems, with a count and the first three positions', async () => {
    const dir = archiveWith({ 'posts/week-01.md': post('<blink>a</blink>\n\n'.repeat(5)) })
    const { stdout } = await run(['check', dir])
    const place = (line: number) => `${dir}/posts/week-01.md:${line}:1`
    expect(stdout.match(/warning raw-html/g)).toHaveLength(1)
    expect(stdout).toContain(`${place(8)} warning raw-html: <blink>`)
    expect(stdout).toContain(`      5 times, also at ${place(10)}, ${place(12)} and 2 more\n`)
    const { diagnostics } = JSON.parse((await run(['check', dir, '--format', 'json'])).stdout)
    expect(diagnostics, 'JSON has every position').toHaveLength(5)
  })

  test('shows errors first, grouped by rule', async () => {
    const dir = archiveWith({
      'posts/week-01.md': post('[x](none.md) <blink>a</blink>'),
      'posts/week-02.md': post('[y](nothing.md)'),
      'posts/week-03.md': post().replace('title:', 'title: ['),
    })
    const { stdout } = await run(['check', dir])
    expect(Array.from(stdout.matchAll(/ (?:error|warning) ([\w-]+):/g), ([, rule]) => rule)).toEqual([
      'front-matter-syntax',
      'dead-link',
      'dead-link',
      'raw-html',
    ])
  })

  test('--strict treats warnings as errors', async () => {
    const { code, stdout } = await run(['check', many, '--strict'])
    expect(code).toBe(1)
    expect(stdout).toMatch(/: 14 errors\.\n$/)
  })

  test('--quiet shows only errors, and counts the rest', async () => {
    expect(await run(['check', many, '--quiet'])).toEqual({
      code: 0,
      stdout: `${many}: 14 warnings.\n`,
      stderr: '',
    })
    const built = await run(['build', many, '--out', join(emptyFolder(), 'site'), '--quiet'])
    expect([built.code, built.stderr]).toEqual([0, `${many}: 14 warnings.\n`])
  })

  test('--verbose shows derived values and the number of ignored keys', async () => {
    const dir = archiveWith({
      'posts/2020-01-02-a-name.md':
        '---\nlayout: post\ntoc: true\n---\n\n# A\n\nWords of the first paragraph.\n',
    })
    const { stdout } = await run(['check', dir, '--verbose'])
    expect(stdout).toContain(
      'posts/2020-01-02-a-name.md: title from the first heading, summary from the first paragraph, date from the path or an old URL\n',
    )
    expect(stdout).toContain('Untitled archive: 1 post. Ignored: 2 keys that Citable does not use.\n')
  })
})

describe('--as-of', () => {
  test('excludes later posts in every command', async () => {
    const scheduledLine = `1 post is scheduled: 2026-02-01 ${many}/posts/week-02.md\n`
    expect((await run(['check', many, '--as-of', '2026-01-31'])).stdout).toContain(scheduledLine)
    const got = await run(['get', '/posts/week-02', '--dir', many, '--as-of', '2026-01-31'])
    expect(got.code).toBe(1)
    expect(got.stderr).toContain(scheduledLine)
    const out = join(emptyFolder(), 'site')
    expect((await run(['build', many, '--out', out, '--as-of', '2026-01-31'])).code).toBe(0)
    expect(readdirSync(join(out, 'posts')).filter((name) => name.startsWith('week-02'))).toEqual([])
  })
})

describe('old addresses in a static export', () => {
  const dir = archiveWith({
    'archive.yaml': 'oldUrls: "/{year}/{slug}.html"\n',
    'posts/week-01.md': post('[file](../old/data.txt)').replace(
      'title:',
      'aliases: [/old/, /posts/week-01/, "/a b", "/caf%e9", "/../../../up", "/x/..%2F..%2Fup", "/old/data.txt/deeper"]\ntitle:',
    ),
    'old/data.txt': 'real',
  })
  const out = join(emptyFolder(), 'site')

  test('are in _redirects, and each has a redirect page', async () => {
    const built = await run(['build', dir, '--out', out, '--base-url', 'https://example.org'])
    expect([built.code, built.stderr]).toEqual([0, ''])
    const lines = readFileSync(join(out, '_redirects'), 'utf8').trimEnd().split('\n')
    for (const line of [
      '/old /posts/week-01 301',
      '/old/ /posts/week-01 301',
      '/2026/week-01.html /posts/week-01 301',
      '/a%20b /posts/week-01 301',
      '/caf%E9 /posts/week-01 301',
    ])
      expect(lines).toContain(line)
    expect(lines.filter((line) => !/^\/\S* \/posts\/week-01 301$/.test(line))).toEqual([])
    for (const path of ['old/index.html', '2026/week-01.html', 'a b/index.html', 'up/index.html']) {
      const page = readFileSync(join(out, path), 'utf8')
      expect(page).toContain('<meta http-equiv="refresh" content="0; url=/posts/week-01">')
      expect(page).toContain('<link rel="canonical" href="https://example.org/posts/week-01">')
      expect(page).not.toContain('<script')
    }
  })

  test('replace no file of the site, and stay in the folder', () => {
    expect(readFileSync(join(out, 'posts/week-01.html'), 'utf8')).toContain('<h1>A title</h1>')
    expect(existsSync(join(out, 'posts/week-01/index.html')), 'hosts would redirect to it').toBe(false)
    expect(readFileSync(join(out, 'old/data.txt'), 'utf8')).toBe('real')
    expect(existsSync(join(out, '../up'))).toBe(false)
  })
})
