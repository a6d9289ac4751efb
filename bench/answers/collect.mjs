// Brings a collection of collections.mjs into a folder that Citable reads, and checks its questions against what is there.
//   node bench/answers/collect.mjs NAME DIR [--cache DIR] [--blogs DIR]    the archive of a collection; packages are kept in the cache
//   node bench/answers/collect.mjs --verify DIR [NAME]                     every quote of NAME.json is in the post it names
// NAME is one of collections.mjs; `all` brings each into DIR/NAME, and --verify without NAME reads them there. Takes what is in tools/
// (npm ci --prefix tools), npm for some packages, apt-get and dpkg-deb for others, and for blogs clones in a folder, as owner/name.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { sources } from '../sources.mjs'
import { collections } from './collections.mjs'
import { toMarkdown } from './html.mjs'

/** @import { Collection } from './collections.mjs' */
/** @typedef {{ cache?: string | undefined, blogs?: string | undefined }} Places Where packages are kept, and where clones are. */
/** @typedef {{ ask: string, post: string | readonly string[], quote: string | readonly string[], kind?: string }} Question */

/** The questions of a collection. @returns {Question[]} */
export function questionsOf(/** @type {string} */ name) {
  return JSON.parse(readFileSync(fileURLToPath(new URL(`${name}.json`, import.meta.url)), 'utf8'))
}

/**
 * Writes archive.yaml and posts into a folder, and says how many files. Throws if what they are taken from is not available.
 * @param {string} name @param {string} dir @param {Places} places
 */
export function collect(name, dir, { cache = join(tmpdir(), 'citable-answers'), blogs }) {
  const collection = known(name)
  const { title, language, settings, package: source } = collection
  mkdirSync(dir, { recursive: true })
  const lines = Object.entries({ title, ...(language ? { language } : {}), ...settings }).map(
    ([key, value]) => `${key}: ${JSON.stringify(value)}\n`,
  )
  writeFileSync(join(dir, 'archive.yaml'), lines.join(''))
  return 'github' in source ? checkOut(source, dir, blogs) : unpack(name, collection, dir, cache)
}

/** @param {{ github: string, commit: string, files: readonly string[] }} source @param {string} dir @param {string | undefined} blogs */
function checkOut({ github, commit, files }, dir, blogs) {
  const clone = join(blogs ?? '', github)
  if (!blogs || !existsSync(clone)) throw new Error(`--blogs names no folder with a clone of ${github}`)
  const maxBuffer = 2 ** 30
  const input = execFileSync('git', ['-C', clone, 'archive', commit, ...files], { maxBuffer })
  return execFileSync('tar', ['-xv', '-C', dir], { input, encoding: 'utf8' }).match(/\.md$/gm)?.length ?? 0
}

function unpack(
  /** @type {string} */ name,
  /** @type {Collection} */ collection,
  /** @type {string} */ dir,
  /** @type {string} */ cache,
) {
  const from = join(unpacked(collection.package, cache), collection.folder ?? '')
  const paths = readdirSync(from, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => collection.documents?.test(path) && !collection.except?.test(path))
    .sort()
  const ids = new Map(paths.map((path) => [path, slug(path)]))
  if (new Set(ids.values()).size < ids.size) throw new Error(`${name}: two documents would have the same id`)
  rmSync(join(dir, 'posts'), { recursive: true, force: true })
  mkdirSync(join(dir, 'posts'))
  for (const [path, id] of ids) {
    const text = readFileSync(join(from, path), 'utf8')
    const post = collection.html ? fromPage(text, path, ids, collection.html) : text
    writeFileSync(join(dir, 'posts', `${id}${collection.html ? '.md' : posix.extname(path)}`), post)
  }
  return ids.size
}

/**
 * The questions whose quote is not in the text of the post they name, as it is searched, and how many quotes were looked for.
 * @param {string} name @param {string} dir
 */
export async function verify(name, dir) {
  const { fromFolder, readArchive } = await sources(`export { fromFolder } from './src/compile.ts'
    export { readArchive } from './src/build/read-archive.ts'`)
  const { value: archive } = await readArchive(fromFolder(dir))
  /** @type {Map<string, string>} */
  const posts = new Map(
    archive.posts.map((/** @type {any} */ { id, searchText }) => [
      id,
      searchText.map((/** @type {{ text: string }} */ { text }) => text).join('\n'),
    ]),
  )
  /** @type {string[]} */
  const wrong = []
  const questions = questionsOf(name)
  for (const { ask, post, quote } of questions) {
    const quotes = [quote].flat()
    const texts = [post].flat().map((id) => posts.get(id))
    const idle = quotes.filter((words) => !texts.some((text) => text?.includes(words)))
    const silent = [post].flat().filter((_, at) => !quotes.some((words) => texts[at]?.includes(words)))
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
  const spec = 'npm' in source ? source.npm : 'debian' in source ? source.debian : ''
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

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      cache: { type: 'string' },
      blogs: { type: 'string' },
      verify: { type: 'boolean', default: false },
    },
  })
  const [name, dir] = values.verify ? [positionals[1] ?? 'all', positionals[0]] : positionals
  if (!name || !dir || positionals.length > 2)
    throw new Error('usage: collect.mjs NAME DIR | --verify DIR [NAME]')
  for (const one of name === 'all' ? Object.keys(collections) : [name]) {
    const place = name === 'all' ? join(dir, one) : dir
    try {
      if (values.verify) await report(one, place)
      else console.log(`${one}: ${collect(one, place, values)} posts in ${place}`)
    } catch (error) {
      console.error(`${one}: skipped: ${/** @type {Error} */ (error).message}`)
      process.exitCode = 1
    }
  }
}

async function report(/** @type {string} */ name, /** @type {string} */ dir) {
  const { questions, quotes, wrong } = await verify(name, dir)
  for (const line of wrong) console.error(`${name}: ${line}`)
  console.log(`${name}: ${questions} questions, ${quotes} quotes checked, ${wrong.length} wrong`)
  if (wrong.length > 0) process.exitCode = 1
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
