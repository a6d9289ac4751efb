import { existsSync, fstatSync, ftruncateSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { guarded } from '../../src/runtime/node/guard.ts'
import { createSnapshotFile, openSnapshotFile } from '../../src/runtime/node/snapshot-file.ts'
import { fileWith } from '../snapshot/fixture.ts'

afterEach(() => vi.unstubAllEnvs())

const bytes = new TextEncoder().encode('Nine causes of one effect.')

test('any byte range can be read after the file is unlinked', () => {
  const file = fileWith(bytes)
  expect(file.path).toBeUndefined()
  expect(file.length).toBe(bytes.length)
  expect(file.read(0, 4).toString()).toBe('Nine')
  expect(file.read(5, 6).toString()).toBe('causes')
  expect(file.read(5, 0)).toHaveLength(0)
  file.close()
})

test('reads of the same range share one buffer while it is in use', () => {
  const file = fileWith(bytes)
  expect(file.read(5, 6)).toBe(file.read(5, 6))
  expect(file.read(5, 7).toString()).toBe('causes ')
  file.close()
})

test('the event loop does not wait until the file is closed, as its blocks are freed with it', () => {
  const file = fileWith(bytes)
  const requests = () => process.getActiveResourcesInfo().filter((name) => name === 'FSReqCallback').length
  const before = requests()
  file.close()
  expect(requests()).toBe(before + 1)
})

test('reading from a truncated file throws', () => {
  const file = fileWith(bytes)
  ftruncateSync(file.descriptor, 7)
  expect(() => file.read(5, 6)).toThrow('truncated')
  file.close()
})

test('failing requests log one line a minute, without a stack; other errors are logged in full', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const file = fileWith(bytes)
  ftruncateSync(file.descriptor, 7)
  const failed = vi.fn()
  const answer = guarded(() => file.read(5, 6), failed)
  for (let request = 0; request < 20; request++) answer()
  const bug = new Error('bug')
  guarded(() => Promise.reject(bug), failed)()
  file.close()
  return expect
    .poll(() => log.mock.calls)
    .toEqual([['The packed archive is damaged: the file is truncated.'], [bug]])
    .then(() => expect(failed).toHaveBeenCalledTimes(21))
    .finally(() => log.mockRestore())
})

test('the file can be opened by path until its name is removed', () => {
  const file = createSnapshotFile()
  if (!file?.path) throw new Error('cannot create a temporary file')
  const { path } = file
  const other = openSnapshotFile(path)
  file.removeName()
  expect(existsSync(path)).toBe(false)
  expect(other.length).toBe(0)
  other.close()
  file.close()
})

test('only its owner can read it', () => {
  const file = fileWith(bytes)
  expect(fstatSync(file.descriptor).mode & 0o777).toBe(0o600)
  file.close()
})

test('createSnapshotFile returns undefined if it cannot create the file', () => {
  vi.stubEnv('TMPDIR', '/nowhere')
  expect(createSnapshotFile()).toBeUndefined()
})
