import { readdirSync, readFileSync } from 'node:fs'
import { posix, win32 } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { isPathWithin } from '../src/build/output/folder.ts'
import { isWithin } from '../src/content/folder.ts'

/** Checks for Windows that run on any machine. */

describe('isWithin()', () => {
  test.each([
    ['C:\\blog\\posts', 'C:\\blog', true],
    ['C:\\blog', 'C:\\blog', true],
    ['c:\\BLOG\\posts', 'C:\\blog', true],
    ['C:\\blog', 'C:\\', true],
    ['C:\\blog\\..draft', 'C:\\blog', true],
    ['\\\\server\\share\\blog\\posts', '\\\\server\\share\\blog', true],
    ['C:\\blog-private', 'C:\\blog', false],
    ['C:\\', 'C:\\blog', false],
    ['D:\\blog\\posts', 'C:\\blog', false],
    ['\\\\server\\other\\blog', '\\\\server\\share\\blog', false],
  ])('on Windows: %s in %s is %s', (inner, outer, within) => {
    expect(isWithin(inner, outer, win32)).toBe(within)
  })

  test.each([
    ['/blog/posts', '/blog', true],
    ['/blog', '/', true],
    ['/blog/..draft', '/blog', true],
    ['/blog-private', '/blog', false],
    ['/', '/blog', false],
  ])('on POSIX: %s in %s is %s', (inner, outer, within) => {
    expect(isWithin(inner, outer, posix)).toBe(within)
  })
})

describe('isPathWithin()', () => {
  test.each([
    ['index.html', true],
    ['posts/week-01.html', true],
    ['..draft.html', true],
    ['', false],
    ['.', false],
    ['../other.html', false],
    ['posts/../../other.html', false],
    [7, false],
  ])('%j: %s on Windows and POSIX', (file, within) => {
    expect(isPathWithin(file, 'C:\\site', win32)).toBe(within)
    expect(isPathWithin(file, '/srv/site', posix)).toBe(within)
  })

  test('accepts the root of a drive as the folder', () => {
    expect(isPathWithin('index.html', 'C:\\', win32)).toBe(true)
    expect(isPathWithin('D:\\index.html', 'C:\\', win32)).toBe(false)
  })

  test.each(['..\\other.html', 'C:\\other.html', 'D:other.html', '\\other.html', '\\\\server\\share\\x'])(
    '%s is outside on Windows',
    (file) => expect(isPathWithin(file, 'C:\\site', win32)).toBe(false),
  )
})

describe('the code', () => {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const files = ['src', 'scripts', 'test', 'tools', 'bench'].flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: folder !== 'tools', encoding: 'utf8' })
      .filter((path) => /\.(?:m?js|ts)$/.test(path))
      .map((path) => `${folder}/${path}`),
  )
  const linesWith = (pattern: RegExp) =>
    files.flatMap((path) =>
      readFileSync(`${root}${path}`, 'utf8')
        .split('\n')
        .filter((line) => pattern.test(line) && !line.includes('linesWith('))
        .map((line) => `${path}: ${line.trim()}`),
    )

  test('never uses the pathname of a URL as a file path, because of the slash before the drive', () => {
    expect(files.length).toBeGreaterThan(300)
    expect(linesWith(/import\.meta\.url\)\.pathname/)).toEqual([])
  })

  test('never imports a module by file path, because the drive would be a URL scheme', () => {
    expect(linesWith(/\bimport\(`\$\{/)).toEqual([])
  })

  test('never splits a file path at slashes only', () => {
    expect(linesWith(/(?:resolve|cwd|realpathSync|fileURLToPath)\([^)]*\)\.split\(['"`]\/['"`]\)/)).toEqual(
      [],
    )
  })
})
