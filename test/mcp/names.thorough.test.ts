import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const workspace = mkdtempSync(join(tmpdir(), 'citable-names-'))
afterAll(() => rmSync(workspace, { recursive: true, force: true }))

/** Each change, made in its own copy of the sources, declares a name without implementing it, or the reverse. */
const changes = {
  unimplemented: ['mcp/tools.ts', '    [toolNames.get]: getter(posts, index),\n', ''],
  undeclared: ['representations/mcp.json', '"list_archive_posts": {', '"list_posts": {'],
  unnamed: [
    'mcp/tools.ts',
    '[toolNames.get]: getter(posts, index)',
    'delete_archive_post: getter(posts, index)',
  ],
  missingPrompt: ['mcp/methods.ts', '{ [promptNames.cite]: citePrompt(snapshot, posts) }', '{}'],
} as const

test('a tool or prompt that is declared but not implemented, or the reverse, is a type error', async () => {
  symlinkSync(join(root, 'node_modules'), join(workspace, 'node_modules'))
  for (const [name, [file, from, to]] of Object.entries(changes)) {
    mkdirSync(join(workspace, name))
    cpSync(join(root, 'src'), join(workspace, name, 'src'), { recursive: true })
    const path = join(workspace, name, 'src', file)
    const text = readFileSync(path, 'utf8')
    expect(text.split(from), `${file} contains the text to replace once`).toHaveLength(2)
    writeFileSync(path, text.replace(from, to))
  }
  const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'))
  // Texts in JSON are checked where they are used.
  const modules = Object.entries(changes).map(
    ([name, [file]]) => `${name}/src/${file.replace(/\.json$/, '.ts')}`,
  )
  const unused = { noUnusedLocals: false, noUnusedParameters: false }
  const project = {
    compilerOptions: { ...compilerOptions, ...unused },
    // Only the changed files and what they import.
    files: modules,
    include: ['*/src/**/*.d.ts'],
  }
  writeFileSync(join(workspace, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(workspace, 'tsconfig.json'), JSON.stringify(project))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, '-p', workspace], {
    cwd: workspace,
  }).catch((error) => error)
  const broken = new Set([...String(stdout).matchAll(/^(\S+?)\(\d+,\d+\): error/gm)].map(([, path]) => path))
  expect([...broken].sort(), stdout).toEqual(modules.sort())
})
