import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { compile, fromFolder, fromMemory, packInMemory } from '../../src/compile.ts'
import { cachedFolder } from '../../src/content/folder.ts'
import { NotFollowed } from '../../src/content/source.ts'
import { type Bytes, sourceContract } from './source-contract.ts'
import { bytesOf } from '../../src/base/utf8.ts'

const made: string[] = []

afterEach(() => {
  for (const dir of made.splice(0)) rmSync(dir, { recursive: true })
})

function written(files: Readonly<Record<string, string | Uint8Array>>): string {
  const root = mkdtempSync(join(tmpdir(), 'citable-source-'))
  made.push(root)
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), bytes)
  }
  return root
}

describe('memory', () => sourceContract(async (files: Bytes) => fromMemory(files)))
describe('a caching folder', () => {
  sourceContract(async (files: Bytes) => cachedFolder(written(files)))

  test('returns the same object for an unchanged file, and a new one for a changed file', async () => {
    const root = written({ 'a.md': 'one', 'b.md': 'one' })
    const source = cachedFolder(root)
    // Recent files are read again: file times may be too coarse to show another change.
    for (const name of ['a.md', 'b.md']) utimesSync(join(root, name), 1, 1)
    const [a, b] = [await source.read('a.md'), await source.read('b.md')]
    writeFileSync(join(root, 'b.md'), 'two')
    expect(await source.read('a.md')).toBe(a)
    expect(Buffer.from(await source.read('b.md')).toString()).toBe('two')
    expect(Buffer.from(b).toString()).toBe('one')
  })

  test('sees every change, however quickly they follow each other', async () => {
    const root = written({ 'a.md': '' })
    const source = cachedFolder(root)
    for (let nth = 100; nth < 200; nth++) {
      writeFileSync(join(root, 'a.md'), String(nth))
      expect(Buffer.from(await source.read('a.md')).toString()).toBe(String(nth))
    }
  })
})
describe('folder', () => {
  sourceContract(async (files: Bytes) => fromFolder(written(files)))

  test('ignores hidden files and folders', async () => {
    const root = written({ 'posts/a.md': '', 'posts/.b.md.swp': '', '.git/config': '', '.env': 'secret' })
    expect(await fromFolder(root).list()).toEqual(['posts/a.md'])
  })

  test('publishes a symbolic link to a file in the archive', async () => {
    const root = written({ 'posts/week-01.md': 'text' })
    symlinkSync('week-01.md', join(root, 'posts/week-02.md'))
    expect(await fromFolder(root).list()).toEqual(['posts/week-01.md', 'posts/week-02.md'])
  })

  test('reports and ignores a symbolic link to the outside, a folder or nothing', async () => {
    const outside = written({ 'secret.md': 'secret', 'deep/secret.md': 'secret' })
    const root = written({ 'posts/week-01.md': 'Text.' })
    symlinkSync(join(outside, 'secret.md'), join(root, 'posts/week-02.md'))
    symlinkSync(join(outside, 'deep'), join(root, 'assets'))
    symlinkSync('gone.md', join(root, 'posts/week-03.md'))
    symlinkSync('.', join(root, 'posts/loop'))
    const source = fromFolder(root)
    const listed = 'assets/ posts/loop/ posts/week-01.md posts/week-02.md/ posts/week-03.md/'
    expect(await source.list()).toEqual(listed.split(' '))
    await expect(source.read('assets/')).rejects.toThrow(NotFollowed)
    await expect(source.read('posts/week-02.md/')).rejects.toThrow(NotFollowed)
    const { value, diagnostics } = await compile(source, { encodings: ['identity'] })
    expect(value?.mcp.posts.map(({ entry }) => entry.id)).toEqual(['week-01'])
    const links = diagnostics.filter(({ rule }) => rule === 'symbolic-link')
    const reasons = {
      assets: 'outside the archive',
      'posts/loop': 'to a folder',
      'posts/week-02.md': 'outside the archive',
      'posts/week-03.md': 'to nothing readable',
    }
    const messages = Object.entries(reasons).map(
      ([path, where]) => `${path} is a symbolic link that points ${where}; it is not followed.`,
    )
    expect(links.map(({ message }) => message)).toEqual(messages)
  })

  test.each<[name: string, links: Readonly<Record<string, string>>]>([
    ['a file', { 'assets/c.txt': '../.git/config' }],
    ['a post', { 'posts/env.md': '../.env' }],
    ['a file beside a post', { 'posts/c.txt': '../.git/config' }],
    ['a chain of links', { 'assets/c.txt': 'd.txt', 'assets/d.txt': '../.git/config' }],
    ['a link by way of a linked folder', { linked: '.git', 'assets/c.txt': '../linked/config' }],
    ['a link within a hidden folder', { '.git/d.txt': 'config', 'assets/c.txt': '../.git/d.txt' }],
    ['an absolute link', { 'assets/c.txt': '/.git/config' }],
    ['a hidden folder', { 'posts/git': '../.git' }],
  ])('reports and ignores %s to a hidden file', async (_, links) => {
    const text = 'Text, [a](../assets/c.txt), [b](c.txt), [c](git/config).'
    for (const open of [fromFolder, cachedFolder]) {
      const root = written({
        'archive.yaml': '',
        'posts/week-01.md': text,
        'assets/plain.txt': '',
        '.git/config': 'secret',
        '.env': 'secret',
      })
      for (const [path, target] of Object.entries(links))
        symlinkSync(target.startsWith('/') ? join(root, target) : target, join(root, path))
      const shown = Object.keys(links).filter((path) => !path.startsWith('.'))
      const source = open(root)
      expect((await source.list()).filter((path) => path.endsWith('/'))).toEqual(
        shown.map((path) => `${path}/`).toSorted(),
      )
      for (const path of shown) await expect(source.read(path)).rejects.toThrow(NotFollowed)
      const { value, diagnostics } = await compile(source, { encodings: ['identity'] })
      if (!value) throw new Error('does not compile')
      expect(Buffer.from(packInMemory(value)).includes('secret')).toBe(false)
      const refused = diagnostics.filter(({ rule }) => rule === 'symbolic-link')
      expect(refused.map(({ path, line }) => [path, line])).toEqual(shown.toSorted().map((path) => [path, 1]))
    }
  })

  test('does not publish an archive whose settings are a link to a hidden file', async () => {
    const root = written({ 'posts/week-01.md': 'Text.', '.env': 'secret' })
    symlinkSync('.env', join(root, 'archive.yaml'))
    const { value, diagnostics } = await compile(fromFolder(root), { encodings: ['identity'] })
    expect(value).toBeUndefined()
    expect(diagnostics.map(({ rule, path }) => [rule, path])).toEqual([
      ['symbolic-link', 'archive.yaml'],
      ['no-posts', 'archive.yaml'],
      ['other-files', 'posts/week-01.md'],
    ])
  })

  test('publishes a link by the rules for its own path', async () => {
    const root = written({ '.vitepress/public/a.txt': 'shown', '.hidden/archive/posts/week-01.md': 'text' })
    symlinkSync('.vitepress/public/a.txt', join(root, 'a.txt'))
    symlinkSync('week-01.md', join(root, '.hidden/archive/posts/week-02.md'))
    expect(await fromFolder(root).list()).toContain('a.txt')
    expect(await fromFolder(join(root, '.hidden/archive')).list()).toContain('posts/week-02.md')
  })

  test('does not read a file that became a link after listing', async () => {
    const root = written({ 'posts/a.md': 'text', 'assets/config': 'text', '.git/config': 'secret' })
    for (const source of [fromFolder(root), cachedFolder(root)]) {
      await source.list()
      rmSync(join(root, 'assets'), { recursive: true, force: true })
      symlinkSync('.git', join(root, 'assets'))
      await expect(source.read('assets/config')).rejects.toThrow(NotFollowed)
    }
  })

  test('does not report links in node_modules', async () => {
    const root = written({ 'posts/week-01.md': 'Text.', 'node_modules/.pnpm/a/index.js': '' })
    symlinkSync('.pnpm/a', join(root, 'node_modules/a'))
    const { diagnostics } = await compile(fromFolder(root), { encodings: ['identity'] })
    expect(diagnostics.filter(({ rule }) => rule === 'symbolic-link')).toEqual([])
  })

  test('reports a post folder that is a link', async () => {
    const root = written({ 'elsewhere/a.md': 'Text.', 'archive/archive.yaml': 'posts: posts\n' })
    symlinkSync('../elsewhere', join(root, 'archive/posts'))
    const { diagnostics } = await compile(fromFolder(join(root, 'archive')), { encodings: ['identity'] })
    expect(diagnostics.map(({ rule, path }) => [rule, path])).toEqual([
      ['no-posts', 'archive.yaml'],
      ['symbolic-link', 'posts'],
    ])
  })

  test('a sibling folder with the same name prefix is outside', async () => {
    const root = written({ 'archive/posts/week-01.md': '', 'archive-private/secret.md': 'secret' })
    symlinkSync(join(root, 'archive-private/secret.md'), join(root, 'archive/posts/week-02.md'))
    expect(await fromFolder(join(root, 'archive')).list()).toEqual(['posts/week-01.md', 'posts/week-02.md/'])
  })

  test.skipIf(process.platform === 'win32')(
    'a folder that cannot be listed is in the list, and reading it says why',
    async () => {
      const root = written({ 'posts/week-01.md': '', 'posts/week-03.md': '' })
      // Longer than any path, also for root.
      const deep = 'd'.repeat(200)
      const dig = `for (let i = 0; i < 30; i++) { fs.mkdirSync('${deep}'); process.chdir('${deep}') }`
      execFileSync(process.execPath, ['-e', dig], { cwd: join(root, 'posts') })
      try {
        const paths = await fromFolder(root).list()
        const unreadable = expect.stringMatching(/^posts\/(?:d+\/)+$/)
        expect(paths).toEqual([unreadable, 'posts/week-01.md', 'posts/week-03.md'])
        await expect(fromFolder(root).read(paths[0] ?? '')).rejects.toThrow(/^name too long$/)
      } finally {
        execFileSync('rm', ['-rf', join(root, 'posts', deep)])
      }
    },
  )

  test('reports unreadable files without absolute paths', async () => {
    const root = written({ 'posts/week-01.md': '' })
    await expect(fromFolder(root).read('posts')).rejects.toThrow(/^illegal operation on a directory$/)
    await expect(fromFolder(root).read('none.md')).rejects.toThrow(/^no such file or directory$/)
  })

  test('follows a root that is a link', async () => {
    const root = written({ 'real/posts/week-01.md': 'text' })
    symlinkSync(join(root, 'real'), join(root, 'current'))
    const source = fromFolder(join(root, 'current'))
    expect(await source.list()).toEqual(['posts/week-01.md'])
    expect(new TextDecoder().decode(bytesOf(await source.read('posts/week-01.md')))).toBe('text')
  })
})

test('text equals its UTF-8 bytes, and the order of files does not matter', async () => {
  const files = {
    'posts/week-02.md': '---\ntitle: Café 🎉\nseries: research\n---\n\nSecond.\n',
    'posts/week-01.md': '---\ntitle: One\nseries: research\n---\n\nFirst.\n',
  }
  const bytes = Object.entries(files).map(([path, text]) => [path, new TextEncoder().encode(text)] as const)
  const [written, turned] = await Promise.all(
    [fromMemory(files), fromMemory(Object.fromEntries(bytes.toReversed()))].map((source) =>
      compile(source, { encodings: ['identity'] }),
    ),
  )
  if (!written?.value || !turned?.value) throw new Error('does not compile')
  expect(Buffer.compare(packInMemory(written.value), packInMemory(turned.value))).toBe(0)
})
