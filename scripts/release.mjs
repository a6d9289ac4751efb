// For a maintainer: `node scripts/release.mjs minor`, or a version. Checks, writes the version and the changelog, commits and tags; says
// what is left to do. `--dry-run` shows all of it and changes nothing; `--publish` also publishes.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'dry-run': { type: 'boolean', default: false }, publish: { type: 'boolean', default: false } },
})
const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
const version = nextVersion(manifest.version, positionals[0] ?? '')
const tag = `v${version}`
const changelog = readFileSync('CHANGELOG.md', 'utf8')
// The first release is in the changelog by its version; later changes are collected under "Unreleased".
const isNamed = changelog.includes(`\n## ${version}\n`)
const heading = `## ${isNamed ? version : 'Unreleased'}\n`
const notes = changelog.split(`\n${heading}`)[1]?.split(/^## /m)[0]?.trim() ?? ''
const publish = ['publish', '--provenance', '--access', 'public']

const problems = [
  positionals.length === 1 && version !== ''
    ? ''
    : 'Say which: major, minor, patch, or a version such as 1.2.3.',
  git('status', '--porcelain') === '' ? '' : 'The tree has changes that are not committed.',
  mark() === git('rev-parse', 'HEAD') ? '' : '.ci/run has not passed on this commit: run it.',
  git('tag', '--list', tag) === '' ? '' : `${tag} is released already.`,
  notes === '' ? 'CHANGELOG.md has nothing under "Unreleased".' : '',
  values.publish && !manifest.repository
    ? 'package.json names no repository, which provenance is a statement about.'
    : '',
].filter((problem) => problem !== '')
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
if (version !== '' && (values['dry-run'] || problems.length === 0)) release()

function release() {
  const day = new Date().toISOString().slice(0, 10)
  const dated = `## ${version} (${day})\n`
  write('CHANGELOG.md', changelog.replace(heading, isNamed ? dated : `${heading}\n${dated}`))
  write('package.json', withVersion(manifest))
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  write(
    'package-lock.json',
    withVersion({ ...lock, packages: { ...lock.packages, '': { ...lock.packages[''], version } } }),
  )
  run('git', 'commit', '--all', '--quiet', '--message', `Release ${version}`)
  run('git', 'tag', '--annotate', tag, '--message', `Citable ${version}\n\n${notes}`)
  if (values.publish) run('npm', ...publish)
  else {
    console.log(
      `\nLeft to do, where CI has an identity to sign with:\n  git push --follow-tags\n  npm ${publish.join(' ')}`,
    )
  }
}

/** Empty where it is none, or older than what there is. @param {string} current @param {string} wanted */
function nextVersion(current, wanted) {
  const [major = 0, minor = 0, patch = 0] = current.split('.').map(Number)
  const next = { major: [major + 1, 0, 0], minor: [major, minor + 1, 0], patch: [major, minor, patch + 1] }
  if (wanted === 'major' || wanted === 'minor' || wanted === 'patch') return next[wanted].join('.')
  if (!/^\d+\.\d+\.\d+$/.test(wanted)) return ''
  return wanted.localeCompare(current, 'en', { numeric: true }) < 0 ? '' : wanted
}

/** The commit that `.ci/run` passed on last. */
function mark() {
  const path = git('rev-parse', '--git-path', 'ci-passed')
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : ''
}

/** @param {object} json */
function withVersion(json) {
  return `${JSON.stringify({ ...json, version }, null, 2)}\n`
}

/** @param {string[]} args */
function git(...args) {
  return execFileSync('git', args, { encoding: 'utf8' }).trim()
}

/** @param {string} path @param {string} text */
function write(path, text) {
  const before = readFileSync(path, 'utf8').split('\n')
  const lines = text.split('\n').filter((line) => !before.includes(line))
  console.log([`${path}:`, ...lines.map((line) => `  + ${line}`)].join('\n'))
  if (!values['dry-run']) writeFileSync(path, text)
}

/** @param {string} program @param {string[]} args */
function run(program, ...args) {
  console.log([program, ...args.map((arg) => (/[\s"]/.test(arg) ? JSON.stringify(arg) : arg))].join(' '))
  if (!values['dry-run']) execFileSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'] })
}
