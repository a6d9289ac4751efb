// Builds dist/: declarations by tsc, code by esbuild. The build half's dependencies are bundled, because loading some two
// hundred small modules takes longer than compiling a small archive; their licences go along.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const began = new Date()
const stamp = 'THIRD-PARTY-LICENSES.md'
const sourceFolders = ['src', ...readdirSync('packages').map((name) => join('packages', name, 'src'))]
const sources = sourceFolders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
)
if (isCurrent()) process.exit()

// `npm pack` and `npm install DIR` prepare a fresh clone, too. Standard output is theirs.
if (!existsSync('node_modules/esbuild')) npm('ci', '--ignore-scripts', '--silent')
const { build } = await import('esbuild')
const { embedWithEsbuild } = await import('./embed.mjs')
const out = 'dist.new'
rmSync(out, { recursive: true, force: true })
try {
  const tsc = 'node_modules/typescript/bin/tsc'
  execFileSync(process.execPath, [tsc, '-p', 'tsconfig.build.json', '--outDir', out], { stdio: 'inherit' })
} catch {
  process.exit(1)
}
keepPublicTypes()
// What others import, and what runs as a process or thread of its own.
const entries = [
  'citable.ts',
  'compile.ts',
  'serve.ts',
  'theme.ts',
  'runtime/fetch.ts',
  'runtime/node/listen.ts',
  'cli/main.ts',
  'build/compile-process.ts',
  'cli/serve-worker.ts',
  'build/index-thread.ts',
  'snapshot/compress-thread.js',
]
// Of everything that decides what is made: a cache of another build is never used.
const id = createHash('sha256')
for (const file of [...sources.sort(), 'package-lock.json'])
  if (/\.\w+$/.test(file)) id.update(file).update(readFileSync(file))
const { metafile } = await build({
  entryPoints: entries.map((name) => `src/${name}`),
  outbase: 'src',
  outdir: out,
  // Code looks for the files of processes and threads from a folder of dist.
  chunkNames: 'cli/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'neutral',
  target: 'node20.19',
  mainFields: ['module', 'main'],
  external: ['node:*', 'commander', 'sharp'],
  plugins: [embedWithEsbuild()],
  define: { CITABLE_BUILD: JSON.stringify(id.digest('hex')) },
  metafile: true,
  logLevel: 'warning',
})
chmodSync(`${out}/cli/main.js`, 0o755)
// What `citable build --target cloudflare` copies: one file that runs in a Worker as it is.
await build({
  entryPoints: ['src/runtime/worker.ts'],
  outfile: `${out}/worker/worker.js`,
  bundle: true,
  minify: true,
  // Modules are always UTF-8; escapes of words in Arabic and Cyrillic would add 1.3 KB, compressed.
  charset: 'utf8',
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  logLevel: 'warning',
})

// A package may have another version of one in a folder of its own. What a bundle has no byte of is not in it.
const modules = Object.values(metafile.outputs).flatMap(({ inputs }) =>
  Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
)
const folders = modules.flatMap(
  (path) => /^((?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+)(?=\/)/.exec(path)?.[1] ?? [],
)
const bundled = [...new Set(folders)].map((folder) => ({ folder, ...readPackage(folder) }))
const notices = bundled.map(({ folder, name, version, license, author }) => {
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one))
  const text = file
    ? readFileSync(`${folder}/${file}`, 'utf8').trim()
    : licenceText(license, author?.name ?? author)
  if (!text) throw new Error(`${folder} has no licence file`)
  return `## ${name} ${version} (${license})\n\n${text}\n`
})
writeFileSync(join(out, 'sbom.cdx.json'), `${JSON.stringify(billOfMaterials(), null, 2)}\n`)
writeFileSync(join(out, stamp), `# Licences of bundled packages\n\n${notices.sort().join('\n')}`)
utimesSync(join(out, stamp), began, began)

rmSync('dist', { recursive: true, force: true })
renameSync(out, 'dist')

/** Declarations that no public entry leads to are of no use to anybody, and would look like something to import. */
function keepPublicTypes() {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8'))
  const waiting = JSON.stringify(exports).match(/(?<="\.\/dist\/)[^"]+\.d\.ts/g) ?? []
  const kept = new Set()
  for (let path = waiting.pop(); path; path = waiting.pop()) {
    if (kept.has(path)) continue
    kept.add(path)
    for (const [, to] of readFileSync(join(out, path), 'utf8').matchAll(
      /(?:from |import\()['"](\.[^'"]+)\.[jt]s['"]/g,
    ))
      waiting.push(posix.join(posix.dirname(path), `${to}.d.ts`))
  }
  for (const path of readdirSync(out, { recursive: true, encoding: 'utf8' }))
    if (path.endsWith('.d.ts') && !kept.has(path.replaceAll('\\', '/'))) rmSync(join(out, path))
  for (const path of kept) writeFileSync(join(out, path), withoutJson(path))
}

/** A program need not resolve JSON modules to have our types. @param {string} path */
function withoutJson(path) {
  return readFileSync(join(out, path), 'utf8').replace(
    /^import (\w+) from '(\.\/\w+\.json)'.*;$/gm,
    (_, name, file) =>
      `declare const ${name}: ${typeOf(JSON.parse(readFileSync(join('src', posix.dirname(path), file), 'utf8')))};`,
  )
}

/** @param {unknown} value @returns {string} */
function typeOf(value) {
  if (Array.isArray(value)) return `readonly ${typeOf(value[0])}[]`
  if (typeof value !== 'object' || value === null) return typeof value
  const fields = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}: ${typeOf(inner)}`)
  return `{ ${fields.join('; ')} }`
}

/** CycloneDX 1.6 of what is bundled: scanners of an install see only `commander`. Without a time or a serial number, so that builds are the same. */
function billOfMaterials() {
  const own = component('application', readPackage('.'))
  const components = [...new Map(bundled.map((one) => [purlOf(one), component('library', one)])).values()]
  components.sort((a, b) => (a.purl < b.purl ? -1 : 1))
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: own },
    components,
    dependencies: [{ ref: own['bom-ref'], dependsOn: components.map(({ purl }) => purl) }],
  }
}

/** @typedef {{ name: string, version: string, license: string, author?: any }} Package */

function component(/** @type {string} */ type, /** @type {Package} */ { name, version, license }) {
  const [, group, bare = name] = /^(@[^/]+)\/(.+)$/.exec(name) ?? []
  const purl = purlOf({ name, version, license })
  const licenses = /^[\w.-]+$/.test(license) ? [{ license: { id: license } }] : [{ expression: license }]
  return { type, 'bom-ref': purl, ...(group && { group }), name: bare, version, licenses, purl }
}

function purlOf(/** @type {Package} */ { name, version }) {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`
}

/** @returns {Package} */
function readPackage(/** @type {string} */ folder) {
  return JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
}

/** saxes names its licence and leaves out the text. */
function licenceText(/** @type {string} */ license, /** @type {string} */ author) {
  if (license !== 'ISC') return undefined
  return `Copyright (c) ${author} and contributors

Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted, provided that the
above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF
MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES
WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN
CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.`
}

function npm(/** @type {string[]} */ ...args) {
  const program = process.env['npm_execpath']
  if (!program) throw new Error('Nothing is installed yet: run `npm ci`.')
  execFileSync(process.execPath, [program, ...args], { stdio: ['ignore', 2, 2] })
}

/** `npm ci` builds, and so does every command that needs the build; the second finds nothing newer than the first. */
function isCurrent() {
  const inputs = [
    'scripts/build.mjs',
    'scripts/embed.mjs',
    'package.json',
    'tsconfig.json',
    'tsconfig.build.json',
    ...sourceFolders,
    ...sources,
  ]
  const time = (/** @type {string} */ path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
  const newest = Math.max(...inputs.map(time), time('node_modules/.package-lock.json'))
  return newest < time(join('dist', stamp))
}
