import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { settings } from '../src/config.ts'
import { archiveKeys } from '../src/content/archive-keys.ts'
import { pageKeys, postKeys } from '../src/content/front-matter.ts'
import { contentRules } from '../src/diagnostics.ts'
import { errorCodes } from '../src/errors.ts'

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

  test('rules for content', () => {
    const documented = rows('Rules for content').map(([rule, meaning]) => [
      bare(rule),
      meaning?.replace(' (warning)', ''),
    ])
    expect(documented).toEqual(Object.entries(contentRules))
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

  test('keys of archive.yaml', () => {
    const { author, mcp, ...others } = archiveKeys.shape
    const nested = Object.entries({ author, mcp }).flatMap(([name, group]) =>
      Object.keys(group.unwrap().shape).map((key) => `${name}.${key}`),
    )
    const documented = rows('archive.yaml').map(([key]) => bare(key))
    expect(documented.toSorted()).toEqual([...Object.keys(others), ...nested].toSorted())
  })

  test('front matter keys of posts and pages', () => {
    const documented = rows('Front matter of a post').map(([key, required]) => [bare(key), required])
    const actual = Object.entries(postKeys.shape).map(([key, schema]) => [
      key,
      schema.safeParse(undefined).success ? 'no' : 'yes',
    ])
    expect(documented).toEqual(actual)
    const keys = Object.keys(pageKeys.shape).map((key) => `\`${key}\``)
    expect(reference).toContain(`A page has ${keys.slice(0, -1).join(', ')} and ${keys.at(-1)}.`)
  })
})

describe('links between the documents lead somewhere', () => {
  for (const page of [
    'README.md',
    'CONTRIBUTING.md',
    'docs/DESIGN.md',
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
