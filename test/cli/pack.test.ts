import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { compile, fromFolder, packInMemory } from '../../src/compile.ts'
import type { Answer, Snapshot, Variant } from '../../src/snapshot/resource.ts'
import { answering } from '../answering.ts'
import { onDemand } from '../../src/snapshot/encode.ts'
import { unpack } from '../../src/snapshot/unpack.ts'
import { cases, isThorough } from '../thorough.ts'
import { got } from './got.ts'
import { baseUrl, packed } from './packed.ts'
import { emptyFolder, fixture, folderWith, post, run, type Server, startServer } from './run.ts'

describe('citable pack', () => {
  const file = join(emptyFolder(), 'archive.citable')
  let stdout = ''
  let snapshot: Snapshot
  beforeAll(async () => {
    stdout = (await run(['pack', fixture, '--out', file, '--base-url', baseUrl])).stdout
    const { value } = await compile(fromFolder(fixture), { baseUrl })
    if (!value) throw new Error('the fixture has errors')
    snapshot = value
  })

  test('writes an archive into one file, each text once', () => {
    const bytes = readFileSync(file)
    const full = packInMemory(snapshot)
    expect(bytes.length, `compared with ${full.length} bytes of a full pack`).toBeLessThan(full.length / 2)
    expect(readdirSync(join(file, '..'))).toEqual(['archive.citable'])
    const [size, serve] = stdout.split('\n')
    expect(size).toMatch(/^\d+\.\d MB in .*archive\.citable, base URL https:\/\/archive\.example\.org$/)
    expect(serve).toMatch(/^Serve it: citable serve .*archive\.citable$/)
    expect(() => unpack(bytes), 'without on-demand encoders').toThrow(
      'open it with openPacked() from citable/node, or write it with packInMemory()',
    )
  })

  test('returns the same responses as the library, in every encoding', () => {
    const [ahead, onFile] = [answering(snapshot), answering(unpack(readFileSync(file), onDemand))]
    for (const target of snapshot.resources.keys())
      for (const accept of ['*/*', 'text/markdown'])
        for (const acceptEncoding of ['br', 'gzip', 'identity'])
          for (const method of ['HEAD', 'GET']) {
            const asked = { method, target, accept, acceptEncoding }
            expect(plain(onFile(asked)), JSON.stringify(asked)).toEqual(plain(ahead(asked)))
          }
  })

  /** As text, which compares faster than bytes. */
  const plain = ({ body, ...answer }: Answer) => ({
    ...answer,
    body: body && Buffer.from(body).toString('latin1'),
  })

  test('serve returns the same from the file as the library from the folder', async () => {
    const handler = answering(snapshot)
    const server = await startServer([file, '--port', '0'])
    for (const path of ['/', '/api/v1/posts.json', '/search?q=post', '/nowhere', '/posts/week-01.md']) {
      const { status, body } = handler({ method: 'GET', target: path, accept: '*/*' })
      const answer = await server.get(path)
      expect([answer.status, await answer.text()], path).toEqual([
        status,
        new TextDecoder().decode(body ?? new Uint8Array()),
      ])
    }
    expect(server.line).toContain(`, base URL ${baseUrl}`)
    await server.stop()
  })

  test('get reads the file too', async () => {
    const stdout = got(answering(snapshot), ['/robots.txt']).toString()
    expect(await run(['get', '/robots.txt', '--dir', file])).toEqual({ code: 0, stdout, stderr: '' })
  })
})

describe.each(cases([[]], [[], ['--workers', '2']]))(
  'serve reads a packed file in place %s',
  (...workers) => {
    const text = async (server: Server) => (await server.get('/posts/week-01.md')).text()
    const reload = async (server: Server) => {
      process.kill(server.pid, 'SIGHUP')
      return server.complaint()
    }

    test('and reloads a replaced file on SIGHUP, unless it is incomplete', async () => {
      const file = await packed('The first text.')
      const server = await startServer([file, '--port', '0', ...workers], { env: { TMPDIR: '/nowhere' } })
      const next = await packed('The second text.')
      writeFileSync(`${file}.part`, readFileSync(next).subarray(0, 5000))
      renameSync(`${file}.part`, file)
      expect(await text(server), 'still the opened file').toContain('The first text.')
      expect(await reload(server)).toBe(
        `Reload failed, still serving the previous version of ${file}: ${file} is neither a folder nor a complete archive packed by this version of citable (not a complete packed snapshot).`,
      )
      expect(await text(server)).toContain('The first text.')
      const bytes = readFileSync(next)
      renameSync(next, file)
      expect(await reload(server)).toBe(`Reloaded ${file}.`)
      expect(await text(server)).toContain('The second text.')
      expect(await server.stop()).toMatchObject({ code: 0 })
      expect(readFileSync(file).equals(bytes), 'the file is unchanged').toBe(true)
    })

    test.runIf(isThorough)('and reports an overwritten file, and serves it once complete', async () => {
      const file = await packed('The first text.')
      const server = await startServer([file, '--port', '0', ...workers])
      const next = readFileSync(await packed('The second text.'))
      writeFileSync(file, next.subarray(0, 5000))
      expect(await server.complaint()).toContain(`${file} is being overwritten in place`)
      const { status, headers } = await server.get('/posts/week-01.md')
      expect([status, headers.get('content-type')], 'never a mix of two files').toEqual([
        500,
        'application/json',
      ])
      writeFileSync(file, next)
      await expect.poll(() => text(server), { timeout: 30_000 }).toContain('The second text.')
      const { code, stderr } = await server.stop()
      expect(code).toBe(0)
      expect(stderr).toContain(`Reloaded ${file}.`)
    })
  },
)

describe.runIf(isThorough).each(['1', '2'])('a corrupt packed file, with %s worker(s)', (workers) => {
  /** The file with one bit of the given bytes flipped. */
  function damage(file: string, find: (snapshot: Snapshot) => Uint8Array | null | undefined): void {
    const bytes = readFileSync(file)
    const found = find(unpack(bytes, onDemand))
    const at = (found?.byteOffset ?? 0) - bytes.byteOffset + (found?.length ?? 0) - 1
    bytes[at] = (bytes[at] ?? 0) ^ 4
    writeFileSync(`${file}.new`, bytes)
    renameSync(`${file}.new`, file)
  }

  test('in a body: its requests return 500 and are logged, others work', async () => {
    const file = await packed('Some text.')
    const plain = ({ encoding }: Variant) => encoding === 'identity'
    damage(
      file,
      ({ resources }) => resources.get('/posts/week-01')?.representations[0].variants.find(plain)?.full.body,
    )
    const server = await startServer([file, '--port', '0', '--workers', workers])
    const broken = await server.get('/posts/week-01', { 'accept-encoding': 'identity' })
    expect(broken.status).toBe(500)
    const { error } = (await broken.json()) as { error: Record<string, string> }
    expect(error).toMatchObject({ code: 'internal_error', path: '/posts/week-01' })
    expect(Object.keys(error)).toEqual(expect.arrayContaining(['hint', 'documentation']))
    expect(JSON.stringify(error)).not.toContain('checksum')
    for (const path of ['/', '/posts/week-01.md', '/search?q=text'])
      expect((await server.get(path)).status, path).toBe(200)
    expect((await server.get('/posts/week-01', { 'accept-encoding': 'gzip' })).status).toBe(200)
    const { code, stderr } = await server.stop()
    expect(code).toBe(0)
    expect(stderr.match(/The packed archive is damaged: \/posts\/week-01 /g)).toHaveLength(1)
  })

  test('in the search index: it is rejected, and a running server keeps the previous file', async () => {
    const file = await packed('Some text.')
    const server = await startServer([file, '--port', '0', '--workers', workers])
    damage(file, ({ mcp }) => mcp.search)
    process.kill(server.pid, 'SIGHUP')
    expect(await server.complaint()).toMatch(
      /^Reload failed, .*damaged: the search index does not match its checksum/,
    )
    expect((await server.get('/search?q=text')).status).toBe(200)
    expect(await server.stop()).toMatchObject({ code: 0 })
    const started = await run(['serve', file, '--port', '0', '--workers', workers])
    expect(started).toMatchObject({ code: 1, stdout: '' })
    expect(started.stderr).toMatch(/^citable: .*damaged: the search index.*\n$/)
  })
})

test.runIf(isThorough)('--watch detects a replaced file', async () => {
  const file = await packed('The first text.')
  const server = await startServer([file, '--port', '0', '--watch'])
  renameSync(await packed('The second text.'), file)
  expect(await server.complaint()).toBe(`Reloaded ${file}.`)
  expect(await (await server.get('/posts/week-01.md')).text()).toContain('The second text.')
  await server.stop()
})

test('replaces an earlier packed file, but no other file', async () => {
  const dir = folderWith({ 'posts/week-01.md': post('Text.'), 'notes.txt': 'Mine.' })
  const to = (name: string) => run(['pack', dir, '--out', join(dir, name), '--base-url', baseUrl])
  const before = readFileSync(await packed('Another text.'))
  writeFileSync(join(dir, 'archive.citable'), before)
  expect((await to('archive.citable')).code).toBe(0)
  expect(readFileSync(join(dir, 'archive.citable')).equals(before)).toBe(false)
  expect(await to('notes.txt')).toMatchObject({
    code: 2,
    stderr: `citable: ${join(dir, 'notes.txt')} is not a packed archive and would be overwritten; choose another file.\n`,
  })
  expect(readFileSync(join(dir, 'notes.txt'), 'utf8')).toBe('Mine.')
  if (isThorough)
    expect(await to('posts')).toMatchObject({ code: 2, stderr: expect.stringContaining('is a folder') })
  expect(readdirSync(dir).sort()).toEqual(['archive.citable', 'notes.txt', 'posts'])
})

test('rejects options that were fixed when the file was packed', async () => {
  const file = await packed('Text.')
  const asked = (...more: string[]) => run(['get', '/', '--dir', file, ...more])
  expect(await asked('--base-url', 'https://other.example.org')).toEqual({
    code: 2,
    stdout: '',
    stderr: `citable: ${file} was packed for ${baseUrl}, not https://other.example.org; pack it again.\n`,
  })
  expect(await asked('--base-url', `${baseUrl}/`)).toMatchObject({ code: 0 })
  expect(await asked('--as-of', '2026-01-01')).toEqual({
    code: 2,
    stdout: '',
    stderr: `citable: ${file} is already packed; pass --as-of to citable pack instead.\n`,
  })
})

test('does not pack an archive with errors or without a base URL', async () => {
  const dir = folderWith({ 'posts/week-01.md': post('Text.') })
  const file = join(dir, 'archive.citable')
  expect(await run(['pack', dir, '--out', file])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('add --base-url https://…, or baseUrl to archive.yaml'),
  })
  writeFileSync(join(dir, 'posts/week-01.md'), post('Text.').replace('title:', 'title: ['))
  expect(await run(['pack', dir, '--out', file, '--base-url', baseUrl])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is not published'),
  })
  expect(readdirSync(dir).sort()).toEqual(['posts'])
})
