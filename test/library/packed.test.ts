import { copyFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { afterFile } from '../after-file.ts'
import {
  compile,
  fromFolder,
  getPost,
  packInMemory,
  posts,
  type Snapshot,
  search,
} from '../../src/citable.ts'
import { openPacked } from '../../src/runtime/node/listen.ts'
import { answering } from '../answering.ts'
import { run } from '../cli/run.ts'

/** openPacked(). */

const archive = 'test/fixtures/archive'
const baseUrl = 'https://archive.example.org'
const folder = mkdtempSync(join(tmpdir(), 'citable-packed-'))
afterFile(() => rmSync(folder, { recursive: true, force: true }))
const inFolder = (name: string) => join(folder, name)

let compiled: Snapshot
beforeAll(async () => {
  const { value } = await compile(fromFolder(archive), { baseUrl })
  if (!value) throw new Error('the fixture has errors')
  compiled = value
  writeFileSync(inFolder('in-memory'), packInMemory(compiled))
  await run(['pack', archive, '--out', inFolder('command'), '--base-url', baseUrl])
})

describe.each(['in-memory', 'command'])('a file that is packed (%s)', (name) => {
  test('has the responses, posts and hits of what was packed', async () => {
    const snapshot = await openPacked(inFolder(name))
    const textOf = (of: Snapshot) => {
      const handler = answering(of)
      return (target: string) =>
        new TextDecoder().decode(handler({ method: 'GET', target }).body ?? undefined)
    }
    const [before, after] = [textOf(compiled), textOf(snapshot)]
    for (const path of compiled.resources.keys()) expect(after(path), path).toBe(before(path))
    expect(await posts(snapshot)).toEqual(await posts(compiled))
    expect(await getPost(snapshot, 'week-01')).toEqual(await getPost(compiled, 'week-01'))
    expect(search(snapshot, 'method', { tag: 'http' })).toEqual(search(compiled, 'method', { tag: 'http' }))
    snapshot.close()
    snapshot.close()
  })

  test('is read when it is asked for', async () => {
    const path = inFolder(`${name}-truncated`)
    copyFileSync(inFolder(name), path)
    const snapshot = await openPacked(path)
    truncateSync(path, 8)
    await expect(getPost(snapshot, 'week-01')).rejects.toThrow('The packed archive is damaged')
    snapshot.close()
  })
})

test('a file that is none is an error with its name', async () => {
  writeFileSync(inFolder('text'), 'a text')
  await expect(openPacked(inFolder('text'))).rejects.toThrow(
    `${inFolder('text')} cannot be opened: not a complete packed snapshot`,
  )
  await expect(openPacked(inFolder('nothing'))).rejects.toThrow('ENOENT')
})
