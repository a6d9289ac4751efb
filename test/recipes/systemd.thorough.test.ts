import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { post, startServer } from '../cli/run.ts'
import { installed } from '../installed.ts'
import { expectSameAnswers } from './compare.ts'
import { type Project, projectWith, startServe } from './project.ts'
import { adapted, recipe } from './recipe.ts'

/** systemd does not run where tests do: what the unit lets its program call, libseccomp lets it call here. */
const analyze = installed('systemd-analyze')
const python = installed('python3 with seccomp')

describe.skipIf(!analyze)('the unit', () => {
  let project: Project
  beforeAll(async () => {
    project = await projectWith()
  })

  test('is accepted by systemd-analyze, with the exposure that the page names', async () => {
    const file = join(project.dir, 'archive.service')
    const text = adapted('systemd/archive.service', {
      '/usr/bin/node': process.execPath,
      '/srv/archive': project.dir,
    })
    writeFileSync(file, text)
    const analyzed = (...args: string[]) => promisify(execFile)(analyze ?? '', args)
    expect(await analyzed('verify', file)).toEqual({ stdout: '', stderr: '' })
    const { stdout } = await analyzed('security', '--offline=true', '--no-pager', file)
    const [, exposure] = /exposure level for archive.service: (\S+ \w+)/.exec(stdout) ?? []
    const page = readFileSync(new URL('../../docs/DEPLOY.md', import.meta.url), 'utf8')
    expect(page).toContain(`exposure ${exposure?.replace(/ (.*)/, ', "$1"')}.`)
  })

  describe.skipIf(!python)(
    'with the system calls that it allows, any other of which ends the program',
    () => {
      const calls = analyze ? allowedCalls() : []
      const confined = (...command: string[]) => [
        python ?? '',
        fileURLToPath(new URL('confined.py', import.meta.url)),
        calls.join(),
        ...command,
      ]

      test('a call that is not on the list ends a program', () => {
        const [program = '', ...args] = confined(process.execPath, '-e', "fs.chownSync('.', 0, 0)")
        const { signal } = spawnSync(program, args, { cwd: project.dir })
        expect(signal).toBe('SIGSYS')
      })

      const nodes = { 'this Node': process.execPath, 'a newer Node': installed('node') }
      const flags = [[], ['--watch'], ['--workers', '2']]
      const ways = Object.entries(nodes).flatMap(([name, node]) =>
        flags.map((more) => [name, more.join(' '), node, more] as const),
      )
      test.each(ways)(
        '%s serves the archive, loads a new post and stops: serve %s',
        async (_, __, node, more) => {
          if (node === undefined) return
          const [, ...args] =
            /^ExecStart=(.*)$/m.exec(recipe('systemd/archive.service'))?.[1]?.split(' ') ?? []
          const [main = '', , ...rest] = args.map((one) =>
            one
              .replace('/srv/archive/content', join(project.dir, 'archive'))
              .replace('/srv/archive', project.dir)
              .replace(/^3000$/, '0'),
          )
          const served = await startServe(project)
          const server = await startServer([...rest, ...more], {
            program: confined(node, main),
            env: { BASE_URL: 'https://example.org' },
          })
          await expectSameAnswers(`http://127.0.0.1:${served.port}`, `http://127.0.0.1:${server.port}`)
          await served.stop()
          writeFileSync(join(project.dir, 'archive/posts/week-40.md'), post(more.join(' ')))
          if (!more.includes('--watch')) server.signal('SIGHUP')
          while (!(await server.complaint()).startsWith('Reloaded '));
          expect((await server.get('/posts/week-40')).status).toBe(200)
          expect((await server.stop()).code).toBe(0)
          rmSync(join(project.dir, 'archive/posts/week-40.md'))
        },
      )
    },
  )
})

/** As systemd reads the settings: sets are added one after the other, and those after a tilde taken away. */
function allowedCalls(): string[] {
  const allowed = new Set(membersOf('@default'))
  for (const [, tilde, sets = ''] of recipe('systemd/archive.service').matchAll(
    /^SystemCallFilter=(~?)(.*)$/gm,
  )) {
    for (const call of sets.split(' ').flatMap(membersOf)) {
      if (tilde) allowed.delete(call)
      else allowed.add(call)
    }
  }
  return [...allowed]
}

function membersOf(set: string): string[] {
  const lines = execFileSync(analyze ?? '', ['syscall-filter', set], { encoding: 'utf8' })
    .split('\n')
    .slice(1)
  const names = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'))
  return names.flatMap((name) => (name.startsWith('@') ? membersOf(name) : [name]))
}
