import { fork, type Serializable } from 'node:child_process'
import type { CompileOptions, Diagnostic } from '../compile.ts'
import type { Checked } from '../base/diagnostics.ts'
import { createSnapshotFile, type SnapshotFile, stdioWith } from '../runtime/node/snapshot-file.ts'
import type { OnProgress, Step } from './progress.ts'
import { UsageError } from '../base/errors.ts'
import { ourMistake } from './settings.ts'

/** What the compiling process is given. */
export interface CompileJob {
  readonly dir: string
  readonly options: CompileOptions
  /** Where what was compiled before is kept, if it is to be used. */
  readonly cacheFolder?: string | undefined
  /** Whether a server makes when it is asked for it what need not be made ahead. */
  readonly onDemand: boolean
  /** Whether there is a file to write the packed snapshot to; it is part of the reply otherwise. */
  readonly intoFile: boolean
  /** Whether anybody wants to know how far it is. */
  readonly reports: boolean
}

/** How far it is; sent as often as anybody could read it. */
export interface CompileProgress {
  readonly step: Step
}

/** What it gives back; or why the disk failed it. */
export type CompileReply = Compiled | { readonly failed: string }

export interface Compiled {
  /** False when the content has errors. */
  readonly isSealed: boolean
  readonly packed: Uint8Array | undefined
  readonly diagnostics: readonly Diagnostic[]
}

/** When to give up, which ends the process, and whom to tell how far it is. */
export interface CompileLimits {
  readonly stop?: AbortSignal
  /** In milliseconds. */
  readonly timeout?: number
  readonly report?: OnProgress | undefined
}

/** A packed snapshot: in a file, or in memory on a machine without a folder for temporary files. */
export type Packed = SnapshotFile | Uint8Array

/** Compiles into a file that has no name any more, unless another process is to open it. */
export async function compileToFile(
  job: Omit<CompileJob, 'intoFile' | 'reports'>,
  limits: CompileLimits = {},
  keepName = false,
): Promise<Checked<Packed>> {
  const file = createSnapshotFile()
  if (!keepName) file?.removeName()
  try {
    const whole = { ...job, intoFile: file !== undefined, reports: limits.report !== undefined }
    const reply = await runCompiler(whole, file, limits)
    if (!reply.isSealed) file?.close()
    return { value: reply.isSealed ? (file ?? reply.packed) : undefined, diagnostics: reply.diagnostics }
  } catch (error) {
    file?.close()
    throw error
  }
}

/**
 * Compiles in a process of its own, which takes the markdown parser and all the memory it used with it when it ends: a
 * server is left with the snapshot alone, and goes on answering while it reloads. (A thread was tried: the allocator
 * kept 100 MB of what it had used.) Settled when the process has ended, so that whoever waits never has two.
 */
function runCompiler(
  job: CompileJob,
  file: SnapshotFile | undefined,
  { stop, timeout, report }: CompileLimits,
): Promise<Compiled> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new UsageError(why))
    const entry = new URL('./compile-process.js', import.meta.url)
    const compiler = fork(entry, {
      serialization: 'advanced',
      killSignal: 'SIGKILL',
      signal: stop,
      ...(file ? { stdio: [...stdioWith(file)] } : {}),
    })
    // Not fork's own timeout, whose timer outlives a process that could not be started.
    const timer = timeout ? setTimeout(() => compiler.kill('SIGKILL'), timeout).unref() : undefined
    let reply: CompileReply | undefined
    // Without a free descriptor there is neither a process nor a channel to send on, only the error that says so.
    compiler.once('spawn', () => compiler.send(job as unknown as Serializable, () => {}))
    compiler.on('message', (message: CompileReply | CompileProgress) => {
      if ('step' in message) report?.(message.step)
      else reply = message
    })
    compiler.on('error', ({ message }) => {
      if (compiler.pid === undefined) fail(`The process that compiles cannot be started: ${message}.`)
    })
    compiler.once('close', (code, signal) => {
      clearTimeout(timer)
      if (!reply) fail(compiler.killed ? givenUp(stop) : endedEarly(code, signal))
      else if ('failed' in reply) fail(reply.failed)
      else resolve(reply)
    })
  })
}

/** What it wrote itself, such as where a mistake of its own was made, is on standard error. */
function endedEarly(code: number | null, signal: NodeJS.Signals | null): string {
  const ended = `The process that compiles ended before it was done (${signal ?? `exit code ${code}`})`
  // Linux ends whoever takes the last memory with SIGKILL, V8 itself with SIGABRT.
  const isMemory = signal === 'SIGKILL' || signal === 'SIGABRT'
  return isMemory ? `${ended}; is there enough memory?` : `${ended}. ${ourMistake}`
}

function givenUp(stop: AbortSignal | undefined): string {
  return stop?.aborted ? 'Compiling was stopped.' : 'Compiling took longer than --compile-timeout allows.'
}
