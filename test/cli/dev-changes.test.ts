import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Diagnostic } from '../../src/base/diagnostics.ts'
import { changesSince, trackChanges } from '../../src/cli/dev/preview.ts'
import { cachedFolder } from '../../src/content/folder.ts'
import { folderWith, post, startServer } from './run.ts'

const problem = (path: string, message: string, line = 1): Diagnostic => ({
  ...{ path, message, line, column: 1, severity: 'warning', rule: 'dead-link', hint: '', excerpt: '' },
})

test('shows problems of the saved file first, then new ones elsewhere, and counts the rest', () => {
  const before = [problem('a.md', 'one'), problem('b.md', 'two'), problem('c.md', 'three')]
  const now = [
    problem('a.md', 'one'),
    problem('a.md', 'new'),
    problem('b.md', 'two', 9),
    problem('d.md', 'four'),
  ]
  const since = changesSince(before, now, new Set(['b.md']))
  expect(since.shown.map(({ message }) => message)).toEqual(['two', 'new', 'four'])
  expect(since).toMatchObject({ fresh: 2, fixed: 1, others: 1 })
})

test('shows an error in another file until it is fixed', () => {
  const error: Diagnostic = { ...problem('a.md', 'broken'), severity: 'error' }
  expect(changesSince([error], [error], new Set(['b.md'])).shown).toEqual([error])
})

test('a file counts as saved if its bytes have changed', async () => {
  const dir = folderWith({ 'a.md': 'One.', 'b.md': 'Two.' })
  const source = trackChanges(cachedFolder(dir))
  const readAll = async () => {
    for (const path of await source.list()) await source.read(path)
    return [...source.saved()]
  }
  expect(await readAll()).toEqual(['a.md', 'b.md'])
  writeFileSync(join(dir, 'b.md'), 'Another text.')
  expect(await readAll()).toEqual(['b.md'])
  expect(await readAll()).toEqual([])
})

test('dev reports the problems of a save on the terminal and on the page', async () => {
  const old = '[x](none.md)\n\n'.repeat(8)
  const dir = folderWith({ 'posts/week-01.md': post(old), 'posts/week-02.md': post('Text.') })
  const server = await startServer([dir, '--port', '0'], {}, 'dev')
  writeFileSync(join(dir, 'posts/week-02.md'), post('[y](nothing.md)'))
  expect((await server.lines.next()).value).toMatch(/^Updated in \d+ ms, 9 warnings: 1 new\.$/)
  const events = (await server.get('/_citable/events')).body?.getReader()
  const { value } = (await events?.read()) ?? {}
  const { problems } = JSON.parse(new TextDecoder().decode(value).replace(/^data: /, '')) as {
    problems: string
  }
  expect(problems).toMatch(/^\S+posts\/week-02\.md:8:5 warning dead-link: nothing\.md /)
  expect(problems).toContain('8 problems in other files, unchanged; `citable check` lists them all.\n')
  expect(problems).not.toContain('none.md')
  await events?.cancel()
  const { stderr } = await server.stop('SIGINT')
  expect(stderr.match(/none\.md is not/g), 'reported once, at the start').toHaveLength(1)
})
