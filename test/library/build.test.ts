import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { afterFile } from '../after-file.ts'
import { build, type BuildOptions, type ContentSource, fromFolder, fromMemory } from '../../src/compile.ts'
import { contents } from '../cli/output.ts'
import { run } from '../cli/run.ts'

/** build(). */

const fixture = 'test/fixtures/archive'
const baseUrl = 'https://archive.example.org'
const scratch = mkdtempSync(join(tmpdir(), 'citable-build-'))
afterFile(() => rmSync(scratch, { recursive: true, force: true }))
let count = 0
const newFolder = () => join(scratch, String(count++))

const post = '---\ntitle: One\npublished: 2026-01-05\n---\n\nText.\n'
const written = (files: Readonly<Record<string, string>>) => {
  const dir = newFolder()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(dir, path, '..'), { recursive: true })
    writeFileSync(join(dir, path), text)
  }
  return dir
}

test('writes the files of the command, and returns what it reports', async () => {
  const [ours, theirs] = [newFolder(), newFolder()]
  const { value, diagnostics } = await build(fromFolder(fixture), { out: ours, baseUrl, compress: true })
  const args = [
    'build',
    fixture,
    '--out',
    theirs,
    '--base-url',
    baseUrl,
    '--compress',
    '--json',
    '--no-cache',
  ]
  const report = JSON.parse((await run(args)).stdout)
  expect(contents(ours)).toEqual(contents(theirs))
  expect(value).toMatchObject({ out: ours, baseUrl, files: report.files, refused: report.refused })
  expect(diagnostics).toEqual(report.diagnostics)
})

test('replaces what has changed, removes what is gone, and keeps files of others', async () => {
  const out = newFolder()
  const make = (files: Readonly<Record<string, string>>) => build(fromMemory(files), { out, baseUrl })
  await make({ 'posts/one.md': post, 'posts/two.md': post })
  writeFileSync(join(out, 'CNAME'), 'example.org')
  await make({ 'posts/one.md': post.replace('Text', 'Words') })
  const files = contents(out)
  expect(Object.keys(files)).toEqual(expect.arrayContaining(['CNAME', 'posts/one.html', 'posts/one.md']))
  expect(Object.keys(files)).not.toContain('posts/two.html')
  expect(readFileSync(join(out, 'posts/one.html'), 'utf8')).toContain('Words.')
})

test('errors leave the folder as it is', async () => {
  const out = newFolder()
  await build(fromMemory({ 'posts/one.md': post }), { out, baseUrl })
  const before = contents(out)
  const broken = fromMemory({ 'posts/one.md': '---\ntitle: [\n---\n\nOther text.\n' })
  const { value, diagnostics } = await build(broken, { out, baseUrl })
  expect(value).toBeUndefined()
  expect(diagnostics).toMatchObject([{ severity: 'error', path: 'posts/one.md' }])
  expect(contents(out)).toEqual(before)
})

describe('rejects', () => {
  const source = fromMemory({ 'posts/one.md': post })
  const archive = written({ 'posts/one.md': post, 'site/notes.md': 'Notes.' })

  test.each<[string, ContentSource, object, string]>([
    ['no folder', source, {}, 'build needs out, the folder for the files'],
    ['an option of compile()', source, { out: 'x', encodings: ['br'] }, 'build has no option "encodings"'],
    ['a wrong URL', source, { out: 'x', mcpUrl: 'mcp' }, 'mcpUrl must be an absolute http or https URL'],
    ['the archive itself', fromFolder(archive), { out: archive }, 'contains the archive'],
    ['a folder of content', fromFolder(archive), { out: join(archive, 'site') }, 'is inside the archive'],
  ])('%s', async (_, from, options, message) => {
    await expect(build(from, options as BuildOptions)).rejects.toThrow(message)
  })
})
