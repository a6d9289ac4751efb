import { existsSync, fstatSync, ftruncateSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { createSnapshotFile, openSnapshotFile } from '../../src/runtime/node/snapshot-file.ts'
import { fileWith } from '../snapshot/fixture.ts'

afterEach(() => vi.unstubAllEnvs())

const bytes = new TextEncoder().encode('Nine causes of one effect.')

test('any stretch can be read, also when the file has no name any more', () => {
  const file = fileWith(bytes)
  expect(file.path).toBeUndefined()
  expect(file.length).toBe(bytes.length)
  expect(file.read(0, 4).toString()).toBe('Nine')
  expect(file.read(5, 6).toString()).toBe('causes')
  expect(file.read(5, 0)).toHaveLength(0)
  file.close()
})

test('bytes that are in use are the same for all who ask for them', () => {
  const file = fileWith(bytes)
  expect(file.read(5, 6)).toBe(file.read(5, 6))
  expect(file.read(5, 7).toString()).toBe('causes ')
  file.close()
})

test('a file that ends too early is an error, not a shorter answer', () => {
  const file = fileWith(bytes)
  ftruncateSync(file.descriptor, 7)
  expect(() => file.read(5, 6)).toThrow('truncated')
  file.close()
})

test('another process opens it by its name, until that is removed', () => {
  const file = createSnapshotFile()
  if (!file?.path) throw new Error('no temporary file can be made')
  const { path } = file
  const other = openSnapshotFile(path)
  file.removeName()
  expect(existsSync(path)).toBe(false)
  expect(other.length).toBe(0)
  other.close()
  file.close()
})

test('nobody else may read it', () => {
  const file = fileWith(bytes)
  expect(fstatSync(file.descriptor).mode & 0o777).toBe(0o600)
  file.close()
})

test('where none can be made there is none', () => {
  vi.stubEnv('TMPDIR', '/nowhere')
  expect(createSnapshotFile()).toBeUndefined()
})
