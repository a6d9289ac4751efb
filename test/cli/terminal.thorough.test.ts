import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ended, erased, hasTerminals, lastingLines, onTerminal, whyNoTerminal } from './on-terminal.ts'
import { contents, holding, listName } from './output.ts'
import { archiveWith, emptyFolder, folderWith, post, posts, run, start } from './run.ts'

const many = (count: number, body: string) => archiveWith(posts(count, () => post(body)))

describe.skipIf(!hasTerminals)(`on a terminal${whyNoTerminal}`, () => {
  // Progress is shown after a second of work.
  const long = 'check shows progress, on a separate line from warnings (with THOROUGH=1)'
  test(long, async () => {
    const dir = many(1500, `${'Some *words* of [text](none.md) that '.repeat(30)}end.`)
    const { code, text } = await ended(onTerminal(['check', dir], dir))
    expect(code).toBe(0)
    expect(text.replaceAll(erased, '⌫')).toMatch(/⌫Parsing: \d+ of 1500 posts and pages/)
    const lines = lastingLines(text)
    expect(lines.filter((line) => /Parsing|Reading/.test(line))).toEqual([])
    expect(lines.at(-1)).toBe(`${dir}: 45000 warnings.`)
  })

  test('build prints what it did and how long it took', async () => {
    const cwd = emptyFolder()
    const { code, text } = await ended(onTerminal(['build', many(3, 'Text.'), '--out', 'site'], cwd))
    expect(code).toBe(0)
    expect(lastingLines(text).at(-1)).toMatch(
      /^3 posts, \d+ files, \d+\.\d MB in \d+\.\d s: reading \d+\.\d, parsing \d+\.\d, representing \d+\.\d, writing \d+\.\d$/,
    )
  })

  // A smaller archive could be built within a second, without any progress.
  test('build counts compressed and written files, with the time left (with THOROUGH=1)', async () => {
    const dir = many(600, 'Some words of text, and more of them. '.repeat(100))
    const counted = /⌫(Compressing|Writing): (\d+) of (\d+) URLs(, \d+ s left)?/g
    const shown = async (args: readonly string[], cwd: string) => {
      const { code, text } = await ended(onTerminal(args, cwd))
      expect(code, text.slice(-500)).toBe(0)
      return Array.from(text.replaceAll(erased, '⌫').matchAll(counted))
    }
    const worker = ['--target', 'cloudflare', '--base-url', 'https://a.example']
    for (const [phase, args] of Object.entries({ Writing: [], Compressing: worker })) {
      const all = await shown(['build', dir, '--out', 'site', ...args], emptyFolder())
      const lines = all.filter(([, name]) => name === phase)
      expect(lines.length, phase).toBeGreaterThan(0)
      expect(new Set(lines.map(([, , , total]) => total)).size, 'one total').toBe(1)
      expect(lines.filter(([, , done, total]) => Number(done) > Number(total))).toEqual([])
      const withTime = lines.filter(([, , , , left]) => left !== undefined)
      expect(withTime.length, `${phase}: time left`).toBeGreaterThan(0)
    }
  })

  test('serve says what to open, and a command that finds the newest post', async () => {
    const dir = archiveWith({ 'posts/week-01.md': post().replace('A title', 'It’s "new" & odd') })
    const child = onTerminal(['serve', dir, '--port', '0'], dir)
    let answer = ''
    child.stdout?.on('data', (text: Buffer) => {
      const [command] = /curl '[^'\r\n]*'/.exec(`${text}`) ?? []
      if (command && answer === '') answer = execFileSync('sh', ['-c', `${command} -s`], { encoding: 'utf8' })
    })
    const { code, text } = await ended(child, [['ask it: curl', '\u0003']])
    expect(code).toBe(0)
    const [url = ''] = /http:\/\/localhost:\d+/.exec(text) ?? []
    expect(lastingLines(text)[0]).toBe(`Serving ${dir} at ${url}`)
    expect(text).toContain(`Open it in a browser, or ask it: curl '${url}/search.md?q=`)
    expect(answer).toContain(`${url}/posts/week-01`)
  })

  test('Ctrl-C during a build exits with 130 and leaves nothing behind', async () => {
    const cwd = emptyFolder()
    const { env, held, release } = holding()
    const child = onTerminal(['build', many(20, 'Text.'), '--out', 'site'], cwd, env)
    const end = ended(child)
    await held()
    expect(readdirSync(cwd), 'during the build').toEqual(['site'])
    child.stdin?.write('\u0003')
    release()
    const { code, text } = await end
    expect(code, text).toBe(130)
    expect(text).toContain('site is unchanged: stopped')
    expect(readdirSync(cwd)).toEqual([])
  })
})

test('a signal during a build leaves the earlier site unchanged', async () => {
  const cwd = emptyFolder()
  await run(['build', many(3, 'Text.'), '--out', 'site'], { cwd })
  const before = contents(join(cwd, 'site'))
  const { env, held, release } = holding()
  const child = start(['build', many(20, 'Other text.'), '--out', 'site'], { cwd, env })
  const end = once(child, 'close')
  await held()
  child.kill('SIGTERM')
  release()
  expect(await end).toEqual([143, null])
  expect(contents(join(cwd, 'site'))).toEqual(before)
})

describe('build --json', () => {
  test('prints one object with the output, the duration and every problem', async () => {
    const cwd = emptyFolder()
    const dir = many(2, '[x](none.md)')
    const args = ['build', dir, '--out', 'site', '--json', '--verbose']
    const { code, stdout, stderr } = await run(args, { cwd })
    expect([code, stderr]).toEqual([0, ''])
    const written = Object.keys(contents(join(cwd, 'site'))).filter((path) => path !== listName)
    const number = expect.any(Number)
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ errors: 0, warnings: 2, posts: 2, files: written.length, bytes: number },
      ...{ out: 'site', baseUrl: 'http://localhost:3000' },
      seconds: { reading: number, parsing: number, representing: number, writing: number },
      slowest: [{ path: expect.stringMatching(/^posts\//), time: number }, expect.anything()],
      diagnostics: [{ rule: 'dead-link' }, { rule: 'dead-link' }],
    })
  })

  test('prints the error if the build fails, and writes nothing', async () => {
    const cwd = emptyFolder()
    const dir = folderWith({ 'posts/a.md': '---\ntitle: *x\n---\nText.\n' })
    const { code, stdout } = await run(['build', dir, '--out', 'site', '--json'], { cwd })
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ errors: 1, diagnostics: [{ rule: 'front-matter-syntax' }] })
    expect(readdirSync(cwd)).toEqual([])
  })
})
