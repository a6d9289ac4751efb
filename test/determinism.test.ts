import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import {
  compile,
  type ContentSource,
  folder,
  memory,
  pack,
  readArchive,
  sealArchive,
} from '../src/compile.ts'
import { cases } from './thorough.ts'

const fixture = fileURLToPath(new URL('fixtures/archive', import.meta.url))
const baseUrl = 'https://example.org'
const elsewhere = mkdtempSync(join(tmpdir(), 'citable-elsewhere-'))
afterAll(() => rmSync(elsewhere, { recursive: true }))

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function packed(source: ContentSource): Promise<Uint8Array> {
  const { value: snapshot } = await compile(source, { baseUrl })
  if (!snapshot) throw new Error('the fixture archive has errors')
  return pack(snapshot)
}

const first = await packed(folder(fixture))

test('the same content compiled again gives the same bytes', async () => {
  expect(sha256(await packed(folder(fixture)))).toBe(sha256(first))
})

test('so does a copy under another path with other times', async () => {
  const copy = join(elsewhere, 'a copy')
  cpSync(fixture, copy, { recursive: true })
  for (const path of filesIn(copy))
    utimesSync(join(copy, path), new Date('1999-12-31'), new Date('2031-01-01'))
  expect(sha256(await packed(folder(copy)))).toBe(sha256(first))
})

test('so does the same content in memory, in whatever order it was put there', async () => {
  const files = filesIn(fixture).map((path) => [path, readFileSync(join(fixture, path))] as const)
  expect(sha256(await packed(memory(Object.fromEntries(files))))).toBe(sha256(first))
  expect(sha256(await packed(memory(Object.fromEntries(files.toReversed()))))).toBe(sha256(first))
})

test('so do its two phases one by one, however often the second is run', async () => {
  const { value: archive } = await readArchive(folder(fixture), { baseUrl })
  if (!archive) throw new Error('the fixture archive has errors')
  const [once, again] = await Promise.all([sealArchive(archive), sealArchive(archive)])
  expect(sha256(pack(once))).toBe(sha256(first))
  expect(sha256(pack(again))).toBe(sha256(first))
})

/** What another machine would run: the built package, in a process of its own. */
function packedBy(env: Readonly<Record<string, string>>, cwd: string): string {
  const { PATH = '' } = process.env
  const built = new URL('../dist/compile.js', import.meta.url)
  const script = `
    import { createHash } from 'node:crypto'
    import { compile, folder, pack } from ${JSON.stringify(built.href)}
    const { value: snapshot } = await compile(folder(${JSON.stringify(fixture)}), { baseUrl: ${JSON.stringify(baseUrl)} })
    console.log(createHash('sha256').update(pack(snapshot)).digest('hex'))`
  const args = ['--input-type=module', '--eval', script]
  return execFileSync(process.execPath, args, {
    cwd,
    env: { PATH, ...env },
    encoding: 'utf8',
  }).trim()
}

const elsewheres = [
  { TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
  { TZ: 'America/Los_Angeles', LANG: 'C', LC_ALL: 'C' },
]
for (const env of cases(elsewheres.slice(0, 1), elsewheres)) {
  test(`so does another process, in another folder, under TZ=${env.TZ} and LANG=${env.LANG}`, () => {
    expect(packedBy(env, elsewhere)).toBe(sha256(first))
  })
}

test('no output holds the day it was made on, the folder it came from, or the machine', async () => {
  const { value: snapshot } = await compile(folder(fixture), { baseUrl, encodings: ['identity'] })
  const now = new Date()
  const days = [now.toISOString().slice(0, 10), now.toUTCString().slice(5, 16), fixture, process.version]
  for (const { path, representations } of snapshot?.resources.values() ?? []) {
    for (const { full } of representations.flatMap(({ variants }) => variants)) {
      const sent = `${full.headers.join('\n')}\n${Buffer.from(full.body ?? []).toString('latin1')}`
      for (const day of days) expect(sent.includes(day), `${path} says ${day}`).toBe(false)
    }
  }
})

function filesIn(dir: string): string[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .map((path) => relative('.', path))
    .filter((path) => statSync(join(dir, path)).isFile())
}
