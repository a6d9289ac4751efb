import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { holding } from '../../../test/cli/output.ts'
import { ended, main, run, start } from '../../../test/cli/run.ts'
import { cases, isThorough } from '../../../test/thorough.ts'
import { fileOf, folderOf, png, wordPress } from './exports.ts'
import { bytesIn, imported, newFolder, refusal } from './imported.ts'

const posts = (changes: Readonly<Record<number, string>> = {}) =>
  wordPress(
    [1, 2, 3].map((id) => ({
      id,
      title: `Post ${id}`,
      content: changes[id] ?? `<p>Text ${id} <img src="/wp-content/uploads/${id}.png" alt="x"></p>`,
    })),
  )
const pictures = () => folderOf({ 'wp-content/uploads/1.png': png, 'wp-content/uploads/2.png': png })

describe('a second import', () => {
  test('of the same export changes nothing', async () => {
    const path = fileOf('old.xml', posts())
    const { dir } = await imported(path, { flags: ['--images', pictures()] })
    const before = bytesIn(dir)
    const again = await run(['import', path, dir])
    expect(again).toMatchObject({ code: 0, stderr: '' })
    expect(again.stdout).toContain(`Nothing changed in ${dir}: 7 files unchanged.`)
    expect(bytesIn(dir)).toEqual(before)
  })

  test('keeps copied images without --images', async () => {
    const path = fileOf('old.xml', posts())
    const { dir } = await imported(path, { flags: ['--images', pictures()] })
    const before = bytesIn(dir)
    const { report } = await imported(path, { dir })
    expect(report).toMatchObject({ copied: 2, added: 0, updated: 0, unchanged: 7 })
    expect(bytesIn(dir)).toEqual(before)
  })

  test('never overwrites edited files, and updates the rest', async () => {
    const { dir } = await imported(fileOf('old.xml', posts()))
    const mine = join(dir, 'posts/post-1.md')
    writeFileSync(mine, `${readFileSync(mine, 'utf8')}\nMine.\n`)
    rmSync(join(dir, 'posts/post-3.md'))
    const first = await imported(fileOf('old.xml', posts()), { dir })
    expect(first.report, 'the same export').toMatchObject({ added: 0, updated: 0, edited: 2, conflicts: [] })

    const changed = fileOf('old.xml', posts({ 1: '<p>New 1</p>', 2: '<p>New 2</p>', 3: '<p>New 3</p>' }))
    const second = await imported(changed, { dir })
    expect(second.report.conflicts, 'a changed export').toEqual(['posts/post-1.md', 'posts/post-3.md'])
    expect(readFileSync(mine, 'utf8')).toContain('Mine.')
    expect(second.body('posts/post-2.md')).toBe('New 2\n')
    expect(existsSync(join(dir, 'posts/post-3.md')), 'a deleted post').toBe(false)
    const before = bytesIn(dir)
    const third = await imported(changed, { dir })
    expect(third.report.conflicts, 'reported again').toEqual(second.report.conflicts)
    expect(bytesIn(dir)).toEqual(before)
  })

  test('keeps and reports posts that are no longer in the export', async () => {
    const { dir } = await imported(fileOf('old.xml', posts()))
    const { report } = await imported(fileOf('old.xml', wordPress([{ id: 1, title: 'Post 1' }])), { dir })
    expect(report.gone).toEqual(['posts/post-2.md', 'posts/post-3.md'])
    expect(existsSync(join(dir, 'posts/post-2.md'))).toBe(true)
  })

  test('completes an import that was killed', async () => {
    const path = fileOf('old.xml', posts())
    const { dir } = await imported(path)
    const complete = bytesIn(dir)
    // The state after the list was renamed into place, but not all files.
    const list = join(dir, '.citable-import.json')
    writeFileSync(list, JSON.stringify({ ...JSON.parse(readFileSync(list, 'utf8')), unfinished: true }))
    rmSync(join(dir, 'posts/post-2.md'))
    const { report } = await imported(path, { dir })
    expect(report).toMatchObject({ added: 1, edited: 0 })
    expect(bytesIn(dir)).toEqual(complete)
  })
})

test('a file that an import did not write is never overwritten', async () => {
  const dir = folderOf({ 'posts/post-2.md': 'Mine.\n' })
  const before = bytesIn(dir)
  expect(refusal(await run(['import', fileOf('old.xml', posts()), dir]))).toBe(
    `citable: ${dir}/posts/post-2.md was not written by an import and would be lost, so nothing was written. Import into another folder.\n`,
  )
  expect(bytesIn(dir)).toEqual(before)
})

test('the default folder is named after the site', async () => {
  const path = fileOf('old.xml', posts())
  const cwd = folderOf({ 'x.txt': '' })
  expect(await run(['import', path], { cwd })).toMatchObject({ code: 0, stderr: '' })
  expect(readdirSync(cwd).sort()).toEqual(['old-good', 'x.txt'])
})

const many = (count: number) =>
  wordPress(
    Array.from({ length: count }, (_, id) => ({
      id,
      title: `Post ${id}`,
      content: `<p>${'Some <b>text</b>. '.repeat(20)}</p>`,
    })),
  )

test.each(cases(['SIGINT'] as const, ['SIGINT', 'SIGTERM'] as const))(
  '%s removes the unfinished folder',
  async (signal) => {
    const dir = newFolder()
    const { env, held, release } = holding()
    const child = start(['import', fileOf('old.xml', many(50)), dir], { env })
    const end = ended(child)
    await held()
    expect(existsSync(dir), 'the folder during the import').toBe(true)
    child.kill(signal)
    release()
    const { code, stdout } = await end
    expect({ code, stdout }).toEqual({ code: signal === 'SIGINT' ? 130 : 143, stdout: '' })
    expect(existsSync(dir), 'the folder after the signal').toBe(false)
  },
)

const script = '/usr/bin/script'

// Needs more than a second of work, because progress is shown only after that.
test.skipIf(!isThorough || !existsSync(script) || process.platform !== 'linux')(
  'progress on a terminal is one line, cleared at the end (with THOROUGH=1)',
  async () => {
    const path = fileOf('old.xml', many(3_000))
    const dir = newFolder()
    const command = `'${process.execPath}' '${main}' import '${path}' '${dir}'`
    const child = spawn(script, ['-qec', command, '/dev/null'], { stdio: ['ignore', 'pipe', 'inherit'] })
    let shown = ''
    child.stdout.setEncoding('utf8').on('data', (piece: string) => {
      shown += piece
    })
    const [code] = await once(child, 'close')
    expect(code).toBe(0)
    const lines = shown.split('\r\u001b[K')
    expect(lines[1]).toMatch(/^Importing: \d+ of \d+ posts and pages/)
    expect(lines.at(-1), 'after the last progress line').toMatch(
      /^wordpress: \d+ posts, 0 pages, 0 drafts, 0 files\.\r\n/,
    )
  },
)
