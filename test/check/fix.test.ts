import { chmodSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { archiveWith, run } from '../cli/run.ts'

const twoSpellings = {
  'posts/a.md': '---\ntitle: A\ntags: [HTTP, x]\n---\nText.\n',
  'posts/b.md': '---\ntitle: B\ntags: [HTTP, x]\n---\nText.\n',
  'posts/c.md': '---\ntitle: C\ntags: [x, "Http"] # Http\n---\nOf Http.\n',
}
const contents = (dir: string) =>
  Object.fromEntries(
    readdirSync(dir, { recursive: true, encoding: 'utf8' })
      .filter((path) => path !== 'archive.yaml' && statSync(join(dir, path)).isFile())
      .map((path) => [path, readFileSync(join(dir, path), 'utf8')]),
  )

test('--fix changes a tag to its usual spelling, shows the change and keeps every other byte', async () => {
  const dir = archiveWith(twoSpellings)
  expect(await run(['check', dir, '--fix'])).toEqual({
    code: 0,
    stderr: '',
    stdout: `${dir}/posts/c.md:3:12 fixed tag-spelling
  - tags: [x, "Http"] # Http
  + tags: [x, "HTTP"] # Http
${dir}: 1 fixed, no problems found.
`,
  })
  const fixed = twoSpellings['posts/c.md'].replace('"Http"', '"HTTP"')
  expect(contents(dir)).toEqual({ ...twoSpellings, 'posts/c.md': fixed })
})

test('a second --fix changes nothing', async () => {
  const dir = archiveWith(twoSpellings)
  await run(['check', dir, '--fix'])
  const before = contents(dir)
  expect((await run(['check', dir, '--fix'])).stdout).toBe(`${dir}: no problems found.\n`)
  expect(contents(dir)).toEqual(before)
})

test('--fix corrects a misspelled key, and then checks its value', async () => {
  const dir = archiveWith({ 'posts/a.md': '---\ntitle: A\npublishd: 2026-02-30\n---\nText.\n' })
  const { stdout } = await run(['check', dir, '--fix'])
  expect(stdout).toContain('  - publishd: 2026-02-30\n  + published: 2026-02-30\n')
  expect(stdout).toContain('posts/a.md:3:12 warning bad-date')
  expect(stdout).toMatch(/: 1 fixed, 1 warning\.\n$/)
})

describe('--fix keeps', () => {
  for (const [what, text] of Object.entries({
    'Windows line endings': twoSpellings['posts/c.md'].replaceAll('\n', '\r\n'),
    'mixed line endings': '---\r\ntitle: C\ntags: [x, "Http"]\r\n---\rText.\r\n',
    'a byte order mark': `\uFEFF${twoSpellings['posts/c.md']}`,
    'characters of several bytes': twoSpellings['posts/c.md'].replace('title: C', 'title: 𝒞 é 日'),
    'a missing final newline': twoSpellings['posts/c.md'].trimEnd(),
    TOML: '+++\ntitle = "C"\ntags = "Http"\n+++\nText.\n',
  })) {
    test(what, async () => {
      const dir = archiveWith({ ...twoSpellings, 'posts/c.md': text })
      const { stdout } = await run(['check', dir, '--fix'])
      expect(stdout).toContain('1 fixed')
      expect(readFileSync(join(dir, 'posts/c.md'), 'utf8')).toBe(text.replace('"Http"', '"HTTP"'))
    })
  }

  test('permissions and symbolic links', async () => {
    const dir = archiveWith({ ...twoSpellings, 'else/c.md': twoSpellings['posts/c.md'], 'posts/c.md': '' })
    chmodSync(join(dir, 'else/c.md'), 0o640)
    symlinkSync('../else/c.md', join(dir, 'posts/d.md'))
    expect((await run(['check', dir, '--fix'])).stdout).toContain('posts/d.md:3:12 fixed')
    expect(statSync(join(dir, 'else/c.md')).mode & 0o777).toBe(0o640)
    expect(readFileSync(join(dir, 'else/c.md'), 'utf8')).toContain('"HTTP"')
  })
})

test.each([
  ['tags: ab, Http', 11],
  ['tags: "ab, Http"', 12],
])('--fix corrects one tag of a list in `%s`', async (line, column) => {
  const dir = archiveWith({ ...twoSpellings, 'posts/c.md': `---\ntitle: C\n${line}\n---\nOf Http.\n` })
  expect((await run(['check', dir, '--fix'])).stdout).toContain(`posts/c.md:3:${column} fixed tag-spelling`)
  const fixed = readFileSync(join(dir, 'posts/c.md'), 'utf8')
  expect(fixed).toBe(`---\ntitle: C\n${line.replace('Http', 'HTTP')}\n---\nOf Http.\n`)
})

test('--fix leaves uncertain corrections to the author', async () => {
  const files = {
    ...twoSpellings,
    'posts/c.md':
      '---\ntitle: C\ntags: ["Ht\\u0074p"]\nseriesNumbr_: 3\nold_url: /x\n---\nText, [x](none.md).\n',
  }
  const dir = archiveWith(files)
  const { stdout } = await run(['check', dir, '--fix'])
  expect(stdout).not.toContain('fixed')
  expect(stdout).toContain('Did you mean `old_urls`?')
  expect(stdout).toContain('tag-spelling')
  expect(stdout).toContain('dead-link')
})

test('without --fix nothing is changed', async () => {
  const dir = archiveWith(twoSpellings)
  expect((await run(['check', dir])).stdout).toContain('tag-spelling')
  expect(contents(dir)).toEqual(twoSpellings)
})
