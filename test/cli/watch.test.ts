import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { watchFolder } from '../../src/cli/watch.ts'
import { cases, isThorough } from '../thorough.ts'
import { emptyFolder, folderWith, post, run, startServer } from './run.ts'

const textOf = async (server: Awaited<ReturnType<typeof startServer>>, path: string) =>
  (await server.get(path)).text()

/** The line with the result of a reload, after those with its problems. */
async function verdict(server: Awaited<ReturnType<typeof startServer>>): Promise<string> {
  const line = await server.complaint()
  return line.startsWith('Reload') || line === 'undefined' ? line : verdict(server)
}

test('serve --watch compiles once after a burst of changes, and prints one line', async () => {
  const dir = folderWith({ 'posts/week-01.md': post('The first text.') })
  const server = await startServer([dir, '--port', '0', '--watch'])
  // The server is stopped meanwhile, so it sees all changes at once.
  server.signal('SIGSTOP')
  for (let nth = 10; nth < 40; nth++) writeFileSync(join(dir, `posts/week-${nth}.md`), post(`Text ${nth}.`))
  writeFileSync(join(dir, 'posts/week-01.md'), post('The second text.'))
  server.signal('SIGCONT')
  expect(await server.complaint()).toBe(`Reloaded ${dir}.`)
  expect(await textOf(server, '/posts/week-01.md')).toContain('The second text.')
  expect(await textOf(server, '/posts/week-39.md')).toContain('Text 39.')
  expect(await server.stop()).toMatchObject({ code: 0, stderr: `Reloaded ${dir}.\n` })
})

test.runIf(isThorough)(
  'serve --watch keeps the old content while there are errors, and reloads once they are fixed',
  async () => {
    const dir = folderWith({ 'posts/week-01.md': post('Whole.') })
    const server = await startServer([dir, '--port', '0', '--watch'])
    writeFileSync(join(dir, 'posts/week-01.md'), post('Broken.').replace('title:', 'title: ['))
    expect(await verdict(server)).toMatch(/^Reload failed, .*: \d errors?\.$/)
    expect(await textOf(server, '/posts/week-01.md')).toContain('Whole.')
    writeFileSync(join(dir, 'posts/week-01.md'), post('Whole again.'))
    expect(await verdict(server)).toBe(`Reloaded ${dir}.`)
    expect(await textOf(server, '/posts/week-01.md')).toContain('Whole again.')
    await server.stop()
  },
)

test.runIf(isThorough)(
  'serve --watch detects files in new folders, renamed files and a replaced folder',
  async () => {
    const top = emptyFolder()
    for (const name of ['one', 'two']) {
      mkdirSync(join(top, name, 'posts'), { recursive: true })
      writeFileSync(join(top, name, 'posts/week-01.md'), post(`Of folder ${name}.`))
    }
    const link = join(top, 'current')
    symlinkSync('one', link)
    const server = await startServer([link, '--port', '0', '--watch'])
    expect(await textOf(server, '/posts/week-01.md')).toContain('Of folder one.')

    mkdirSync(join(link, 'posts/2024'))
    expect(await server.complaint()).toContain('Reloaded ')
    writeFileSync(join(link, 'posts/2024/week-02.md'), post('In a new folder.'))
    expect(await server.complaint()).toContain('Reloaded ')
    expect(await textOf(server, '/posts/week-02.md')).toContain('In a new folder.')
    renameSync(join(link, 'posts/2024/week-02.md'), join(link, 'posts/2024/week-03.md'))
    expect(await server.complaint()).toContain('Reloaded ')
    expect((await server.get('/posts/week-02.md')).status).toBe(404)

    symlinkSync('two', join(top, 'next'))
    renameSync(join(top, 'next'), link)
    expect(await server.complaint()).toContain('Reloaded ')
    expect(await textOf(server, '/posts/week-01.md')).toContain('Of folder two.')
    rmSync(join(link, 'posts/week-01.md'))
    expect(await verdict(server)).toContain('Reload failed, ')
    await server.stop()
  },
)

test.each(cases(['dev'] as const, ['serve', 'dev'] as const))(
  'a symbolic link redirected to a hidden file while `%s` watches is unpublished and reported',
  async (command) => {
    const dir = folderWith({
      'posts/week-01.md': post('Text, with [a file](../assets/c.txt).'),
      'assets/plain.txt': 'plain',
      '.git/config': 'secret',
    })
    const redirect = (target: string) => {
      symlinkSync(target, join(dir, 'assets/.next'))
      renameSync(join(dir, 'assets/.next'), join(dir, 'assets/c.txt'))
    }
    redirect('plain.txt')
    const flags = command === 'serve' ? ['--watch'] : []
    const server = await startServer([dir, '--port', '0', ...flags], {}, command)
    expect(await textOf(server, '/assets/c.txt')).toBe('plain')
    redirect('../.git/config')
    await expect.poll(async () => (await server.get('/assets/c.txt')).status).toBe(404)
    const reported = 'symbolic-link: assets/c.txt is a symbolic link'
    const counted = '2 warnings: 1 of lost text, 1 of lost links; `citable check` lists them.'
    expect((await server.stop('SIGINT')).stderr).toContain(command === 'serve' ? counted : reported)
    expect((await run(['check', dir])).stdout).toContain(reported)
  },
)

test('a file truncated before a write is read only after the write, unless it stays empty', async () => {
  const dir = folderWith({ 'posts/week-01.md': post('Before.') })
  const path = join(dir, 'posts/week-01.md')
  const seen = new Set<string>()
  const watching = watchFolder(dir, 8, () => seen.add(readFileSync(path, 'utf8')))
  // With a frozen clock, the file was truncated just now, however slow the test is.
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    closeSync(openSync(path, 'w'))
    await after(30)
    writeFileSync(path, 'After.')
    await expect.poll(() => [...seen]).toEqual(['After.'])
  } finally {
    vi.useRealTimers()
  }
  closeSync(openSync(path, 'w'))
  await expect.poll(() => [...seen]).toEqual(['After.', ''])
  watching.close()
})

describe('a replaced folder is still watched', () => {
  const replacements: Readonly<Record<string, (dir: string) => void>> = {
    'removed and created again': (dir) => {
      rmSync(dir, { recursive: true })
      mkdirSync(join(dir, '2024'), { recursive: true })
    },
    'renamed and replaced by another': (dir) => {
      mkdirSync(`${dir}-next/2024`, { recursive: true })
      renameSync(dir, `${dir}-before`)
      renameSync(`${dir}-next`, dir)
    },
    'removed and replaced by a renamed one': (dir) => {
      mkdirSync(`${dir}-next/2024`, { recursive: true })
      rmSync(dir, { recursive: true })
      renameSync(`${dir}-next`, dir)
    },
  }
  describe.each(['posts', '.'])('%s', (folder) => {
    test.each(Object.entries(replacements))('%s', async (_, replace) => {
      const dir = join(folderWith({ 'site/posts/2024/week-01.md': 'One.' }), 'site')
      let seen: string[] = []
      // With a trailing slash, as shells complete it.
      const watching = watchFolder(`${dir}/`, 8, () => {
        seen = readdirSync(dir, { recursive: true, encoding: 'utf8' })
      })
      replace(join(dir, folder))
      // Twice, because the first may be detected together with the replacement.
      for (const name of ['first.md', 'second.md', '2024/third.md']) {
        const path = join(folder, name)
        writeFileSync(join(dir, path), 'Text.')
        await expect.poll(() => seen).toContain(path)
      }
      watching.close()
    })
  })
})

test.runIf(isThorough)(
  'serve --watch and dev detect writes after a folder was removed and created again',
  async () => {
    for (const [command, ...flags] of [['serve', '--watch'], ['dev']] as const) {
      const dir = folderWith({ 'posts/week-01.md': post('Before.') })
      const server = await startServer([dir, '--port', '0', ...flags], {}, command)
      rmSync(join(dir, 'posts'), { recursive: true })
      mkdirSync(join(dir, 'posts'))
      for (const text of ['After.', 'And after that.']) {
        writeFileSync(join(dir, 'posts/week-01.md'), post(text))
        await expect.poll(() => textOf(server, '/posts/week-01.md')).toContain(text)
      }
      await server.stop()
    }
  },
)
