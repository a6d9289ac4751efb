import { describe, expect, test } from 'vitest'
import { contentRules } from '../../src/base/diagnostics.ts'
import { compile, fromMemory } from '../../src/compile.ts'
import { readArchive } from '../../src/build/read-archive.ts'
import { apiSchemas, postListJson } from '../../src/representations/json.ts'
import { post } from './mistakes.ts'

const twice = { 'posts/a/same.md': post('First.'), 'posts/b/same.md': post('Second.') }
const dead = { 'posts/a.md': post('[x](none.md)') }
const broken = { 'posts/a.md': post(), 'posts/b.md': '---\ntitle: a: b\n---\n\n[x](none.md)\n' }

/** The pattern of ids where `idPattern` does not hold. */
const slugs = '^[a-z0-9]+(?:-[a-z0-9]+)*$'

async function read(files: Readonly<Record<string, string>>, rules = '') {
  const settings = rules === '' ? '' : `rules: {${rules}}\n`
  const { value, diagnostics } = await compile(fromMemory({ ...files, 'archive.yaml': settings }), {
    encodings: ['identity'],
  })
  const paths = value && [...value.resources.keys()].filter((path) => /^\/posts\/[^.]+$/.test(path))
  return { paths, found: diagnostics.map(({ rule, severity }) => `${severity} ${rule}`) }
}

describe('`rules` in archive.yaml sets the level of a rule', () => {
  for (const [what, files, rules, expected] of [
    ['by itself a dead link warns', dead, '', { found: ['warning dead-link'], paths: ['/posts/a'] }],
    ['error', dead, 'dead-link: error', { found: ['error dead-link'], paths: undefined }],
    ['off', dead, 'dead-link: off', { found: [], paths: ['/posts/a'] }],
    ['two of one id are an error', twice, '', { found: ['error duplicate-id'], paths: undefined }],
    [
      'as a warning, the first is published',
      twice,
      'duplicate-id: warn',
      { found: ['warning duplicate-id'], paths: ['/posts/same'] },
    ],
    [
      'broken front matter is an error, and hides nothing',
      broken,
      '',
      { found: ['error front-matter-syntax', 'warning dead-link'], paths: undefined },
    ],
    [
      'as a warning, the others are published',
      broken,
      'front-matter-syntax: warn',
      { found: ['warning front-matter-syntax', 'warning dead-link'], paths: ['/posts/a'] },
    ],
  ] as const) {
    test(what, async () => {
      expect(await read(files, rules)).toEqual(expected)
    })
  }
})

describe('the contract is correct when errors are lowered to warnings', () => {
  for (const [what, rule, settings, paths, series] of [
    [
      'of every series that a post is in',
      'unknown-series',
      'series: {notes: {label: Notes}, essays: {label: Essays}}',
      { 'posts/a.md': 'series: Asides', 'posts/b.md': 'summary: None.', 'posts/c.md': 'series: notes' },
      ['notes', 'essays', 'asides', 'none'],
    ],
    [
      'of what every id looks like',
      'bad-id',
      'idPattern: ^note-[a-z]+$',
      { 'posts/note-a.md': 'series: research', 'posts/b.md': 'series: research' },
      ['research'],
    ],
  ] as const) {
    test(what, async () => {
      const posts = Object.entries(paths).map(([path, front]) => [
        path,
        `---\ntitle: T\n${front}\n---\n\nText.\n`,
      ])
      const read = (rules: string) =>
        readArchive(fromMemory({ ...Object.fromEntries(posts), 'archive.yaml': `${settings}\n${rules}` }))
      const asIs = await read('')
      expect(asIs.value).toBeUndefined()
      expect(new Set(asIs.diagnostics.map(({ rule }) => rule))).toEqual(new Set([rule]))
      const { value, diagnostics } = await read(`rules: {${rule}: warn}\n`)
      expect(diagnostics.map(({ severity }) => severity)).toEqual(asIs.diagnostics.map(() => 'warning'))
      expect(diagnostics.map(({ message }) => message)).toEqual(
        asIs.diagnostics.map(({ message }) => message),
      )
      expect([value?.idPattern, [...(value?.series.keys() ?? [])]]).toEqual([slugs, series])
      expect(value && apiSchemas(value).PostList.safeParse(postListJson(value)).error).toBeUndefined()
    })
  }
})

test('only problems that make a response wrong or lose a post are errors', () => {
  const errors = Object.entries(contentRules).filter(([, { level }]) => level === 'error')
  expect(errors.map(([rule]) => rule).sort()).toEqual(
    [
      ...'unreadable-file file-too-large not-utf8 no-posts front-matter-syntax settings-syntax'.split(' '),
      ...'dead-original bad-id duplicate-id duplicate-path unknown-series nested-too-deep'.split(' '),
      ...['missing-package', 'own-field'],
    ].sort(),
  )
})
