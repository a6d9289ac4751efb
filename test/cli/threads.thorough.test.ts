import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { staticTarget } from '../../src/build/export/static.ts'
import { compile, type Diagnostic, fromFolder } from '../../src/compile.ts'
import { readArchive } from '../../src/build/read-archive.ts'
import { answering } from '../answering.ts'
import { contents } from './output.ts'
import { emptyFolder, folderWith, run, startServer } from './run.ts'

/** An archive large enough for several threads, with links between documents and broken ones. */
const count = 2100
const idOf = (nth: number) => `week-${String(nth).padStart(4, '0')}`
const dir = folderWith({
  // Cards are not the subject of these tests.
  'archive.yaml': 'author: Ada\nidPattern: ^week-\\d{4}$\nbaseUrl: https://archive.example\n',
  'pages/about.md': '# About\n\nSee [one](../posts/week-0007.md#part-7).\n',
  'assets/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  ...Object.fromEntries(Array.from({ length: count }, (_, nth) => [`posts/${idOf(nth)}.md`, text(nth)])),
})

function text(nth: number): string {
  const next = idOf((nth + 1) % count)
  return `---
title: Title ${nth}
series: research
published: 2026-01-05
---

Text ${nth} — with [the next](${next}.md#part-${(nth + 1) % count}), [a dead heading](${next}.md#gone-${nth % 3 === 0 ? '' : 'x'}),
<b>HTML</b> and ![a picture](../assets/dot.svg).[^1]

## Part ${nth}

- [ ] a list
- [outside](/elsewhere/${nth % 5})

[^1]: A note.
`
}

const isAlone = availableParallelism() < 2

/** Compiled in this thread only. */
const byOne = compile(fromFolder(dir), { encodings: ['identity'] })

test.skipIf(isAlone)('several threads report the same problems as one', async () => {
  const { diagnostics } = await byOne
  const { stdout } = await run(['check', dir, '--format', 'json'])
  const withoutHints = ({ path, line, column, rule, message }: Diagnostic) => ({
    path,
    line,
    column,
    rule,
    message,
  })
  expect(JSON.parse(stdout).diagnostics.map(withoutHints)).toEqual(diagnostics.map(withoutHints))
  expect(diagnostics.length).toBeGreaterThan(count)
})

test.skipIf(isAlone)('several threads give the same snapshot as one', async () => {
  const { value: snapshot, diagnostics } = await byOne
  if (!snapshot) throw new Error(diagnostics.map(({ message }) => message).join('\n'))
  const here = answering(snapshot)
  const server = await startServer([dir, '--port', '0', '--base-url', 'https://archive.example'])
  let compared = 0
  for (const [nth, { path: target, representations }] of [...snapshot.resources.values()].entries()) {
    if (nth % 10 !== 0) continue
    for (const { type: accept } of representations) {
      const expected = here({ method: 'GET', target, accept })
      const answer = await server.get(target, { accept, 'accept-encoding': 'identity' })
      const same = Buffer.from(await answer.arrayBuffer()).equals(expected.body ?? Buffer.alloc(0))
      expect(same, `body of ${target} as ${accept}`).toBe(true)
      compared++
    }
  }
  expect(compared).toBeGreaterThan((4 * count) / 10)
  let found = 0
  for (const query of ['text 7', 'next heading', '"a list"', 'title 1093', 'note picture']) {
    const target = `/search?q=${encodeURIComponent(query)}`
    const expected = Buffer.from(here({ method: 'GET', target, accept: 'text/html' }).body ?? []).toString()
    expect(await (await server.get(target, { accept: 'text/html' })).text(), query).toBe(expected)
    if (expected.includes('/posts/week-')) found++
  }
  expect(found).toBe(5)
  const { stderr } = await server.stop()
  const warnings = diagnostics.filter(({ severity }) => severity === 'warning').length
  expect(stderr).toContain(`${warnings} warnings: `)
})

test('a build that reads in threads is the same as without threads', async () => {
  const cwd = emptyFolder()
  expect(await run(['build', dir, '--out', 'many', '--quiet', '--no-cache'], { cwd })).toMatchObject({
    code: 0,
  })
  const { value: archive } = await readArchive(fromFolder(dir))
  if (!archive) throw new Error('the archive has errors')
  await staticTarget(archive, { out: join(cwd, 'one') })
  const [many, one] = [contents(join(cwd, 'many')), contents(join(cwd, 'one'))]
  expect(Object.keys(many)).toEqual(Object.keys(one))
  for (const [path, body] of Object.entries(one)) expect(many[path] === body, path).toBe(true)
})
