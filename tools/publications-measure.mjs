// One publication, in a process of its own so that its memory is its own: published by what `citable init` writes, asked, and compared.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse as parseYaml } from 'yaml'
import { sources } from '../bench/sources.mjs'
import { compile, fromFolder } from '../dist/compile.js'
import { serve } from '../dist/serve.js'
import { fileOf, kept, reference, shown, split } from './publications-reference.mjs'
import { publications } from './publications-list.mjs'

/** @typedef {import('../src/archive/model.ts').Post} Post */

const [repository = '', checkout = '', ...flags] = process.argv.slice(2)
const isQuick = flags.includes('--facts')
const publication = publications.find((one) => one.repository === repository)
if (!publication) throw new Error(`no publication ${repository}`)
const written = ['archive.yaml', 'server.json'].map((name) => join(checkout, name))
const present = written.find((path) => existsSync(path))
if (present) throw new Error(`${present} is there already: the checkout must be as it was published`)
/** The rules that say why a post is left out. */
const leftOut =
  /^(?:draft|expired|future-date|excluded-post|list-page|no-text|other-language|other-format|held-back|ignored-name|redirect|unmatched-post|untitled)$/
const { bodyHtml, makeSite, readArchive, readBodies } =
  await sources(`export { readArchive } from './src/build/read-archive.ts'
  export { readBodies } from './src/archive/plan.ts'
  export { bodyHtml } from './src/representations/body-html.ts'
  export { makeSite } from './src/representations/site.ts'`)
const { archive, paths, snapshot, diagnostics, seconds, memory } = await published().finally(() => {
  for (const path of written) rmSync(path, { force: true })
})

const errors = diagnostics.filter(({ severity }) => severity === 'error')
const result = {
  ...{ repository, seconds, memory, errors: errors.map(({ path, message }) => `${path}: ${message}`) },
  ...{ found: 0, published: 0, counted: /** @type {Record<string, number>} */ ({}) },
  missing: /** @type {string[]} */ ([]),
  ...{ others: /** @type {string[]} */ ([]), heldBack: [0, 0], wrong: /** @type {string[]} */ ([]) },
  ...{ authors: [0, 0], days: [0, 0], addresses: [0, 0], covers: [0, 0] },
  ...{ images: [0, 0], links: [0, 0], tables: [0, 0], footnotes: [0, 0], words: [0, 0] },
  ...{ markup: /** @type {string[]} */ ([]), told: 0, warnings: byRule() },
}
if (!archive || !snapshot) {
  console.log(JSON.stringify(result))
  process.exit()
}
const answer = serve(snapshot)
const rendered = makeSite(archive, {})
// The same order, unless something is unlisted.
if (paths.length !== archive.posts.length) throw new Error('unlisted posts are not measured')
const posts = new Map(paths.map((path, at) => [path, /** @type {Post} */ (archive.posts[at])]))
const files = new Set(
  archive.assets
    .flatMap(({ path, versions }) => [path, ...versions.map((one) => one.path)])
    .map(archive.urls.path),
)
const told = new Map()
for (const { path, excerpt, message, rule } of diagnostics)
  if (['raw-html', 'shortcode', 'mdx', 'math', 'more-problems'].includes(rule))
    told.set(path, [...(told.get(path) ?? []), rule === 'more-problems' ? '' : `${message}\n${excerpt}`])
const reasons = new Map(
  diagnostics
    .filter(({ path, rule }) => leftOut.test(rule) && !posts.has(path))
    .map(({ path, rule }) => [path, rule]),
)
const read = new Map()
const site = {
  data(/** @type {string} */ path) {
    if (!read.has(path)) read.set(path, parseYaml(readFileSync(join(checkout, path), 'utf8')))
    return read.get(path)
  },
}

for (const path of (await fromFolder(checkout).list()).filter(publication.isPost)) {
  const { matter, body } = split(readFileSync(join(checkout, path), 'utf8'))
  const post = posts.get(path)
  const reason = reasons.get(path)
  result.found++
  if (publication.isHeldBack(path, matter)) add(result.heldBack, post ? 1 : 0, 1)
  if (reason) result.counted[reason] = (result.counted[reason] ?? 0) + 1
  else if (!post) result.missing.push(path)
  if (!post) continue
  result.published++
  if (!isQuick) compareBody(path, body, post)
  const named = publication.authors(path, matter, site)
  compare(
    'authors',
    path,
    named.length > 0 ? named : [archive.settings.author.name],
    post.authors.map(({ name }) => name),
  )
  compare('days', path, publication.day(path, matter) ?? null, post.datePublished)
  for (const address of publication.addresses(path, matter)) {
    const here = archive.urls.path(post.path)
    const { status, headers } = answer({ method: 'GET', target: encodeURI(address) })
    const to = status === 308 ? headers[headers.indexOf('Location') + 1] : status
    compare('addresses', `${path} ${address}`, here, address === here ? here : to)
  }
  const cover = publication.cover(path, matter)
  if (cover || post.image)
    compare('covers', path, cover && fileOf(String(cover)), post.image && fileOf(post.image.url))
}
result.others = [...posts.keys()].filter((path) => !publication.isPost(path))
console.log(JSON.stringify(result))

/** As a publisher would: what `init` writes, what `check` tells, then everything read, rendered, compressed and indexed. */
async function published() {
  citable('init', checkout)
  const { diagnostics } = JSON.parse(citable('check', checkout, '--format', 'json'))
  const began = performance.now()
  const asOf = new Date().toISOString()
  const { value: snapshot } = await compile(fromFolder(checkout), { asOf, ...(isQuick && { encodings: [] }) })
  const seconds = (performance.now() - began) / 1000
  const memory = process.resourceUsage().maxRSS * 1024
  /** @type {string[]} */
  let paths = []
  const bodiesOf = (/** @type {import('../src/archive/plan.ts').BuildPlan} */ plan) => {
    paths = plan.posts.map(({ source }) => source.file.path)
    return readBodies(plan)
  }
  /** @type {{ value: import('../src/archive/model.ts').Archive | undefined }} */
  const { value: archive } = await readArchive(fromFolder(checkout), { asOf }, bodiesOf)
  return {
    ...{ archive, paths, snapshot, seconds, memory },
    diagnostics: /** @type {import('../dist/compile.js').Diagnostic[]} */ (diagnostics),
  }
}

/** @param {string[]} args */
function citable(...args) {
  const main = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url))
  const { stdout, stderr, status } = spawnSync(process.execPath, [main, ...args], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  if (status !== 0 && args[0] === 'init') throw new Error(stderr)
  return stdout
}

/** @param {'authors' | 'days' | 'addresses' | 'covers'} what @param {string} where @param {unknown} wanted @param {unknown} had */
function compare(what, where, wanted, had) {
  const isRight = JSON.stringify(wanted) === JSON.stringify(had)
  add(result[what], isRight ? 1 : 0, 1)
  if (!isRight)
    result.wrong.push(`${what} ${where}: ${JSON.stringify(wanted)}, and here ${JSON.stringify(had)}`)
}

/** @param {string} path @param {string} body @param {Post} post */
function compareBody(path, body, post) {
  const wanted = shown(reference(body))
  const html = bodyHtml(post, rendered)
  const had = shown(`<h1>${post.title}</h1>${html}`, (src) => !src.startsWith('/') || files.has(src))
  const images = kept(wanted.images, had.images)
  add(result.images, images, wanted.images.length)
  if (images < wanted.images.length)
    result.wrong.push(`images ${path}: ${wanted.images.filter((one) => !had.images.includes(one)).join(' ')}`)
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
    /<\/?[a-z][\w-]*(?:\s[^<>]*)?\/?>|\{\{[^{}\n]*\}\}|\{%[^%\n]*%\}|\{:[^{}\n]*\}|^(?:import|export) .* from ['"].*$|^:::.*$/gim
  return Array.from(text.matchAll(tags), ([piece]) => piece)
}

/** What an author wrote so that it be shown: escaped, or between a generator's own words for that. @param {string} piece @param {string} body */
function meant(piece, body) {
  const escaped = [piece.replaceAll('<', '\\<'), piece.replaceAll('<', '&lt;')]
  const raw = Array.from(body.matchAll(/\{% raw %\}([\s\S]*?)\{% endraw %\}/g), ([, inner = '']) => inner)
  const entities = body.replaceAll('&gt;', '>').replaceAll('\\>', '>')
  return escaped.some((one) => entities.includes(one)) || raw.some((one) => one.includes(piece))
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
