import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type * as z from 'zod'
import { bareNumbers, identityOf } from '../src/archive/identity.ts'
import { outsideRules } from '../src/probe/rules.ts'
import { settings } from '../src/cli/run-settings.ts'
import { archiveKeys } from '../src/content/archive-keys.ts'
import { archiveAuthor } from '../src/content/author-keys.ts'
import { fieldNames } from '../src/content/fields.ts'
import { readContent } from '../src/content/read.ts'
import { memory } from '../src/content/source.ts'
import { contentRules } from '../src/base/diagnostics.ts'
import { errorCodes } from '../src/base/errors.ts'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const reference = read('docs/REFERENCE.md')

/** The rows of the first table below a heading, cell by cell, without backquotes. */
function rows(heading: string): string[][] {
  const section = reference.split(new RegExp(`^#+ ${heading}$`, 'm'))[1]?.split(/^#/m)[0]
  if (section === undefined) throw new Error(`docs/REFERENCE.md has no section "${heading}"`)
  const lines = section.split('\n').filter((line) => line.startsWith('|'))
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim()),
  )
}

const bare = (cell: string | undefined) => (cell ?? '').replaceAll('`', '')

describe('the reference documents what is there, and nothing that is gone', () => {
  test('error codes, with status, meaning and caching', () => {
    const documented = rows('Errors').map(([status, code, meaning, cache]) => [
      status,
      bare(code),
      meaning,
      cache,
    ])
    const actual = Object.entries(errorCodes).map(([code, kind]) => [
      `${kind.status}`,
      code,
      kind.meaning,
      kind.cache,
    ])
    expect(documented).toEqual(actual)
  })

  test('rules for content, with level and meaning', () => {
    const documented = rows('Rules for content').map(([rule, level, meaning]) => [bare(rule), level, meaning])
    expect(documented).toEqual(
      Object.entries(contentRules).map(([rule, { level, meaning }]) => [rule, level, meaning]),
    )
  })

  test('rules for live archives, with level and meaning', () => {
    const documented = rows('Rules for live archives').map(([rule, ...rest]) => [bare(rule), ...rest])
    expect(documented).toEqual(
      Object.entries(outsideRules).map(([rule, { level, meaning }]) => [rule, level, meaning]),
    )
  })

  test('settings of serve, with flag, variable and help', () => {
    const documented = rows('serve').map(([flag, variable, , help]) => [bare(flag), bare(variable), help])
    const actual = Object.values(settings).map(({ flag, help, ...row }) => [
      flag,
      'env' in row ? row.env : '–',
      help,
    ])
    expect(documented).toEqual(actual)
  })

  test('keys of archive.yaml, with what they mean', () => {
    const meaning = (key: string, schema: { description?: string | undefined }) => [
      key,
      schema.description?.replaceAll('|', '\\|'),
    ]
    const { mcp, look, images } = archiveKeys.shape
    const groups: Record<string, z.ZodObject> = {
      author: archiveAuthor,
      mcp: mcp.unwrap(),
      look: look.unwrap(),
      images: images.unwrap(),
    }
    const actual = Object.entries(archiveKeys.shape).flatMap(([name, schema]) => {
      const group = groups[name]
      if (!group) return [meaning(name, schema)]
      return Object.entries(group.shape).map(([key, one]) => meaning(`${name}.${key}`, one))
    })
    expect(rows('archive.yaml').map(([key, , words]) => [bare(key), words])).toEqual(actual)
  })

  test('names in front matter, with all that are understood', () => {
    const documented = rows('Front matter').map(([name, others]) => [bare(name), bare(others)])
    const actual = Object.entries(fieldNames).map(([name, understood]) => [
      name,
      understood.filter((one) => one !== name).join(', ') || '–',
    ])
    expect(documented).toEqual(actual)
  })
})

describe('links between the documents lead somewhere', () => {
  for (const page of [
    'README.md',
    'CONTRIBUTING.md',
    'docs/DESIGN.md',
    'docs/LIBRARY.md',
    'docs/PUBLISHING.md',
    'docs/REFERENCE.md',
    'CHANGELOG.md',
  ]) {
    test(page, () => {
      const prose = read(page).replace(/```[\s\S]*?```/g, '')
      const targets = [...prose.matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map(([, target]) => target ?? '')
      for (const target of targets) {
        const path = new URL(target, `http://x/${page}`).pathname
        expect(existsSync(new URL(`..${path}`, import.meta.url)), `${page} links to ${target}`).toBe(true)
      }
    })
  }
})

test.each(['CONTRIBUTING.md', 'README.md', 'docs/DESIGN.md', 'docs/REFERENCE.md', 'bench/RESULTS.md'])(
  'every file and folder of the project that %s names is there',
  (document) => {
    // DESIGN.md, which is about src, names what is in it without saying so.
    const named = read(document).matchAll(/`((?:[\w.-]+\/)+(?:[\w.-]+\.(?:ts|js|mjs|md|yaml|json))?)`/g)
    const paths = new Set(Array.from(named, ([, path = '']) => path))
    const own = [...paths].filter((path) => /^(?:src|test|docs|bench|scripts|tools)\/|\.ts$/.test(path))
    const gone = own.filter((path) => ![`../${path}`, `../src/${path}`].some(isThere))
    expect(gone).toEqual([])
    if (document === 'CONTRIBUTING.md') expect(own.length).toBeGreaterThan(15)
  },
)

function isThere(path: string): boolean {
  return existsSync(new URL(path, import.meta.url))
}

test('the reference names every placeholder of ids and old addresses', async () => {
  const content = await readContent(memory({ 'posts/one.md': 'Text.' }))
  const [written] = content.posts
  const known = written ? Object.keys(identityOf(written, content).parts) : []
  const [sentence = ''] = /In `ids` and `oldUrls` there may be [^.]*\./.exec(reference) ?? []
  const named = Array.from(sentence.matchAll(/`\{(\w+)\}`/g), ([, name]) => name)
  expect(named.sort()).toEqual([...known, ...Object.keys(bareNumbers)].sort())
})
