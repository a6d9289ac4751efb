import { expect, test } from 'vitest'
import { userEnvironment } from '../environment.ts'
import { Host } from './host.ts'
import { emptyFolder, ended, folderWith, main, type Options, post, start } from './run.ts'

/** Other tests run commands in one process; the results must be those of separate processes. */

const dir = folderWith({ 'archive/posts/week-01.md': post('[x](none.md)') })
const broken = folderWith({ 'posts/week-01.md': post(`${'>'.repeat(101)} lost`) })

const commands: readonly (readonly [what: string, args: readonly string[], options?: Options])[] = [
  ['a usage error', ['chek']],
  ['warnings', ['check', 'archive'], { cwd: dir }],
  ['warnings as errors', ['check', 'archive', '--strict'], { cwd: dir }],
  ['an error', ['build', broken, '--out', 'site'], { cwd: emptyFolder() }],
  ['an environment variable', ['get', '/robots.txt'], { cwd: dir, env: { BASE_URL: 'https://env.example' } }],
  ['the variable unset again', ['get', '/robots.txt'], { cwd: dir }],
  ['another folder', ['get', '/robots.txt'], { cwd: emptyFolder() }],
]

test(`${commands.length} commands in one process give the same results as in separate ones`, async () => {
  const host = new Host(main)
  for (const [what, args, { cwd = process.cwd(), env = {} } = {}] of commands) {
    const shared = await host.run({ args, cwd, env: { ...userEnvironment(), ...env } })
    expect(shared, what).toEqual(await ended(start(args, { cwd, env })))
  }
})

test('returns the exit status if a command ends the process, and starts another for the next', async () => {
  const host = new Host(main)
  const { PATH = '' } = process.env
  const ended = await host.run({ args: ['--version'], cwd: '/nowhere', env: { PATH } })
  expect(ended).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('ENOENT') })
  const next = await host.run({ args: ['--version'], cwd: emptyFolder(), env: { PATH } })
  expect(next).toMatchObject({ code: 0, stderr: '' })
})
