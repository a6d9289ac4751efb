import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import * as module from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Node, parse } from 'acorn'

/** Below node_modules. The last ones say what is installed, which may differ from what is to be. */
const lockfiles =
  '../package-lock.json ../pnpm-lock.yaml ../yarn.lock ../bun.lock .package-lock.json .pnpm/lock.yaml'.split(
    ' ',
  )

/** What depends on its arguments alone. */
const pureModule = /^(?:node:)?(?:assert|buffer|crypto|path|querystring|string_decoder|url|util)(?:\/|$)/

/** A module, and what it imports as far as that can be told without running it. */
export interface TracedModule {
  readonly path: string
  /** The module, the local ones that it imports, and the lockfile of packages. */
  readonly files: ReadonlySet<string>
  /** Of the files. */
  readonly digest: string
  /** The first import of something else, which may change while the digest stays. */
  readonly unknown: { readonly path: string; readonly offset: number } | undefined
}

export function traceModule(entry: string): TracedModule {
  const locks = packageFolders(entry).map((dir) => lockfiles.map((name) => join(dir, name)).filter(isFile))
  const lock = locks.find((found) => found.length > 0) ?? []
  const files = new Set([entry, ...lock])
  const digest = createHash('sha256')
  let unknown: TracedModule['unknown']
  for (const path of files)
    try {
      const bytes = readFileSync(path)
      digest.update(`\n${path} ${bytes.length}\n`).update(bytes)
      for (const { start, value = '' } of importsIn(path, bytes.toString())) {
        const isLocal = /^(?:\.{0,2}\/|file:)/.test(value)
        const target = isLocal ? fileURLToPath(new URL(value, pathToFileURL(path))) : ''
        if (isFile(target)) files.add(realpathSync(target))
        else if (!pureModule.test(value) && !(lock.length > 0 && isInstalled(value, path)))
          unknown ??= { path, offset: start }
      }
    } catch (error) {
      // Invalid syntax, or the file is gone.
      unknown ??= { path, offset: (error as { readonly pos?: number }).pos ?? 0 }
    }
  return { path: entry, files, digest: digest.digest('base64url').slice(0, 22), unknown }
}

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() === true

/** Whatever imports has a source. */
interface SyntaxNode extends Partial<Record<'value' | 'name', string>>, Node {
  readonly source?: SyntaxNode | null
}

/** Returns the sources of all imports, without a value if it is computed. */
function importsIn(path: string, text: string): readonly SyntaxNode[] {
  if (!/\.[cm]?[jt]s$/.test(path)) return []
  const nodes = [parse(scriptOf(path, text), { ecmaVersion: 'latest', sourceType: 'module' }) as SyntaxNode]
  for (const node of nodes)
    for (const inner of Object.values(node)) if (typeof inner === 'object' && inner) nodes.push(inner)
  return nodes.flatMap((node) => (node.type && node.source) || (node.name === 'require' ? node : []))
}

/** Replaces types by spaces, so that offsets stay. */
export function scriptOf(path: string, text: string): string {
  // From Node 22.13 on.
  const { stripTypeScriptTypes } = module as { readonly stripTypeScriptTypes?: (text: string) => string }
  if (!stripTypeScriptTypes || !/\.[cm]?ts$/.test(path)) return text
  const { emitWarning } = process
  // It warns that it is experimental.
  process.emitWarning = () => {}
  try {
    return stripTypeScriptTypes(text)
  } finally {
    process.emitWarning = emitWarning
  }
}

/** A lockfile has the version of a package, but not of a folder that is linked into node_modules. */
function isInstalled(specifier: string, from: string): boolean {
  const name = /^(?:@[^/]+\/)?\w[^/]*/.exec(specifier)?.[0]
  const place = packageFolders(from).find((folder) => name && existsSync(join(folder, name)))
  return place !== undefined && realpathSync(join(place, name ?? '')).includes('node_modules')
}

/** The `node_modules` of the folder and of each above it. */
const packageFolders = (path: string) => module.createRequire(path).resolve.paths('x') ?? []
