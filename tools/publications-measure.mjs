// One publication, in a process of its own so that its memory is its own: compiled, asked, and compared with the reference.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse as parseYaml } from 'yaml'
import { folder, readArchive, sealArchive, shownHtml } from '../dist/compile.js'
import { serve } from '../dist/serve.js'
import { kept, reference, shown, split } from './publications-reference.mjs'
import { publications } from './publications-list.mjs'

const [name = '', checkout = '', settingsFile = ''] = process.argv.slice(2)
const publication = publications.find((one) => one.name === name)
if (!publication) throw new Error(`no publication ${name}`)
const settings = readFileSync(settingsFile, 'utf8')

const began = performance.now()
const { value: archive, diagnostics } = await readArchive(overlay(folder(checkout), settings))
const snapshot = archive && (await sealArchive(archive))
const seconds = (performance.now() - began) / 1000
const memory = process.resourceUsage().maxRSS * 1024

const errors = diagnostics.filter(({ severity }) => severity === 'error')
if (!archive || !snapshot) {
  console.log(
    JSON.stringify({
      name,
      seconds,
      memory,
      errors: errors.map(({ path, message }) => `${path}: ${message}`),
    }),
  )
  process.exit()
}
const answer = serve(snapshot)
const posts = new Map(archive.posts.map((post) => [post.path, post]))
const files = new Set(
  archive.assets
    .flatMap(({ path, versions }) => [path, ...versions.map((one) => one.path)])
    .map(archive.urls.path),
)
const people = parseYaml(settings).authors ?? {}
const house = parseYaml(settings).author.name
const result = {
  ...{ name, seconds, memory, errors: [] },
  ...{ found: 0, drafts: 0, published: archive.posts.length, missing: /** @type {string[]} */ ([]) },
  ...{ images: [0, 0], links: [0, 0], tables: [0, 0], footnotes: [0, 0], words: [0, 0] },
  ...{ markup: /** @type {string[]} */ ([]), lostImages: /** @type {string[]} */ ([]), told: 0 },
  ...{ authors: [0, 0], wrongAuthors: /** @type {string[]} */ ([]) },
  ...{ addresses: [0, 0], deadAddresses: /** @type {string[]} */ ([]) },
  warnings: byRule(),
}
const told = new Map()
for (const { path, excerpt, message, rule } of diagnostics)
  if (['raw-html', 'shortcode', 'mdx', 'math', 'more-problems'].includes(rule))
    told.set(path, [...(told.get(path) ?? []), rule === 'more-problems' ? '' : `${message}\n${excerpt}`])

for (const path of (await folder(checkout).list()).filter(publication.isPost)) {
  const { matter, body } = split(readFileSync(join(checkout, path), 'utf8'))
  result.found++
  if (isDraft(matter)) {
    result.drafts++
    continue
  }
  const addresses = publication.addresses(path, matter)
  const post = postAt(addresses, titleOf(matter, body))
  if (!post) {
    result.missing.push(path)
    continue
  }
  compareBody(path, body, post)
  compareAuthors(path, matter, post)
}
console.log(JSON.stringify(result))

/** The post is found by an old address, and known by its title. @param {string[]} addresses @param {string | undefined} title */
function postAt(addresses, title) {
  let found
  for (const address of addresses) {
    count(result.addresses, false)
    const { status, headers } = answer({ method: 'GET', target: encodeURI(address) })
    const location = headers[headers.indexOf('Location') + 1] ?? ''
    const post = status === 308 ? posts.get(location) : undefined
    const isRight = post !== undefined && (title === undefined || plain(post.title) === plain(title))
    if (isRight) {
      result.addresses[0]++
      found = post
    } else result.deadAddresses.push(`${address} ${status} ${location}`)
  }
  return found ?? archive?.posts.find((one) => title !== undefined && plain(one.title) === plain(title))
}

/** @param {string} path @param {string} body @param {import('../dist/compile.js').Archive['posts'][number]} post */
function compareBody(path, body, post) {
  const wanted = shown(reference(body))
  const html = archive ? shownHtml(post, archive) : ''
  const had = shown(`<h1>${post.title}</h1>${html}`, (src) => !src.startsWith('/') || files.has(src))
  const images = kept(wanted.images, had.images)
  add(result.images, images, wanted.images.length)
  if (images < wanted.images.length)
    result.lostImages.push(`${path}: ${wanted.images.filter((one) => !had.images.includes(one)).join(' ')}`)
  add(result.links, Math.min(had.links, wanted.links), wanted.links)
  add(result.tables, Math.min(had.tables, wanted.tables), wanted.tables)
  add(result.footnotes, Math.min(had.footnotes, wanted.footnotes), wanted.footnotes)
  add(result.words, kept(wanted.words, had.words), wanted.words.length)
  for (const piece of markupIn(had.text)) {
    if (told.get(path)?.some((/** @type {string} */ one) => one === '' || one.includes(piece.split('\n')[0])))
      result.told++
    else if (!meant(piece, body)) result.markup.push(`${path}: ${piece}`)
  }
}

/** Pieces that look like what a browser or a generator should have read. @param {string} text */
function markupIn(text) {
  const tags =
    /<\/?[a-z][\w-]*(?:\s[^<>]*)?\/?>|\{\{[^{}\n]*\}\}|\{%[^%\n]*%\}|\{:[^{}\n]*\}|^(?:import|export) .* from .*$|^:::.*$/gim
  return Array.from(text.matchAll(tags), ([piece]) => piece)
}

/** What an author wrote so that it be shown: escaped, or between a generator's own words for that. @param {string} piece @param {string} body */
function meant(piece, body) {
  const escaped = [piece.replaceAll('<', '\\<'), piece.replaceAll('<', '&lt;')]
  const raw = Array.from(body.matchAll(/\{% raw %\}([\s\S]*?)\{% endraw %\}/g), ([, inner = '']) => inner)
  const entities = body.replaceAll('&gt;', '>').replaceAll('\\>', '>')
  return escaped.some((one) => entities.includes(one)) || raw.some((one) => one.includes(piece))
}

/** @param {string} path @param {import('./publications-reference.mjs').Matter} matter @param {import('../dist/compile.js').Archive['posts'][number]} post */
function compareAuthors(path, matter, post) {
  const written = [
    matter['authors'] ?? matter['author'] ?? matter['author_name'] ?? matter['extra']?.['author'] ?? [],
  ].flat()
  const names = written
    .filter((one) => one !== '')
    .map((one) => people[one]?.name ?? String(one.name ?? one).trim())
  const wanted = names.length > 0 ? names : [house]
  const had = post.authors.map((author) => author.name)
  const isRight = JSON.stringify(wanted) === JSON.stringify(had)
  count(result.authors, isRight)
  if (!isRight) result.wrongAuthors.push(`${path}: ${wanted} / ${had}`)
}

/** @param {import('./publications-reference.mjs').Matter} matter @param {string} body */
function titleOf(matter, body) {
  const title = matter['title'] ?? /^# (.*)$/m.exec(body)?.[1]
  return title === undefined ? undefined : String(title)
}

/** Letters and digits: titles may be markdown. @param {string} title */
function plain(title) {
  return title.replace(/[^\p{L}\p{N}]/gu, '')
}

/** @param {import('./publications-reference.mjs').Matter} matter */
function isDraft(matter) {
  return matter['draft'] === true || matter['published'] === false
}

/** The checkout as it is, with our settings for its archive.yaml. @param {import('../dist/compile.js').ContentSource} source @param {string} text */
function overlay(source, text) {
  const own = 'archive.yaml'
  return {
    list: async () => [...(await source.list()).filter((path) => path !== own), own].sort(),
    read: async (/** @type {string} */ path) =>
      path === own ? new TextEncoder().encode(text) : source.read(path),
  }
}

/** @param {number[]} pair @param {boolean} isRight */
function count(pair, isRight) {
  add(pair, isRight ? 1 : 0, 1)
}

/** @param {number[]} pair @param {number} had @param {number} wanted */
function add(pair, had, wanted) {
  pair[0] += had
  pair[1] += wanted
}

/** How often each rule was broken. */
function byRule() {
  /** @type {Map<string, number>} */
  const counts = new Map()
  for (const { rule } of diagnostics) counts.set(rule, (counts.get(rule) ?? 0) + 1)
  return Object.fromEntries(counts)
}
