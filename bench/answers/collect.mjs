// Brings a collection of collections.mjs into a folder that Citable reads, and checks its questions against what is there.
//   node bench/answers/collect.mjs NAME DIR [--cache DIR]    the archive of a collection; packages are kept in the cache
//   node bench/answers/collect.mjs --verify DIR [NAME]       every quote of NAME.json is in the post it names
// NAME is one of collections.mjs; `all` brings each into DIR/NAME, and --verify without NAME reads them there. Takes what is in tools/
// (npm ci --prefix tools), npm for some packages, and apt-get and dpkg-deb for the others.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { collections } from './collections.mjs'
import { toMarkdown } from './html.mjs'

/** @import { Collection } from './collections.mjs' */
/** @typedef {{ ask: string, post: string | readonly string[], quote: string | readonly string[] }} Question */

/** The questions of a collection. @returns {Question[]} */
export function questionsOf(/** @type {string} */ name) {
  return JSON.parse(readFileSync(fileURLToPath(new URL(`${name}.json`, import.meta.url)), 'utf8'))
}

/**
 * Writes archive.yaml and posts/ into a folder, and says how many posts. Throws if the package is not available.
 * @param {string} name @param {string} dir @param {string} cache
 */
export function collect(name, dir, cache = join(tmpdir(), 'citable-answers')) {
  const collection = known(name)
  const from = join(unpacked(collection.package, cache), collection.folder)
  const paths = readdirSync(from, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => collection.documents.test(path) && !collection.except?.test(path))
    .sort()
  const ids = new Map(paths.map((path) => [path, slug(path)]))
  if (new Set(ids.values()).size < ids.size) throw new Error(`${name}: two documents would have the same id`)
  rmSync(join(dir, 'posts'), { recursive: true, force: true })
  mkdirSync(join(dir, 'posts'), { recursive: true })
  writeFileSync(join(dir, 'archive.yaml'), `title: ${JSON.stringify(collection.title)}\n`)
  for (const [path, id] of ids) {
    const text = readFileSync(join(from, path), 'utf8')
    const post = collection.html ? fromPage(text, path, ids, collection.html) : text
    writeFileSync(join(dir, 'posts', `${id}${collection.html ? '.md' : posix.extname(path)}`), post)
  }
  return ids.size
}

/**
 * The questions whose quote is not in the post they name, and how many quotes were looked for.
 * @param {string} name @param {string} dir
 */
export function verify(name, dir) {
  const posts = new Map(
    readdirSync(join(dir, 'posts')).map((file) => [
      file.replace(/\.\w+$/, ''),
      plain(readFileSync(join(dir, 'posts', file), 'utf8')),
    ]),
  )
  /** @type {string[]} */
  const wrong = []
  const questions = questionsOf(name)
  for (const { ask, post, quote } of questions) {
    const quotes = [quote].flat().map(plain)
    const texts = [post].flat().map((id) => posts.get(id))
    const held = (/** @type {string | undefined} */ text, /** @type {string} */ words) =>
      text?.includes(words)
    const idle = quotes.filter((words) => !texts.some((text) => held(text, words)))
    const silent = [post].flat().filter((_, at) => !quotes.some((words) => held(texts[at], words)))
    wrong.push(...idle.map((words) => `${ask}: in no post named: ${words}`))
    wrong.push(...silent.map((id) => `${ask}: ${posts.has(id) ? 'no quote in' : 'no post'} ${id}`))
  }
  const quotes = questions.reduce((sum, { quote }) => sum + [quote].flat().length, 0)
  return { questions: questions.length, quotes, wrong }
}

function known(/** @type {string} */ name) {
  const collection = collections[name]
  if (!collection) throw new Error(`no collection ${name}; there are ${Object.keys(collections).join(', ')}`)
  return collection
}

/** The folder of an unpacked package, downloaded if the cache lacks it. */
function unpacked(/** @type {Collection['package']} */ source, /** @type {string} */ cache) {
  const spec = 'npm' in source ? source.npm : source.debian
  const dir = join(cache, spec.replace(/[^\w.-]+/g, '-'))
  const run = (/** @type {string} */ command, /** @type {string[]} */ ...args) =>
    execFileSync(command, args, { cwd: dir, stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' })
  const files = join(dir, 'files')
  mkdirSync(dir, { recursive: true })
  if (readdirSync(dir).includes('files')) return files
  try {
    const [command = '', ...args] =
      'npm' in source ? ['npm', 'pack', '--silent', spec] : ['apt-get', 'download', spec]
    run(command, ...args)
  } catch (error) {
    throw new Error(`${spec} is not available: ${/** @type {Error} */ (error).message}`)
  }
  const archive = readdirSync(dir).find((file) => /\.(deb|tgz)$/.test(file)) ?? ''
  const staging = join(dir, 'staging') // renamed when complete, so that a run which was ended leaves no half of it
  rmSync(staging, { recursive: true, force: true })
  mkdirSync(staging)
  if ('npm' in source) run('tar', '-xzf', archive, '-C', staging)
  else run('dpkg-deb', '-x', archive, staging)
  renameSync(staging, files)
  return files
}

/**
 * @param {string} html @param {string} path @param {ReadonlyMap<string, string>} ids
 * @param {NonNullable<Collection['html']>} page
 */
function fromPage(html, path, ids, page) {
  const idOf = (/** @type {string} */ href) =>
    ids.get(posix.join(posix.dirname(path), href.replace(/[?#].*$/, '')))
  const { title, markdown } = toMarkdown(html, { ...page, idOf })
  return `---\ntitle: ${JSON.stringify(title)}\n---\n\n${markdown}\n`
}

/** The path as words: without its extension, the numbers that only order files, and the name of an index. */
function slug(/** @type {string} */ path) {
  return path
    .replace(/\.\w+$/, '')
    .split('/')
    .map((part) => part.replace(/^\d+-/, ''))
    .filter((part, at, parts) => part !== 'index' || at < parts.length - 1)
    .join('-')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** Markdown without its marks, loosely; a quote loses the same characters, so that only words and other signs are compared. */
function plain(/** @type {string} */ markdown) {
  return markdown
    .replace(/\[((?:[^\][]|\[[^\]]*\])*)\]\([^)\s]*(?: "[^"]*")?\)/g, '$1')
    .replaceAll('\\<', '&lt;')
    .replace(/<\/?[a-z][^>\n]*>/gi, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/[\\*_`#>|]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { cache: { type: 'string' }, verify: { type: 'boolean', default: false } },
  })
  const [name, dir] = values.verify ? [positionals[1] ?? 'all', positionals[0]] : positionals
  if (!name || !dir || positionals.length > 2)
    throw new Error('usage: collect.mjs NAME DIR | --verify DIR [NAME]')
  for (const one of name === 'all' ? Object.keys(collections) : [name]) {
    const place = name === 'all' ? join(dir, one) : dir
    try {
      if (values.verify) report(one, place)
      else console.log(`${one}: ${collect(one, place, values.cache)} posts in ${place}`)
    } catch (error) {
      console.error(`${one}: skipped: ${/** @type {Error} */ (error).message}`)
      process.exitCode = 1
    }
  }
}

function report(/** @type {string} */ name, /** @type {string} */ dir) {
  const { questions, quotes, wrong } = verify(name, dir)
  for (const line of wrong) console.error(`${name}: ${line}`)
  console.log(`${name}: ${questions} questions, ${quotes} quotes checked, ${wrong.length} wrong`)
  if (wrong.length > 0) process.exitCode = 1
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main()
