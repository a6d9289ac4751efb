import { expect, test } from 'vitest'
import { cases } from '../thorough.ts'
import { Host } from './host.ts'
import { emptyFolder, ended, folderWith, main, type Options, post, start } from './run.ts'

/** What other tests run in one process, command after command, says the same in a process of its own. */

const dir = folderWith({ 'archive/posts/week-01.md': post('[x](none.md)') })
const broken = folderWith({ 'posts/week-01.md': post(`${'>'.repeat(101)} lost`) })

const commands: readonly (readonly [what: string, args: readonly string[], options?: Options])[] = [
  ['a mistake of the command line', ['chek']],
  ['warnings', ['check', 'archive'], { cwd: dir }],
  ['every warning an error', ['check', 'archive', '--strict'], { cwd: dir }],
  ['an error', ['build', broken, '--out', 'site'], { cwd: emptyFolder() }],
  ['a variable', ['get', '/robots.txt'], { cwd: dir, env: { BASE_URL: 'https://env.example' } }],
  ['no variable any more', ['get', '/robots.txt'], { cwd: dir }],
  ['another folder', ['get', '/robots.txt'], { cwd: emptyFolder() }],
]

// `get` starts another process that compiles, each time.
const tried = cases(commands.slice(0, 2), commands)
test(`${tried.length} commands in one process say and end as in one each`, async () => {
  const host = new Host(main)
  for (const [what, args, { cwd = process.cwd(), env = {} } = {}] of tried) {
    const { PATH = '', HOME = '' } = process.env
    const inOne = await host.run({ args, cwd, env: { PATH, HOME, ...env } })
    expect(inOne, what).toEqual(await ended(start(args, { cwd, env })))
  }
})

test('when the process ends with a command, that is told, and the next command has another', async () => {
  const host = new Host(main)
  const { PATH = '' } = process.env
  const ended = await host.run({ args: ['--version'], cwd: '/nowhere', env: { PATH } })
  expect(ended).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('ENOENT') })
  const next = await host.run({ args: ['--version'], cwd: emptyFolder(), env: { PATH } })
  expect(next).toMatchObject({ code: 0, stderr: '' })
})
