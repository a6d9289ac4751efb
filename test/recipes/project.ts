import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterFile } from '../after-file.ts'
import { type Server, startServer } from '../cli/run.ts'

export const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

export interface Project {
  readonly dir: string
  /** The command of the installed package. */
  readonly main: string
}

/** A project with the packed package, an archive in `archive`, and packages of `tools/`. */
export async function projectWith(tools: readonly string[] = []): Promise<Project> {
  const dir = mkdtempSync(join(tmpdir(), 'citable-recipe-'))
  afterFile(() => rmSync(dir, { recursive: true, force: true }))
  writeFileSync(join(dir, 'package.json'), '{ "type": "module", "private": true }\n')
  cpSync(join(root, 'test/fixtures/archive'), join(dir, 'archive'), { recursive: true })
  await install(dir)
  const beside = {
    commander: join(root, 'node_modules/commander'),
    ...Object.fromEntries(tools.map((name) => [name, join(root, 'tools/node_modules', name)])),
  }
  for (const [name, path] of Object.entries(beside)) {
    mkdirSync(dirname(join(dir, 'node_modules', name)), { recursive: true })
    symlinkSync(path, join(dir, 'node_modules', name), 'junction')
  }
  return { dir, main: join(dir, 'node_modules/citable/dist/cli/main.js') }
}

/** Installs the tarball without network access. */
async function install(dir: string): Promise<void> {
  const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', dir]
  const { stdout } = await run('npm', args, { cwd: root })
  const folder = join(dir, 'node_modules/citable')
  mkdirSync(folder, { recursive: true })
  await run('tar', ['-xzf', join(dir, stdout.trim()), '-C', folder, '--strip-components', '1'])
  mkdirSync(join(dir, 'node_modules/.bin'))
  symlinkSync('../citable/dist/cli/main.js', join(dir, 'node_modules/.bin/citable'))
}

/** Runs `citable serve` with the same archive and base URL, to compare a recipe with. */
export function startServe({ dir, main }: Project, baseUrl = 'https://example.org'): Promise<Server> {
  return startServer([join(dir, 'archive'), '--port', '0', '--base-url', baseUrl], {
    program: [process.execPath, main],
  })
}

export function isUp(origin: string): Promise<boolean> {
  return fetch(`${origin}/robots.txt`, { headers: { Connection: 'close' } }).then(
    ({ status }) => status === 200,
    () => false,
  )
}
