// `npm run blogs -- DIR`: how public blogs write their dates, and how many of their anchors and sentences last. DIR holds clones with
// their history as owner/name; each is read at the commit in blogs-list.mjs, so that anybody counts the same. `--write` puts the figures
// into the archive, where charts are drawn from them.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import GithubSlugger, { slug } from 'github-slugger'
import MarkdownIt from 'markdown-it'
import { blogs } from './blogs-list.mjs'

/** @typedef {{ matter: string, anchors: string[], numbered: number, words: string, sentences: string[] }} Version */

const [dir] = process.argv.slice(2).filter((one) => !one.startsWith('--'))
const missing = blogs.filter(([repository]) => !existsSync(join(dir ?? '', repository)))
if (dir === undefined || missing.length > 0) {
  console.error(
    `usage: npm run blogs -- DIR [--write], with clones of ${missing.map(([one]) => one).join(', ')}`,
  )
  process.exit(2)
}

const [day, year] = [24 * 60 * 60, 365 * 24 * 60 * 60]
/** Hours from UTC: every full one that is in use. */
const offsets = Array.from({ length: 26 }, (_, at) => at - 11)
const moved = offsets.map(() => 0)
const changed =
  /^["']?(?:updated|lastmod|modified|revised|last_?(?:modified|updated)|date_?modified)\w*["']?\s*[:=]/im
const markdown = new MarkdownIt({ html: true })
const counted = blogs.map(([repository, commit, posts]) => count(repository, commit, posts))
table(counted.map(({ repository, dates }) => ({ repository, ...dates })))
table(counted.map(({ repository, lasting }) => ({ repository, ...lasting })))
if (process.argv.includes('--write')) {
  const days = offsets.map((hours, at) => ({
    'hours from UTC': hours,
    'posts on another day': moved[at] ?? 0,
  }))
  write(
    'week-08-lasting',
    counted.map(({ repository, commit, lasting }) => ({
      repository,
      commit: commit.slice(0, 12),
      ...lasting,
    })),
  )
  write('week-12-days', days)
}

/** @param {string} repository @param {string} commit @param {RegExp} posts */
function count(repository, commit, posts) {
  const git = join(dir ?? '', repository)
  const versions = versionsOf(git, commit)
  const [end = 0] = lines(git, 'log', '-1', '--format=%ct', commit).map(Number)
  const paths = lines(git, 'ls-tree', '-r', '--name-only', commit).filter((path) => posts.test(path))
  const now = read(
    git,
    paths.map((path) => `${commit}:${path}`),
  )
  // As it was a week after it was first there, or after the day it bears: what is put right at once is not counted.
  const starts = paths.map((path, at) => {
    const all = versions.get(path) ?? []
    const from = Math.max(all[0]?.since ?? end, secondsOf(dateIn(now[at]))) + 7 * day
    return { from, object: all.findLast(({ since }) => since <= from)?.object ?? `${commit}:${path}` }
  })
  const then = read(
    git,
    starts.map(({ object }) => object),
  )
  const dates = { posts: 0, day: 0, words: 0, zone: 0, none: 0 }
  const lasting = {
    posts: 0,
    anchors: 0,
    anchorsLost: 0,
    postsLosing: 0,
    anchorsNumbered: 0,
    sentences: 0,
    sentencesGone: 0,
    postsReworded: 0,
    postsDated: 0,
  }
  for (const [at, last] of now.entries()) {
    const first = then[at]
    // What only leads to another address is no post.
    if (!last || !first || /^redirect:/m.test(last.matter)) continue
    const written = dateIn(last)
    dates.posts += 1
    dates[formOf(written)] += 1
    for (const [at, hours] of offsets.entries()) if (moves(written, hours)) moved[at] = (moved[at] ?? 0) + 1
    if (end - (starts[at]?.from ?? end) < year) continue
    const lost = first.anchors.filter((anchor) => !last.anchors.includes(anchor)).length
    lasting.posts += 1
    lasting.anchors += first.anchors.length
    lasting.anchorsLost += lost
    lasting.postsLosing += lost > 0 ? 1 : 0
    lasting.sentences += first.sentences.length
    lasting.sentencesGone += first.sentences.filter((sentence) => !last.words.includes(sentence)).length
    lasting.postsReworded += first.words === last.words ? 0 : 1
    lasting.postsDated += changed.test(last.matter) ? 1 : 0
    lasting.anchorsNumbered += first.numbered
  }
  return { repository, commit, dates, lasting }
}

/**
 * Every version of each file that a commit has, on the main line and with renames followed.
 * @param {string} git @param {string} commit
 */
function versionsOf(git, commit) {
  /** @type {Map<string, { object: string, since: number }[]>} */
  const versions = new Map()
  const log = [
    'log',
    '--first-parent',
    '--diff-merges=first-parent',
    '--reverse',
    '-M',
    '-l3000',
    '--name-status',
  ]
  let [id = '', since = 0] = ['', 0]
  for (const line of lines(git, ...log, '--format=@%H %ct', commit, '--', '*.md', '*.mdx', '*.markdown')) {
    const [kind = '', from = '', to = from] = line.split('\t')
    if (kind.startsWith('@')) {
      id = kind.slice(1, 41)
      since = Number(kind.slice(42))
      continue
    }
    const before = kind.startsWith('A') || kind.startsWith('C') ? [] : (versions.get(from) ?? [])
    if (kind.startsWith('D') || kind.startsWith('R')) versions.delete(from)
    if (!kind.startsWith('D')) versions.set(to, [...before, { object: `${id}:${to}`, since }])
  }
  return versions
}

/** @param {string} git @param {string[]} objects @returns {(Version | undefined)[]} */
function read(git, objects) {
  const { stdout } = spawnSync('git', ['-C', git, 'cat-file', '--batch'], {
    input: objects.join('\n'),
    maxBuffer: 2 ** 30,
  })
  let at = 0
  return objects.map(() => {
    const end = stdout.indexOf(10, at)
    const size = Number(/ blob (\d+)$/.exec(stdout.toString('utf8', at, end))?.[1])
    at = end + 1
    if (!(size >= 0)) return undefined
    const text = stdout.toString('utf8', at, at + size)
    at += size + 1
    return version(text.replaceAll('\r\n', '\n'))
  })
}

/** @param {string} text @returns {Version} */
function version(text) {
  const [whole = '', matter = ''] = /^\s*(?:---|\+\+\+)\n([\s\S]*?)\n(?:---|\+\+\+)\s*\n/.exec(text) ?? []
  const tokens = markdown.parse(text.slice(whole.length), {})
  const slugger = new GithubSlugger()
  let numbered = 0
  const anchors = tokens.flatMap(({ type }, at) => {
    if (type !== 'heading_open') return []
    const heading = plain(tokens[at + 1])
    const given = /\{#([^}]+)\}\s*$/.exec(heading)?.[1]
    const anchor = given ?? slugger.slug(heading)
    if (!given && anchor !== slug(heading)) numbered += 1
    return [anchor]
  })
  const blocks = tokens.flatMap((token) => (token.type === 'inline' ? [plain(token)] : []))
  const sentences = blocks.flatMap((block) => block.split(/(?<=[.!?])\s+(?=\p{Lu})/u).map(wordsOf))
  return {
    matter,
    anchors,
    numbered,
    words: wordsOf(blocks.join(' ')),
    sentences: sentences.filter((sentence) => sentence.trim().split(' ').length >= 4),
  }
}

/** Letters and digits alone: punctuation, and what is meant for the generator, say nothing to a reader. @param {string} text */
function wordsOf(text) {
  const words = text.replaceAll(/\{[{%][\s\S]*?[}%]\}/g, ' ').match(/[\p{L}\p{N}]+/gu)
  return ` ${(words ?? []).join(' ').toLowerCase()} `
}

/** @param {import('markdown-it/lib/token.mjs').default | undefined} token */
function plain(token) {
  return (token?.children ?? [])
    .map(({ type, content }) => (/break$/.test(type) ? ' ' : type === 'html_inline' ? '' : content))
    .join('')
}

/** @param {Version | undefined} version */
function dateIn(version) {
  return /^["']?(?:date|pubDate|publishDate|created_at)["']?\s*[:=]\s*["']?([^"'#\n]+)/im
    .exec(version?.matter ?? '')?.[1]
    ?.trim()
}

/** @param {string | undefined} written */
function formOf(written) {
  if (written === undefined) return 'none'
  if (/\d:\d\d/.test(written)) return 'zone'
  return /^\d{4}-/.test(written) ? 'day' : 'words'
}

/** @param {string | undefined} written */
function secondsOf(written) {
  return new Date(written ?? 0).getTime() / 1000 || 0
}

/**
 * Whether a machine so many hours from UTC shows another day than the one that is written, with `new Date(…).toLocaleDateString()`. It
 * reads a date in words, or none, in its own zone.
 * @param {string | undefined} written
 * @param {number} hours
 */
function moves(written, hours) {
  if (secondsOf(written) === 0 || formOf(written) === 'words') return false
  const [, year = '', month = '', day = ''] = /(\d{4})-(\d\d?)-(\d\d?)/.exec(written ?? '') ?? []
  const shown = new Date(secondsOf(written) * 1000 + hours * 60 * 60 * 1000).toISOString().slice(0, 10)
  return shown !== `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** @param {Record<string, number | string>[]} rows */
function table(rows) {
  const heads = Object.keys(rows[0] ?? {})
  const total = heads.map((head) => rows.reduce((sum, row) => sum + Number(row[head]), 0) || 'together')
  console.log(`\n| ${heads.join(' | ')} |\n|${heads.map(() => '---|').join('')}`)
  for (const row of rows) console.log(`| ${heads.map((head) => row[head]).join(' | ')} |`)
  console.log(`| ${total.join(' | ')} |`)
}

/** @param {string} name @param {Record<string, number | string>[]} rows */
function write(name, rows) {
  const lines = [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))].map((cells) =>
    cells.join(','),
  )
  writeFileSync(
    fileURLToPath(new URL(`../archive/assets/${name}.csv`, import.meta.url)),
    `${lines.join('\n')}\n`,
  )
}

/** @param {string} git @param {string[]} args */
function lines(git, ...args) {
  return execFileSync('git', ['-C', git, '-c', 'core.quotePath=false', ...args], {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  })
    .split('\n')
    .filter(Boolean)
}
