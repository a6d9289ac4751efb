import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** @type {string[]} */
const made = []
process.on('exit', () => {
  for (const dir of made) rmSync(dir, { recursive: true, force: true })
})

/** A temporary folder, removed when the process exits. @param {string} [within] */
export function scratch(within = tmpdir()) {
  const dir = mkdtempSync(join(within, 'citable-faults-'))
  made.push(dir)
  return dir
}

/** @param {string} dir @param {Readonly<Record<string, string>>} files */
export function put(dir, files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), text)
  }
}

/** Writes an archive that has its state on every page, in every format. @param {string} dir @param {number} state */
export function putState(dir, state) {
  const posts = Array.from({ length: 6 }, (_, at) => [
    `posts/week-0${at + 1}.md`,
    `---\ntitle: Post ${at + 1} of State-${state}\nseries: research\nsummary: In State-${state}.\npublished: 2026-01-0${at + 1}\n---\n\nA text in State-${state}. ${'Words. '.repeat(200)}\n`,
  ])
  put(dir, {
    'archive.yaml': `title: The Review in State-${state}\ndescription: All of it is in State-${state}.\n`,
    ...Object.fromEntries(posts),
  })
}

/** The state that a response is from, or an error if it has none or several. @param {string} text */
export function stateOf(text) {
  const states = new Set(Array.from(text.matchAll(/State-(\d+)/g), ([, digits]) => Number(digits)))
  const [state] = states
  if (states.size === 1 && state !== undefined) return state
  return new Error(
    states.size === 0 ? 'a response without a state' : `a response mixes states ${[...states]}`,
  )
}

/** Paths whose responses contain the state. */
export const paths = [
  '/',
  '/index.md',
  '/posts/week-01',
  '/posts/week-06.md',
  '/api/v1/posts.json',
  '/llms.txt',
]
