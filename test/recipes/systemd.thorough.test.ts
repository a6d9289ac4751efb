import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { post, startServer } from '../cli/run.ts'
import { installed } from '../installed.ts'
import { expectSameResponses } from './compare.ts'
import { type Project, projectWith, startServe } from './project.ts'
import { adapted, recipe } from './recipe.ts'

/** Tests run without systemd, so libseccomp applies the unit's system call filter. */
const analyze = installed('systemd-analyze')
const python = installed('python3 with seccomp')

describe.skipIf(!analyze)('the systemd unit', () => {
  let project: Project
  beforeAll(async () => {
    project = await projectWith()
  })

  test('passes systemd-analyze, with the exposure level in the docs', async () => {
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

  describe.skipIf(!python)('with its system call filter', () => {
    const calls = analyze ? allowedCalls() : []
    const confined = (...command: string[]) => [
      python ?? '',
      fileURLToPath(new URL('confined.py', import.meta.url)),
      calls.join(),
      ...command,
    ]

    test('kills a program on a forbidden call', () => {
      const [program = '', ...args] = confined(process.execPath, '-e', "fs.chownSync('.', 0, 0)")
      const { signal } = spawnSync(program, args, { cwd: project.dir })
      expect(signal).toBe('SIGSYS')
    })

    const nodes = { 'this Node': process.execPath, 'a newer Node': installed('node') }
    const flags = [[], ['--watch'], ['--workers', '2']]
    const ways = Object.entries(nodes).flatMap(([name, node]) =>
      flags.map((more) => [name, more.join(' '), node, more] as const),
    )
    test.each(ways)('lets %s serve, reload and stop: serve %s', async (_, __, node, more) => {
      if (node === undefined) return
      const [, ...args] = /^ExecStart=(.*)$/m.exec(recipe('systemd/archive.service'))?.[1]?.split(' ') ?? []
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
      await expectSameResponses(`http://127.0.0.1:${served.port}`, `http://127.0.0.1:${server.port}`)
      await served.stop()
      writeFileSync(join(project.dir, 'archive/posts/week-40.md'), post(['serve', ...more].join(' ')))
      if (!more.includes('--watch')) server.signal('SIGHUP')
      while (!(await server.complaint()).startsWith('Reloaded '));
      expect((await server.get('/posts/week-40')).status).toBe(200)
      expect((await server.stop()).code).toBe(0)
      rmSync(join(project.dir, 'archive/posts/week-40.md'))
    })
  })
})

/** Evaluates SystemCallFilter like systemd: sets are added in order, and removed after a tilde. */
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
