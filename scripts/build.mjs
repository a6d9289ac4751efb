// Builds dist/: declarations by tsc, code by esbuild. The build half's dependencies are bundled, because loading some two
// hundred small modules takes longer than compiling a small archive; their licences go along.
import { execFileSync } from 'node:child_process'
import { chmodSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { build } from 'esbuild'

process.chdir(new URL('..', import.meta.url).pathname)
const out = 'dist.new'
rmSync(out, { recursive: true, force: true })
try {
  execFileSync('node_modules/.bin/tsc', ['-p', 'tsconfig.build.json', '--outDir', out], { stdio: 'inherit' })
} catch {
  process.exit(1)
}
// What others import, and what runs as a process or thread of its own.
const entries = [
  'compile.ts',
  'serve.ts',
  'runtime/node/listen.ts',
  'runtime/node/worker.ts',
  'cli/main.ts',
  'cli/compile-process.ts',
  'snapshot/compress-thread.js',
]
const { metafile } = await build({
  entryPoints: entries.map((name) => `src/${name}`),
  outbase: 'src',
  outdir: out,
  // One folder down, as the sources are: code looks for the files of processes and threads relative to itself.
  chunkNames: 'cli/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'neutral',
  target: 'node20.19',
  mainFields: ['module', 'main'],
  external: ['node:*', 'commander'],
  metafile: true,
  logLevel: 'warning',
})
chmodSync(`${out}/cli/main.js`, 0o755)

const bundled = Object.keys(metafile.inputs).flatMap(
  (path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? [],
)
const notices = [...new Set(bundled)].sort().map((name) => {
  const { version, license } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8'))
  const file = readdirSync(`node_modules/${name}`).find((one) => /^licen[cs]e/i.test(one))
  if (!file) throw new Error(`${name} has no licence file`)
  return `## ${name} ${version} (${license})\n\n${readFileSync(`node_modules/${name}/${file}`, 'utf8').trim()}\n`
})
writeFileSync(`${out}/THIRD-PARTY-LICENSES.md`, `# Licences of bundled packages\n\n${notices.join('\n')}`)

rmSync('dist', { recursive: true, force: true })
renameSync(out, 'dist')
