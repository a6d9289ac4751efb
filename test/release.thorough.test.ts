import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

/** Runs scripts/release.mjs in a repository with the files that a release changes. */

const root = fileURLToPath(new URL('..', import.meta.url))
const files = ['package.json', 'package-lock.json', 'CHANGELOG.md', 'scripts/release.mjs']
let clone = ''

const git = (...args: string[]) => execFileSync('git', args, { cwd: clone, encoding: 'utf8' }).trim()
const text = (path: string) => readFileSync(join(clone, path), 'utf8')
const release = (...args: string[]) =>
  spawnSync(process.execPath, ['scripts/release.mjs', ...args], { cwd: clone, encoding: 'utf8' })
const passed = () => writeFileSync(join(clone, '.git/ci-passed'), `${git('rev-parse', 'HEAD')}\n`)

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'citable-release-'))
  for (const file of files) cpSync(join(root, file), join(clone, file))
  // Private, so that npm refuses to publish it.
  const { repository: _, ...rest } = JSON.parse(text('package.json'))
  const manifest = { ...rest, version: '0.1.0', private: true }
  writeFileSync(join(clone, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  writeFileSync(
    join(clone, 'CHANGELOG.md'),
    '# Changelog\n\n## Unreleased\n\n- A thing.\n\n## 0.0.1 (2026-01-01)\n\n- First.\n',
  )
  git('init', '--quiet')
  git('config', 'user.name', 'A Maintainer')
  git('config', 'user.email', 'a@example.org')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'all of it')
})
afterEach(() => rmSync(clone, { recursive: true }))

test('a release updates version and changelog, commits, tags and prints the next step', () => {
  passed()
  const { status, stdout, stderr } = release('minor')
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toContain('npm publish --provenance')
  const day = new Date().toISOString().slice(0, 10)
  expect(text('CHANGELOG.md')).toBe(
    `# Changelog\n\n## Unreleased\n\n## 0.2.0 (${day})\n\n- A thing.\n\n## 0.0.1 (2026-01-01)\n\n- First.\n`,
  )
  const lock = JSON.parse(text('package-lock.json'))
  expect([JSON.parse(text('package.json')).version, lock.version, lock.packages[''].version]).toEqual([
    '0.2.0',
    '0.2.0',
    '0.2.0',
  ])
  expect(git('status', '--porcelain')).toBe('')
  expect(git('log', '-1', '--format=%s')).toBe('Release 0.2.0')
  expect(git('tag', '--points-at', 'HEAD')).toBe('v0.2.0')
  expect(git('tag', '--list', '--format=%(contents)', 'v0.2.0')).toContain('- A thing.')
})

test('a release changes only the version in package.json and package-lock.json', () => {
  const before = { manifest: text('package.json'), lock: text('package-lock.json') }
  passed()
  release('1.0.0')
  expect(text('package.json')).toBe(before.manifest.replace('"version": "0.1.0"', '"version": "1.0.0"'))
  const lock = JSON.parse(before.lock)
  lock.version = '1.0.0'
  lock.packages[''].version = '1.0.0'
  expect(JSON.parse(text('package-lock.json'))).toEqual(lock)
  expect(text('package-lock.json').split('\n').length).toBe(before.lock.split('\n').length)
})

test('the first release can keep its version, but no version is released twice', () => {
  passed()
  expect(release('0.1.0').status).toBe(0)
  passed()
  const again = release('0.1.0')
  expect([again.status, again.stderr]).toEqual([1, expect.stringContaining('v0.1.0 is released already.')])
})

test.each([
  [[], 'Say which'],
  [['next'], 'Say which'],
  [['0.0.9'], 'Say which'],
  [['minor', 'major'], 'Say which'],
  [['minor', '--publish'], 'names no repository'],
])('%j is refused: %s', (args, why) => {
  passed()
  const { status, stderr } = release(...args)
  expect([status, stderr]).toEqual([1, expect.stringContaining(why)])
  expect(git('log', '--format=%s')).toBe('all of it')
})

test('a release needs a clean tree that passed .ci/run', () => {
  expect(release('minor').stderr).toBe('.ci/run has not passed on this commit: run it.\n')
  passed()
  writeFileSync(join(clone, 'stray.txt'), '')
  expect(release('minor').stderr).toBe('The tree has changes that are not committed.\n')
  expect([git('tag'), git('log', '--format=%s')]).toEqual(['', 'all of it'])
})

test('a release adds the date to a version that is already in the changelog', () => {
  writeFileSync(join(clone, 'CHANGELOG.md'), '# Changelog\n\n## 0.1.0\n\n- First.\n')
  git('commit', '--all', '--quiet', '--message', 'named')
  passed()
  expect(release('0.1.0').stderr).toBe('')
  const day = new Date().toISOString().slice(0, 10)
  expect(text('CHANGELOG.md')).toBe(`# Changelog\n\n## 0.1.0 (${day})\n\n- First.\n`)
  expect(git('tag', '--list', '--format=%(contents)', 'v0.1.0')).toContain('- First.')
})

test('a release needs an entry under "Unreleased"', () => {
  writeFileSync(
    join(clone, 'CHANGELOG.md'),
    '# Changelog\n\n## Unreleased\n\n## 0.0.1 (2026-01-01)\n\n- First.\n',
  )
  git('commit', '--all', '--quiet', '--message', 'nothing')
  passed()
  expect(release('minor').stderr).toBe('CHANGELOG.md has nothing under "Unreleased".\n')
})

test('--dry-run shows every step and problem, and changes nothing', () => {
  const { status, stdout, stderr } = release('minor', '--dry-run')
  expect([status, stderr]).toEqual([1, '.ci/run has not passed on this commit: run it.\n'])
  for (const shown of ['+ ## 0.2.0 (', '+   "version": "0.2.0",', 'git commit', 'git tag', 'npm publish']) {
    expect(stdout).toContain(shown)
  }
  expect([git('status', '--porcelain'), git('tag'), git('log', '--format=%s')]).toEqual(['', '', 'all of it'])
})
