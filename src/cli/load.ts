import { opendirSync } from 'node:fs'
import type { Archive, Checked, CompileOptions, Snapshot } from '../compile.ts'
import { unpack } from '../snapshot/pack.ts'
import { type CompileLimits, runCompiler } from './compiler.ts'
import { report, tally } from './report.ts'
import { UsageError, inColour } from './settings.ts'
import { say } from '../visible.ts'

/** The archive as it was read, not yet represented. The build half is loaded only by commands that come here. */
export async function readHere(dir: string, options: CompileOptions): Promise<Checked<Archive>> {
  requireFolder(dir)
  const { folder, readArchive } = await import('../compile.ts')
  return readArchive(folder(dir), options)
}

/** Compiles in another process. */
export async function compileApart(
  dir: string,
  options: CompileOptions,
  limits?: CompileLimits,
): Promise<Checked<Snapshot>> {
  requireFolder(dir)
  const { packed, diagnostics } = await runCompiler({ dir, options }, limits)
  // Views of a Buffer are Buffers, which Node sends as they are; it would wrap a plain Uint8Array for each answer.
  const bytes = packed && Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength)
  return { value: bytes && unpack(bytes), diagnostics }
}

/** Problems go to standard error, and any error among them ends the command. Told to be quiet, it only counts warnings. */
export function publishable<T>({ value, diagnostics }: Checked<T>, dir: string, quiet = false): T {
  process.stderr.write(report(diagnostics, dir, { colour: inColour(process.stderr), quiet }))
  if (value !== undefined && quiet && diagnostics.length > 0)
    say(process.stderr, `${dir}: ${tally(diagnostics)}.`)
  if (value !== undefined) return value
  throw new UsageError(`${dir} is not published: ${tally(diagnostics)}.`)
}

function requireFolder(dir: string): void {
  try {
    opendirSync(dir).closeSync()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new UsageError(`There is no folder ${dir}; name the archive’s folder.`)
    throw new UsageError(
      code === 'ENOTDIR' ? `${dir} is not a folder.` : `${dir} cannot be read: ${message}.`,
    )
  }
}
