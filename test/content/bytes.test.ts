import { expect, test } from 'vitest'
import { compile, type ContentSource, fromMemory } from '../../src/compile.ts'
import { contentLimits } from '../../src/base/diagnostics.ts'
import { diagnose, inShort, other, page, post } from './mistakes.ts'

const utf8 = (text: string) => [...new TextEncoder().encode(text)]
const bytes = (...pieces: (string | number)[]) =>
  Uint8Array.from(pieces.flatMap((piece) => (typeof piece === 'string' ? utf8(piece) : [piece])))

test('a byte that is not UTF-8 is reported at its line and column, counted in UTF-16 units', async () => {
  const [found, ...more] = await diagnose({
    ...other,
    'posts/week-01.md': bytes(post('🎉 first'), 'caf\u00e9 🎉 ', 0xff, ' rest\n'),
  })
  expect(more).toEqual([])
  expect(found).toMatchObject({
    path: 'posts/week-01.md',
    line: 8,
    column: 9,
    rule: 'not-utf8',
    severity: 'error',
    message: 'Byte 0xff is not valid UTF-8.',
    hint: 'Save the file as UTF-8.',
  })
  expect(found?.excerpt).toMatch(/^café 🎉 /)
})

const windowsLines = `\uFEFF${post('first')}`.replaceAll('\n', '\r\n')
test.each([
  ['after CRLF and a byte order mark', 'posts/week-01.md', bytes(windowsLines, 'ab', 0xff), '8:3'],
  ['at the end, within a character', 'posts/week-01.md', bytes(post(), 'tail', 0xe2, 0x82), '8:5'],
  ['in Latin-1, by its own byte', 'posts/week-01.md', bytes(post(), 'caf', 0xe9, ' au lait'), '8:4', '0xe9'],
  ['in archive.yaml', 'archive.yaml', bytes('title: ', 0xff), '1:8'],
  ['in a page', 'pages/about.md', bytes(page(), 0xff), '7:1'],
])('a byte that is not UTF-8 is reported: %s', async (_, path, text, place, message = 'UTF-8') => {
  const [found, ...more] = await diagnose({ ...other, [path]: text })
  expect([found && inShort(found), more]).toEqual([`${path}:${place} not-utf8`, []])
  expect(found?.message).toContain(message)
})

test('accepts a byte order mark and any line ends, without changing positions', async () => {
  const written = `\uFEFF${post('one\n\ntwo [x](none.md)')}`
  for (const end of ['\n', '\r\n', '\r']) {
    const found = await diagnose({ ...other, 'posts/week-01.md': written.replaceAll('\n', end) })
    expect(found.map(inShort), JSON.stringify(end)).toEqual(['posts/week-01.md:9:9 dead-link'])
    expect(found[0]?.excerpt).toBe('two [x](none.md)')
  }
})

test('rejects a text file over the size limit, but not at the limit', async () => {
  const { fileBytes } = contentLimits
  const frame = post('').length
  const exactly = post('word '.repeat(900_000).slice(0, fileBytes - frame))
  expect(exactly.length).toBe(fileBytes)
  expect(await diagnose({ 'posts/week-01.md': exactly })).toEqual([])

  const [found, ...more] = await diagnose({ ...other, 'posts/week-01.md': `${exactly} ` })
  expect(more).toEqual([])
  expect(found && inShort(found)).toBe('posts/week-01.md:1:1 file-too-large')
  expect(found?.message).toContain(`${fileBytes + 1} bytes`)
})

test('reports an unreadable file with the reason, and reads the rest', async () => {
  const files = fromMemory({
    ...other,
    'posts/week-01.md': post('See [it](week-03.md).'),
    'posts/week-04.md': post('[x](none.md)'),
  })
  const source: ContentSource = {
    list: async () => [...(await files.list()), 'posts/week-03.md'].sort(),
    read: (path) =>
      path === 'posts/week-03.md' ? Promise.reject(new Error('EIO: i/o error')) : files.read(path),
  }
  const { value: snapshot, diagnostics } = await compile(source)
  expect(snapshot).toBeUndefined()
  expect(diagnostics.map(inShort)).toEqual([
    'posts/week-03.md:1:1 unreadable-file',
    'posts/week-04.md:7:5 dead-link',
  ])
  expect(diagnostics[0]?.message).toContain('EIO: i/o error')
})

test('an unreadable image is an error, unless `rules` says otherwise', async () => {
  const rules = async (level: string) => {
    const files = fromMemory({
      'archive.yaml': `rules: { unreadable-file: ${level} }\n`,
      'posts/week-01.md': post('![A](a.png)'),
    })
    const { value, diagnostics } = await compile({
      list: async () => [...(await files.list()), 'posts/a.png'],
      read: (path) =>
        path.endsWith('.png') ? Promise.reject(new Error('EIO: i/o error')) : files.read(path),
    })
    const found = diagnostics.filter(({ rule }) => rule === 'unreadable-file')
    return [value !== undefined, ...found.map(({ path, severity }) => `${path} ${severity}`)]
  }
  expect(await rules('error')).toEqual([false, 'posts/a.png error'])
  expect(await rules('warn')).toEqual([true, 'posts/a.png warning'])
  expect(await rules('off')).toEqual([true])
})

test('reads front matter after an empty first line', async () => {
  const found = await diagnose({ ...other, 'posts/week-01.md': `\n${post('[x](none.md)')}` })
  expect(found.map(inShort)).toEqual(['posts/week-01.md:8:5 dead-link'])
})
