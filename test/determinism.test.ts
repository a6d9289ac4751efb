import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { compile, type ContentSource, fromFolder, fromMemory, packInMemory } from '../src/compile.ts'
import { readArchive } from '../src/build/read-archive.ts'
import { sealArchive } from '../src/build/seal-archive.ts'
import { installed } from './installed.ts'
import { cases } from './thorough.ts'

const fixture = fileURLToPath(new URL('fixtures/archive', import.meta.url))
const baseUrl = 'https://example.org'
const elsewhere = mkdtempSync(join(tmpdir(), 'citable-elsewhere-'))
afterAll(() => rmSync(elsewhere, { recursive: true }))

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function packed(source: ContentSource): Promise<Uint8Array> {
  const { value: snapshot } = await compile(source, { baseUrl })
  if (!snapshot) throw new Error('the fixture archive has errors')
  return packInMemory(snapshot)
}

const first = await packed(fromFolder(fixture))

test('the same content has the same bytes in a second compilation', async () => {
  expect(sha256(await packed(fromFolder(fixture)))).toBe(sha256(first))
})

test('the same content has the same bytes from another path with other file times', async () => {
  const copy = join(elsewhere, 'a copy')
  cpSync(fixture, copy, { recursive: true })
  for (const path of filesIn(copy))
    utimesSync(join(copy, path), new Date('1999-12-31'), new Date('2031-01-01'))
  expect(sha256(await packed(fromFolder(copy)))).toBe(sha256(first))
})

test('the same content has the same bytes from memory, in any order', async () => {
  const files = filesIn(fixture).map((path) => [path, readFileSync(join(fixture, path))] as const)
  expect(sha256(await packed(fromMemory(Object.fromEntries(files))))).toBe(sha256(first))
  expect(sha256(await packed(fromMemory(Object.fromEntries(files.toReversed()))))).toBe(sha256(first))
})

test('the same content has the same bytes from readArchive and repeated sealArchive calls', async () => {
  const { value: archive } = await readArchive(fromFolder(fixture), { baseUrl })
  if (!archive) throw new Error('the fixture archive has errors')
  const [once, again] = await Promise.all([sealArchive(archive), sealArchive(archive)])
  expect(sha256(packInMemory(once))).toBe(sha256(first))
  expect(sha256(packInMemory(again))).toBe(sha256(first))
})

/** Runs the built package in another process, as on another machine. */
function packedBy(env: Readonly<Record<string, string>>, cwd: string): string {
  const { PATH = '' } = process.env
  const built = new URL('../dist/compile.js', import.meta.url)
  const script = `
    import { createHash } from 'node:crypto'
    import { compile, fromFolder, packInMemory } from ${JSON.stringify(built.href)}
    const { value: snapshot } = await compile(fromFolder(${JSON.stringify(fixture)}), { baseUrl: ${JSON.stringify(baseUrl)} })
    console.log(createHash('sha256').update(packInMemory(snapshot)).digest('hex'))`
  const args = ['--input-type=module', '--eval', script]
  return execFileSync(process.execPath, args, { cwd, env: { PATH, ...env }, encoding: 'utf8' }).trim()
}

const environments = [
  { TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
  { TZ: 'America/Los_Angeles', LANG: 'C', LC_ALL: 'C' },
]
for (const env of cases(environments.slice(0, 1), environments)) {
  test(`the same content has the same bytes in another process with TZ=${env.TZ} and LANG=${env.LANG}`, () => {
    expect(packedBy(env, elsewhere)).toBe(sha256(first))
  })
}

for (const name of ['node22', 'node'] as const) {
  const other = installed(name)
  test.skipIf(!other)(`the search index of an export has the same bytes on ${name}`, () => {
    const [here, there] = [process.execPath, other ?? ''].map(searchFilesBy)
    expect(there).toEqual(here)
    expect(Object.keys(here ?? {}).length).toBeGreaterThan(10)
  })
}

/** The digests of the files that the search page of an export loads, as a version of Node writes them. */
function searchFilesBy(node: string): Readonly<Record<string, string>> {
  const out = mkdtempSync(join(elsewhere, 'export-'))
  const cli = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url))
  const args = ['build', fileURLToPath(new URL('../archive', import.meta.url)), '--out', out, '--no-cache']
  execFileSync(node, [cli, ...args, '--base-url', baseUrl], { stdio: 'ignore' })
  const names = filesIn(out).filter((path) => /(?:^|\/)search\//.test(path))
  return Object.fromEntries(names.map((path) => [path, sha256(readFileSync(join(out, path)))]))
}

test('no output contains the current date, the source folder or the version of Node', async () => {
  const { value: snapshot } = await compile(fromFolder(fixture), { baseUrl, encodings: ['identity'] })
  if (!snapshot) throw new Error('the fixture archive has errors')
  const now = new Date()
  const forbidden = [now.toISOString().slice(0, 10), now.toUTCString().slice(5, 16), fixture, process.version]
  for (const { path, representations } of snapshot.resources.values()) {
    for (const { full } of representations.flatMap(({ variants }) => variants)) {
      const sent = `${full.headers.join('\n')}\n${Buffer.from(full.body ?? []).toString('latin1')}`
      for (const text of forbidden) expect(sent.includes(text), `${path} contains ${text}`).toBe(false)
    }
  }
})

function filesIn(dir: string): string[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .map((path) => relative('.', path))
    .filter((path) => statSync(join(dir, path)).isFile())
}
