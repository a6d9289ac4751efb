import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { groupedBy } from '../src/base/grouped.ts'
import { afterFile } from './after-file.ts'

/** The programs in the documents, pasted as printed into a strict TypeScript project that has the package installed. */

const root = fileURLToPath(new URL('..', import.meta.url))
const documents = ['README.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)]
const pages = documents.filter((path) => path.endsWith('.md'))
const project = mkdtempSync(join(tmpdir(), 'citable-snippets-'))
afterFile(() => rmSync(project, { recursive: true, force: true }))

interface Snippet {
  /** `docs/LIBRARY.md:22` */
  readonly place: string
  readonly file: string
  readonly code: string
  /** The package with its globals. */
  readonly runtime: string
  /** Other packages it needs. */
  readonly packages: readonly string[]
}

function snippetsOf(page: string): Snippet[] {
  const text = readFileSync(join(root, page), 'utf8')
  return Array.from(text.matchAll(/^```(?:js|ts)\n([\s\S]*?)^```$/gm), ({ 1: code = '', index }) => {
    const line = text.slice(0, index).split('\n').length
    const name = /^\/\/ (\S+)\.js\b/.exec(code)?.[1] ?? `line-${line}`
    const imports = code.matchAll(/ from '((?:@[\w-]+\/)?[\w-]+)(?:\/[\w/-]+)?'/g)
    const packages = Array.from(imports, ([, imported = '']) => imported).filter((one) => one !== 'citable')
    const [, global] = /\b(Bun|Deno)\.serve/.exec(code) ?? []
    return {
      place: `${page}:${line}`,
      // A script with JSDoc types is not meant for TypeScript.
      file: `${name}.${code.includes('/** @') ? 'js' : 'ts'}`,
      code,
      runtime: global ? `@types/${global.toLowerCase()}` : '@types/node',
      packages: [...packages, ...packages.flatMap((one) => (one === 'express' ? ['@types/express'] : []))],
    }
  })
}

const snippets = pages.flatMap(snippetsOf)

/** `tools/` has the packages that only snippets use, and the types of a Node with node:sqlite. */
const folders = [join(root, 'tools/node_modules'), join(root, 'node_modules')]
const installedAt = (name: string) => folders.map((folder) => join(folder, name)).find(existsSync)

/** A package that a snippet needs and this machine lacks. */
function missing({ code, runtime, packages }: Snippet): string | undefined {
  if (code.includes('node:sqlite') && !existsSync(join(folders[0] ?? '', runtime))) return 'tools'
  return [runtime, ...packages].find((name) => installedAt(name) === undefined)
}

let mistakes = ''
beforeAll(async () => {
  const complete = snippets.filter((snippet) => missing(snippet) === undefined)
  const names = complete.flatMap(({ runtime, packages }) => [runtime, '@types/node', ...packages])
  const links = new Map(names.map((name) => [name, installedAt(name)]))
  for (const [name, target] of links.set('citable', root)) {
    const path = join(project, 'node_modules', name)
    mkdirSync(dirname(path), { recursive: true })
    if (target !== undefined) symlinkSync(target, path, 'junction')
  }
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }\n')
  // As `wrangler` imports these files.
  const bytes = "declare module '*.bin' {\n  const bytes: ArrayBuffer\n  export default bytes\n}\n"
  writeFileSync(join(project, 'bin.d.ts'), bytes)
  for (const { file, code } of complete) {
    mkdirSync(dirname(join(project, file)), { recursive: true })
    writeFileSync(join(project, file), code)
  }
  // One program for each runtime: their globals contradict each other.
  const programs = [...groupedBy(complete, ({ runtime }) => runtime)]
  const checked = await Promise.all(programs.map(([runtime, ones]) => typeCheck(runtime, ones)))
  mistakes = checked.join('')
})

async function typeCheck(runtime: string, ones: readonly Snippet[]): Promise<string> {
  const config = join(project, `${runtime.replaceAll('/', '-')}.json`)
  const compilerOptions = {
    types: [runtime, '@types/node'],
    checkJs: true,
    skipLibCheck: true,
    lib: ['es2023', 'dom'],
  }
  const files = ['bin.d.ts', ...ones.map(({ file }) => file)]
  const consumer = join(root, 'test/consumer/tsconfig.json')
  writeFileSync(config, JSON.stringify({ extends: consumer, compilerOptions, files }))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const run = promisify(execFile)(process.execPath, [tsc, '-p', config, '--pretty', 'false'], {
    cwd: project,
  })
  return (await run.catch((error: { readonly stdout: string }) => error)).stdout
}

describe('the program at', () => {
  for (const snippet of snippets) {
    const lacks = missing(snippet)
    if (lacks && process.env['REQUIRE_RUNTIMES']) throw new Error(`${snippet.place} needs ${lacks}`)
    const title = `${snippet.place} (${snippet.file}) type-checks as printed`
    test.skipIf(lacks)(lacks ? `${title}, without ${lacks}` : title, () => {
      const own = mistakes.split('\n').filter((line) => line.startsWith(`${snippet.file}(`))
      expect(own).toEqual([])
    })
  }
})

test('nothing else in that project fails', () => {
  const files = snippets.map(({ file }) => `${file}(`)
  expect(snippets.length).toBeGreaterThan(18)
  expect(
    mistakes
      .split('\n')
      .filter((line) => !/^ |^$/.test(line) && !files.some((file) => line.startsWith(file))),
  ).toEqual([])
})
