import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contents } from '../cli/output.ts'
import { emptyFolder, ended, folderWith, post, run, start } from '../cli/run.ts'

const files = (edition: number) => ({
  'archive.yaml': '',
  ...Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [
      `posts/week-${at + 10}.md`,
      post(`Edition ${at % 4 === 0 ? edition : 0}. ${'Some words. '.repeat(200)}`),
    ]),
  ),
})

test('a build after a killed build equals a build without a cache', async () => {
  const cwd = emptyFolder()
  const dir = folderWith(files(0))
  let killed = 0
  for (let point = 0; point < 50; point++) {
    for (const [path, text] of Object.entries(files(point))) writeFileSync(join(dir, path), text)
    const build = ['build', dir, '--out', 'site', '--quiet']
    const child = start(build, { cwd })
    const exit = ended(child)
    const timer = setTimeout(() => child.kill('SIGKILL'), 150 + ((point * 37) % 50) * 25)
    if ((await exit).code !== 0) killed++
    clearTimeout(timer)
    expect(await run(build, { cwd }), `after a kill at point ${point}`).toMatchObject({ code: 0 })
    expect(await run(['build', dir, '--out', 'fresh', '--quiet', '--no-cache'], { cwd })).toMatchObject({
      code: 0,
    })
    expect(contents(join(cwd, 'site')), `after a kill at point ${point}`).toEqual(
      contents(join(cwd, 'fresh')),
    )
    rmSync(join(cwd, 'fresh'), { recursive: true })
  }
  expect(killed, 'killed builds').toBeGreaterThan(10)
})
