import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { got, handlerOf } from './got.ts'
import { contents, listName, pathsIn } from './output.ts'
import { emptyFolder, fixture, folderWith, post, run } from './run.ts'

const small = folderWith({ 'archive.yaml': '', 'posts/week-01.md': post() })

/** A build of the fixture. */
const cwd = emptyFolder()
const buildFixture = (out: string) =>
  run(['build', fixture, '--out', out, '--compress', '--base-url', 'https://example.org/review'], { cwd })
let built: Awaited<ReturnType<typeof run>>
beforeAll(async () => {
  built = await buildFixture('site')
})

test('writes every resource as a file, and prints the number of files and the base URL', () => {
  const { code, stdout } = built
  expect(code).toBe(0)
  const written = pathsIn(join(cwd, 'site')).filter((path) => path !== listName)
  expect(stdout).toBe(
    `${written.length} files in site, base URL https://example.org/review\nNot included: the MCP endpoint, which needs a server. Use --mcp-url to link to one elsewhere.\n1 post is not published: 1 is a draft. \`citable check\` lists them.\n`,
  )
  expect(written).toEqual(
    expect.arrayContaining([
      ...['.nojekyll', '404.html', '_headers', 'api/openapi.yaml', 'api/v1/index.json', 'api/v1/posts.json'],
      ...['api/v1/posts/week-01.json', 'api/v1/stats.json', 'assets/dot.png', 'index.html', 'index.md'],
      ...['llms.txt', 'openapi.json', 'posts/week-01.html', 'posts/week-01.html.br', 'posts/week-01.html.gz'],
      ...['posts/week-01.md', 'robots.txt', 'sitemap.xml'],
    ]),
  )
  expect(
    written.filter((path) => path.includes('week-04')),
    'no drafts',
  ).toEqual([])
  expect(
    readFileSync(join(cwd, 'site/assets/dot.png')).equals(readFileSync(join(fixture, 'assets/dot.png'))),
  ).toBe(true)
  const { posts } = JSON.parse(readFileSync(join(cwd, 'site/api/v1/posts.json'), 'utf8'))
  expect(posts[0].url).toMatch(/^https:\/\/example\.org\/review\/posts\//)
})

test('writes the home page with the publisher’s text, as a server sends it', async () => {
  const index =
    '---\nlist: none\n---\n\nWelcome.\n\n:::cards\n- [One](../posts/week-01.md)\n  The first.\n:::\n'
  const dir = folderWith({ 'posts/week-01.md': post(), 'pages/index.md': index })
  const { code } = await run(['build', dir, '--out', 'site', '--base-url', 'http://localhost:3000'], {
    cwd: dir,
  })
  expect(code).toBe(0)
  const written = (path: string) => readFileSync(join(dir, 'site', path), 'utf8')
  const handler = await handlerOf(dir, { baseUrl: 'http://localhost:3000' })
  const get = (...args: string[]) => got(handler, args).toString()
  const twin = get('/', '-H', 'Accept: text/markdown')
  expect(written('index.md')).toBe(twin)
  expect(get('/index.md')).toBe(twin)
  expect(twin).toContain('\n\nWelcome.\n\n- [One](http://localhost:3000/posts/week-01)\n  The first.\n')
  expect(twin).not.toContain(':::')
  const main = /<main.*<\/main>/s.exec(get('/'))?.[0]
  expect(main).toContain('<div class="container cards">\n<ul>\n<li><a href="/posts/week-01">One</a>')
  expect(written('index.html')).toContain(main)
  expect(get('-i', '/')).toContain('\nVary: Accept, Accept-Encoding\n')
  expect(pathsIn(join(dir, 'site')).filter((path) => /index\.(?:html|md)|^index|^pages/.test(path))).toEqual([
    'index.html',
    'index.md',
  ])
  expect(get('/index')).toMatch(/"status": ?404/)
})

test('uses BASE_URL', async () => {
  const cwd = emptyFolder()
  const { stdout } = await run(['build', small, '--out', 'site'], {
    cwd,
    env: { BASE_URL: 'https://env.example' },
  })
  expect(stdout).toContain('base URL https://env.example\n')
})

test('warns that links point to localhost if no base URL is set', async () => {
  const cwd = emptyFolder()
  const local = 'No base URL is set, so every link points to http://localhost:3000. '
  const unset = await run(['build', small, '--out', 'site'], { cwd })
  expect(unset.stdout).toContain(`${local}Set it with --base-url https://…`)
  const set = await run(['build', small, '--out', 'site', '--base-url', 'http://localhost:3000'], { cwd })
  expect(set.stdout).not.toContain('No base URL')
})

test('publishes the URL of an external MCP endpoint, and rejects an invalid one', async () => {
  const cwd = emptyFolder()
  const url = 'https://agents.example.net/mcp'
  const { stdout } = await run(['build', small, '--out', 'site', '--mcp-url', url], { cwd })
  expect(stdout).toContain(`MCP endpoint: ${url}\n`)
  const { endpoints } = JSON.parse(readFileSync(join(cwd, 'site/api/v1/index.json'), 'utf8'))
  expect(endpoints.mcp).toBe(url)
  const wrong = await run(['build', small, '--out', 'other', '--mcp-url', '/mcp'], { cwd })
  expect([wrong.code, wrong.stderr]).toEqual([
    2,
    'citable: "/mcp" is not an absolute http or https URL without query or fragment.\n',
  ])
  expect(existsSync(join(cwd, 'other'))).toBe(false)
})

describe('precompressed files', () => {
  const decoders = { br: brotliDecompressSync, gz: gunzipSync }

  test('decode to the original, and exist only if they are smaller', () => {
    const site = join(cwd, 'site')
    const twins = pathsIn(site).filter((path) => /\.(br|gz)$/.test(path))
    for (const twin of twins) {
      const [, path = '', ending = ''] = /^(.*)\.(br|gz)$/.exec(twin) ?? []
      const [plain, coded] = [readFileSync(join(site, path)), readFileSync(join(site, twin))]
      expect(decoders[ending as 'br' | 'gz'](coded).equals(plain), twin).toBe(true)
      expect(coded.length, twin).toBeLessThan(plain.length)
    }
    expect(twins.length).toBeGreaterThan(40)
    expect(twins.filter((path) => path.includes('.png'))).toEqual([])
  })

  test('exist only with --compress, and are removed without it', async () => {
    const cwd = emptyFolder()
    const twins = () => pathsIn(join(cwd, 'site')).filter((path) => /\.(br|gz)$/.test(path))
    await run(['build', small, '--out', 'site', '--compress'], { cwd })
    expect(twins()).not.toEqual([])
    await run(['build', small, '--out', 'site'], { cwd })
    expect(twins()).toEqual([])
  })

  test('are rewritten if one does not match its original', async () => {
    const cwd = emptyFolder()
    await run(['build', small, '--out', 'site', '--compress'], { cwd })
    const twin = join(cwd, 'site/posts/week-01.html.br')
    const right = readFileSync(twin)
    writeFileSync(twin, readFileSync(join(cwd, 'site/index.html.br')))
    await run(['build', small, '--out', 'site', '--compress'], { cwd })
    expect(readFileSync(twin).equals(right)).toBe(true)
  })

  test('do not replace an existing file with their name', async () => {
    const cwd = folderWith({
      'archive/posts/week-01.md': post('[a](../assets/data.csv) [b](../assets/data.csv.gz)'),
      'archive/assets/data.csv': 'one,two\n'.repeat(200),
      'archive/assets/data.csv.gz': 'not gzip at all',
    })
    expect(await run(['build', '--out', 'site', '--compress'], { cwd })).toMatchObject({
      code: 0,
      stderr: '',
    })
    expect(readFileSync(join(cwd, 'site/assets/data.csv.gz'), 'utf8')).toBe('not gzip at all')
    expect(existsSync(join(cwd, 'site/assets/data.csv.br'))).toBe(true)
  })
})

describe('a later build into the same folder', () => {
  const archive = () => folderWith({ 'posts/week-01.md': post('One.'), 'posts/week-02.md': post('Two.') })

  test('removes deleted content and empty folders', async () => {
    const [dir, cwd] = [archive(), emptyFolder()]
    await run(['build', dir, '--out', 'site'], { cwd })
    expect(
      pathsIn(join(cwd, 'site')).filter((path) => path.includes('week-02')),
      'page, twin, JSON and two citations',
    ).toHaveLength(5)
    rmSync(join(dir, 'posts/week-02.md'))
    expect(await run(['build', dir, '--out', 'site'], { cwd })).toMatchObject({ code: 0, stderr: '' })
    expect(readdirSync(cwd), 'no temporary folder is left').toEqual(['site'])
    const fresh = emptyFolder()
    await run(['build', dir, '--out', 'site'], { cwd: fresh })
    expect(contents(join(cwd, 'site')), 'same as a fresh build').toEqual(contents(join(fresh, 'site')))
    expect(existsSync(join(cwd, 'site/posts/week-02'))).toBe(false)
  })

  test('does not touch unchanged files', async () => {
    const [dir, cwd] = [archive(), emptyFolder()]
    const inode = (path: string) => statSync(join(cwd, 'site', path)).ino
    const inodes = () => ['posts/week-01.html', 'posts/week-02.html', 'index.html', listName].map(inode)
    await run(['build', dir, '--out', 'site'], { cwd })
    const before = inodes()
    await run(['build', dir, '--out', 'site'], { cwd })
    expect(inodes()).toEqual(before)
    writeFileSync(join(dir, 'posts/week-02.md'), post('Two again.'))
    await run(['build', dir, '--out', 'site'], { cwd })
    expect(inodes()[0]).toBe(before[0])
    expect(inodes()[1]).not.toBe(before[1])
    expect(readFileSync(join(cwd, 'site/posts/week-02.md'), 'utf8')).toContain('Two again.')
  })

  test.each([[[]], [['--no-cache']]])(
    'does not read files that have the size and time of the last build, except with --verify (%j)',
    async (options) => {
      const [dir, cwd] = [archive(), emptyFolder()]
      const build = (...more: string[]) => run(['build', dir, '--out', 'site', ...options, ...more], { cwd })
      await build()
      const file = join(cwd, 'site/posts/week-01.md')
      const before = contents(join(cwd, 'site'))
      const setTime = () => utimesSync(file, 1e9, 1e9)
      setTime()
      await build()
      writeFileSync(file, readFileSync(file, 'utf8').replace('One.', 'Off.'))
      setTime()
      expect(await build()).toMatchObject({ code: 0 })
      expect(readFileSync(file, 'utf8')).toContain('Off.')
      expect(await build('--verify')).toMatchObject({ code: 0 })
      expect(contents(join(cwd, 'site'))).toEqual(before)
      writeFileSync(file, readFileSync(file, 'utf8').replace('One.', 'Off.'))
      expect(await build()).toMatchObject({ code: 0 })
      expect(contents(join(cwd, 'site')), 'with another time').toEqual(before)
    },
  )

  test('replaces a file with a folder, and a folder with a file', async () => {
    const cwd = emptyFolder()
    const file = folderWith({ 'posts/week-01.md': post('[x](../assets/data)'), 'assets/data': 'a file' })
    const folder = folderWith({
      'posts/week-01.md': post('[x](../assets/data/deep/a.txt)'),
      'assets/data/deep/a.txt': 'in a folder',
    })
    for (const [dir, path] of [
      [file, 'assets/data'],
      [folder, 'assets/data/deep/a.txt'],
      [file, 'assets/data'],
    ] as const) {
      expect(await run(['build', dir, '--out', 'site'], { cwd })).toMatchObject({ code: 0, stderr: '' })
      expect(pathsIn(join(cwd, 'site/assets')).map((name) => `assets/${name}`)).toEqual([path])
    }
  })

  test('writes nothing if the content has errors', async () => {
    const dir = archive()
    const cwd = emptyFolder()
    await run(['build', dir, '--out', 'site'], { cwd })
    const before = contents(join(cwd, 'site'))
    writeFileSync(join(dir, 'posts/week-02.md'), post(`Text.\n\n${'>'.repeat(101)} lost`))
    const { code, stdout, stderr } = await run(['build', dir, '--out', 'site'], { cwd })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('posts/week-02.md:10:1 error nested-too-deep: ')
    expect(contents(join(cwd, 'site'))).toEqual(before)
    expect(readdirSync(cwd)).toEqual(['site'])
  })
})

test('writes through a symbolic link to a folder, and keeps the link', async () => {
  const cwd = folderWith({ 'archive/posts/week-01.md': post(), 'disk/CNAME': 'example.org' })
  symlinkSync('disk', join(cwd, 'site'))
  const folder = statSync(join(cwd, 'disk')).ino
  for (const text of ['One.', 'Two.']) {
    writeFileSync(join(cwd, 'archive/posts/week-01.md'), post(text))
    expect(await run(['build', '--out', 'site'], { cwd })).toMatchObject({ code: 0, stderr: '' })
    expect(readFileSync(join(cwd, 'disk/posts/week-01.md'), 'utf8')).toContain(text)
  }
  expect(readdirSync(cwd).sort()).toEqual(['archive', 'disk', 'site'])
  expect(
    statSync(join(cwd, 'disk')).ino,
    'the folder itself, which may be a mount point, is not replaced',
  ).toBe(folder)
})

test('builds are reproducible', async () => {
  await buildFixture('again')
  expect(contents(join(cwd, 'again'))).toEqual(contents(join(cwd, 'site')))
})
