import { existsSync, statSync } from 'node:fs'
import type { Archive, CompileOptions, Diagnostic, Snapshot } from '../compile.ts'
import { unpack } from '../snapshot/pack.ts'
import { order } from './compiler.ts'
import { report, tally } from './report.ts'
import { UsageError, inColour } from './settings.ts'

/** The archive as it was read, not yet represented. The build half is loaded only by commands that come here. */
export async function readHere(dir: string, options: CompileOptions): Promise<Loaded<Archive>> {
  requireFolder(dir)
  const { folder, readArchive } = await import('../compile.ts')
  const { value, diagnostics } = await readArchive(folder(dir), options)
  return { loaded: value, diagnostics }
}

export interface Loaded<T> {
  /** Undefined when the content has errors. */
  readonly loaded: T | undefined
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Compiles in a process of its own, which takes the markdown parser and all the memory it used with it when it ends: a
 * server is left with the snapshot alone, and goes on answering while it reloads. (A thread was tried: the allocator
 * kept 100 MB of what it had used.)
 */
export async function compileApart(dir: string, options: CompileOptions): Promise<Loaded<Snapshot>> {
  requireFolder(dir)
  const { packed, diagnostics } = await order({ dir, options })
  // Views of a Buffer are Buffers, which Node sends as they are; it would wrap a plain Uint8Array for each answer.
  const bytes = packed && Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength)
  return { loaded: bytes && unpack(bytes), diagnostics }
}

/** Problems go to standard error, and any error among them ends the command. */
export function publishable<T>({ loaded, diagnostics }: Loaded<T>, dir: string): T {
  process.stderr.write(report(diagnostics, dir, 'text', inColour(process.stderr)))
  if (loaded) return loaded
  throw new UsageError(`${dir} is not published: ${tally(diagnostics)}.`)
}

function requireFolder(dir: string): void {
  if (!existsSync(dir)) throw new UsageError(`There is no folder ${dir}; name the archive’s folder.`)
  if (!statSync(dir).isDirectory()) throw new UsageError(`${dir} is not a folder.`)
}
