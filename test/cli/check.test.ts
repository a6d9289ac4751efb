import { chmodSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test, vi } from 'vitest'
import { report } from '../../src/cli/report.ts'
import { useColor } from '../../src/cli/settings.ts'
import type { Diagnostic } from '../../src/base/diagnostics.ts'
import { cases } from '../thorough.ts'
import { packed } from './packed.ts'
import {
  canRunAsNobody,
  emptyFolder,
  ended,
  fixture,
  archiveWith,
  post,
  run,
  runAsNobody,
  start,
  startServer,
} from './run.ts'

const clean = archiveWith({ 'posts/week-01.md': post() })
const warned = archiveWith({ 'posts/week-01.md': post('See [it](week-2.md).') })
const broken = archiveWith({
  'posts/week-01.md': post('See [it](week-2.md).'),
  'posts/50%, or so.md': post('Some\t[more](none.md) text.').replace('title:', 'kicker: *gone\ntitle:'),
})

const problem: Diagnostic = {
  path: 'posts/week-01.md',
  line: 8,
  column: 10,
  severity: 'error',
  rule: 'dead-link',
  message: 'week-2.md is not a published page or file.',
  hint: 'Fix or remove it.',
  excerpt: 'See [it](week-2.md).',
}

test('no problems: prints one line and exits with 0', async () => {
  const stdout = `${clean}: no problems found.\n`
  expect(await run(['check', clean])).toEqual({ code: 0, stdout, stderr: '' })
})

test('warnings: prints them and exits with 0', async () => {
  const { code, stdout } = await run(['check', warned])
  expect(code).toBe(0)
  expect(stdout).toBe(
    `${warned}/posts/week-01.md:8:10 warning dead-link: week-2.md is not a published page or file.
    8 | See [it](week-2.md).
      |          ^
      = Did you mean the file posts/week-01.md?
${warned}: 1 warning.
`,
  )
})

test('errors: prints each with its line and a caret under the column, and exits with 1', async () => {
  const { code, stdout, stderr } = await run(['check', broken])
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
  expect(stdout).toContain('posts/50%, or so.md:2:9 error front-matter-syntax: ')
  expect(stdout).toContain('    9 | Some [more](none.md) text.\n      |             ^\n')
  expect(stdout).toContain('    8 | See [it](week-2.md).\n      |          ^\n')
  expect(stdout).toMatch(/: 1 error, 2 warnings, nothing published\.\n$/)
})

test('cuts a long line around the column, with the caret still under it', async () => {
  const dir = archiveWith({
    'posts/week-01.md': post(`${'word '.repeat(60)}[x](none.md) ${'word '.repeat(60)}`),
  })
  const { stdout } = await run(['check', dir])
  const [, shown = '', mark = ''] = stdout.split('\n')
  expect(shown.length).toBeLessThan(130)
  expect(shown.slice(mark.indexOf('^'))).toMatch(/^none\.md\)/)
})

test('--format json: has counts and every diagnostic with all its fields', async () => {
  const { code, stdout, stderr } = await run(['check', broken, '--format', 'json'])
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
  const report = JSON.parse(stdout)
  expect(Object.keys(report)).toEqual(['errors', 'warnings', 'diagnostics'])
  expect(report).toMatchObject({ errors: 1, warnings: 2 })
  expect(report.diagnostics).toHaveLength(3)
  for (const one of report.diagnostics) {
    expect(Object.keys(one).join(' ')).toBe('path line column severity rule message hint excerpt')
  }
  const { path, line, column, rule, excerpt } = problem
  expect(report.diagnostics[2]).toMatchObject({ path, line, column, severity: 'warning', rule, excerpt })
})

test('--format json: has an empty list without problems', async () => {
  const { stdout } = await run(['check', clean, '--format', 'json'])
  expect(JSON.parse(stdout)).toEqual({ errors: 0, warnings: 0, diagnostics: [] })
})

test('--format github: prints one workflow command per line, with special characters escaped', async () => {
  const { code, stdout } = await run(['check', '.', '--format', 'github'], { cwd: broken })
  expect(code).toBe(1)
  expect(stdout.trimEnd().split('\n')).toEqual([
    expect.stringMatching(
      /^::error file=posts\/50%25%2C or so\.md,line=2,col=9,title=front-matter-syntax::The alias/,
    ),
    expect.stringMatching(
      /^::warning file=posts\/50%25%2C or so\.md,line=9,col=13,title=dead-link::none\.md is not/,
    ),
    expect.stringMatching(
      /^::warning file=posts\/week-01\.md,line=8,col=10,title=dead-link::week-2\.md is not/,
    ),
  ])
})

test('paths can be opened from the current folder', async () => {
  const shown = async (dir: string) => (await run(['check', dir], { cwd: warned })).stdout.split(':')[0]
  expect(await shown('.')).toBe('posts/week-01.md')
  expect(await shown('./')).toBe('posts/week-01.md')
  expect(await shown(`${warned}/`)).toBe(`${warned}/posts/week-01.md`)
})

test('prints no escape codes without a terminal', async () => {
  const { stdout, stderr } = await run(['check', fixture], { env: { FORCE_COLOR: '1' } })
  expect(stdout + stderr).not.toContain('\u001b')
})

test('prints colors on a terminal, unless NO_COLOR is set (https://no-color.org)', () => {
  const colorWith = (value: string) => {
    vi.stubEnv('NO_COLOR', value)
    return useColor({ isTTY: true })
  }
  expect([colorWith(''), colorWith('1')]).toEqual([true, false])
  expect([useColor({ isTTY: false }), useColor({})]).toEqual([false, false])
  vi.unstubAllEnvs()

  const painted = report([problem], 'archive', { color: true })
  expect(painted).toContain('\u001b[31merror\u001b[0m')
  expect(stripVTControlCharacters(painted), 'the text without colors').toBe(
    report([problem], 'archive', { color: false }),
  )
})

describe('control characters are escaped', () => {
  // Clear the screen and set the title; CSI from C1; bidirectional overrides.
  const nasty = '\u001b[2J\u001b]0;x\u0007\u009b1m\u202e\u2066\r'
  const dir = archiveWith({
    'posts/week-01.md': post(`Text [x](none.md) ${nasty}.`),
    [`posts/a${nasty}\nforged: line.md`]: post(),
    [`posts/b${nasty}.md`]: '---\ntitle: a: b\n---\n\nText.\n',
  })
  const acted = /[\p{Cc}\p{Bidi_Control}]/u

  for (const format of ['text', 'json', 'github']) {
    test(`in --format ${format}`, async () => {
      const { code, stdout, stderr } = await run(['check', '.', '--format', format], { cwd: dir })
      expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
      expect(stdout.replaceAll('\n', ' ')).not.toMatch(acted)
      expect(stdout, 'content cannot forge a line').not.toMatch(/^forged/m)
      expect(stdout).toContain('posts/week-01.md')
      if (format === 'text')
        expect(stdout).toContain('posts/b\\x1b[2J\\x1b]0;x\\x07\\x9b1m\\u202e\\u2066\\x0d.md')
      if (format === 'json') {
        const paths = JSON.parse(stdout).diagnostics.map(({ path }: Diagnostic) => path)
        expect(paths, 'JSON has the original path').toContain(`posts/b${nasty}.md`)
      }
    })
  }

  test('with the caret still under its column', () => {
    const excerpt = '\u001b\u001b\tSee [it](week-2.md).'
    const lines = report([{ ...problem, excerpt, column: 13 }], '.', { color: false }).split('\n')
    expect(lines[1]?.slice(lines[2]?.indexOf('^'))).toBe('week-2.md).')
  })

  test('in error messages', async () => {
    for (const args of [
      ['check', `none${nasty}`],
      ['build', dir, '--out', `${nasty}/a`],
      ['get', `${nasty}`],
      [`serve${nasty}`],
      ['serve', dir, '--port', nasty],
    ]) {
      const { code, stdout, stderr } = await run(args, { cwd: emptyFolder() })
      expect(code, String(args)).toBeGreaterThan(0)
      expect((stdout + stderr).replaceAll('\n', ' ')).not.toMatch(acted)
    }
  })

  test('in the output of a server', async () => {
    const odd = join(emptyFolder(), `archive${nasty}`)
    renameSync(await packed('Text.'), odd)
    const server = await startServer([odd, '--port', '0'])
    expect(server.line).toContain('archive\\x1b[2J')
    server.signal('SIGHUP')
    expect(await server.complaint()).toMatch(/^Reloaded .*archive\\x1b\[2J.*\.$/)
    await server.stop()
  })
})

describe('an unreadable folder is reported as a problem', () => {
  const unreadableErrors = (stdout: string) => stdout.match(/^.* error unreadable-file: .*$/gm)
  const archive = { 'posts/week-01.md': post(), 'posts/secret/week-02.md': post(), 'notes/a.txt': '' }

  test.skipIf(!canRunAsNobody)('in posts, without permission', async () => {
    const cwd = archiveWith(archive)
    chmodSync(join(cwd, 'posts/secret'), 0o000)
    chmodSync(join(cwd, 'notes'), 0o000)
    const { code, stdout, stderr } = await runAsNobody(['check', '.'], cwd)
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    expect(unreadableErrors(stdout)).toEqual([
      'posts/secret/:1:1 error unreadable-file: posts/secret/ cannot be read: permission denied.',
    ])
    expect(stdout).toMatch(/: 1 error, nothing published\.\n$/)
    const others = [
      ['serve', '.', '--port', '0'],
      ['get', '/', '--dir', '.'],
      ['build', '.', '--out', '../site'],
    ]
    for (const args of cases(others.slice(2), others)) {
      const result = await runAsNobody(args, cwd)
      expect(result.code, String(args)).toBe(1)
      expect(result.stderr).toContain('error unreadable-file')
      expect(result.stderr, 'no stack trace').not.toMatch(/^\s+at /m)
    }
  })

  test.skipIf(!canRunAsNobody)('as the archive itself, in one line', async () => {
    const cwd = archiveWith({ 'archive/posts/week-01.md': post() })
    chmodSync(join(cwd, 'archive'), 0o000)
    const result = await runAsNobody(['check', 'archive'], cwd)
    expect(result).toMatchObject({ code: 1, stdout: '' })
    expect(result.stderr).toMatch(/^citable: archive cannot be read: EACCES[^\n]*\n$/)
  })

  test.skipIf(process.platform === 'win32')('as a symbolic link loop, in one line', async () => {
    const cwd = emptyFolder()
    symlinkSync('circle', join(cwd, 'circle'))
    const result = await run(['check', 'circle'], { cwd })
    expect(result).toMatchObject({ code: 1, stdout: '' })
    expect(result.stderr).toMatch(/^citable: circle cannot be read: ELOOP[^\n]*\n$/)
  })
})

test('the fixture archive has warnings and no errors', async () => {
  const { code, stdout } = await run(['check', fixture])
  expect(code).toBe(0)
  expect(stdout).toMatch(/: \d+ warnings, 1 post not published\.\n$/)
})

test('a closed output pipe is not an error', async () => {
  const link = 'See [it](week-2.md).\n\n'
  const child = start(['check', archiveWith({ 'posts/week-01.md': post(link.repeat(2000)) })])
  child.stdout?.once('data', () => child.stdout?.destroy())
  expect((await ended(child)).stderr).toBe('')
})
