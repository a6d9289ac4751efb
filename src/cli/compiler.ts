import { type ChildProcess, fork, type Serializable } from 'node:child_process'
import { tmpdir } from 'node:os'
import type { CompileOptions, Diagnostic } from '../compile.ts'
import type { Checked } from '../base/diagnostics.ts'
import { createSnapshotFile, type SnapshotFile, stdioWith } from '../runtime/node/snapshot-file.ts'
import type { OnProgress, Step } from './progress.ts'
import { UsageError } from '../base/errors.ts'
import type { Ahead } from '../snapshot/seal.ts'
import { bugNotice } from './settings.ts'

/** Instead of a path, which is absolute. */
export const inherited = 'inherited'

/** What the compiling process is given. */
export interface CompileJob {
  readonly dir: string
  readonly options: CompileOptions
  /** Where what was compiled before is kept, if it is to be used. */
  readonly cacheFolder?: string | undefined
  readonly ahead: Ahead
  /** Milliseconds for which the process waits for another job, with all that it knows of this one. */
  readonly stays: number
  /** The path of the file to write the packed snapshot to, or that the process was started with it; else it is part of the reply. */
  readonly file: string | undefined
  /** Whether other processes are to open the file by its name. */
  readonly keepName: boolean
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

/**
 * Compiles in a process of its own, which takes the markdown parser and all the memory it used with it when it ends: a server is left
 * with the snapshot alone, and goes on answering while it reloads. (A thread was tried: the allocator kept 100 MB of what it had used.)
 * A process that stays makes again only what has changed.
 */
export class Compiler {
  readonly #job: Omit<CompileJob, 'options' | 'file' | 'reports'>
  #process: ChildProcess | undefined

  constructor(job: Omit<CompileJob, 'options' | 'file' | 'reports'>) {
    this.#job = job
  }

  /** Into a file that has no name any more, unless another process is to open it. Never asked twice at once. */
  async compile(options: CompileOptions, limits: CompileLimits = {}): Promise<Checked<Packed>> {
    const file = createSnapshotFile()
    try {
      const waiting = this.#process
      // Whoever has a file open keeps it, and nothing is left of it when they have ended, however they end.
      if (!waiting && !this.#job.keepName) file?.removeName()
      const place = waiting ? file?.path : file && inherited
      const job = { ...this.#job, options, file: place, reports: limits.report !== undefined }
      const reply = await this.#run(waiting ?? this.#start(file), job, limits)
      if (!job.keepName) file?.removeName()
      if (!reply.isSealed) file?.close()
      return { value: reply.isSealed ? (file ?? reply.packed) : undefined, diagnostics: reply.diagnostics }
    } catch (error) {
      file?.close()
      throw error
    }
  }

  /** Ends a process that waits, however it is held up: the server exits only after it. Caches survive a kill. */
  close(): void {
    this.#process?.kill('SIGKILL')
  }

  /** Settled when a process that does not stay has ended, so that whoever waits never has two. */
  #run(compiler: ChildProcess, job: CompileJob, { stop, timeout, report }: CompileLimits): Promise<Compiled> {
    return new Promise((resolve, reject) => {
      let reply: CompileReply | undefined
      const kill = () => compiler.kill('SIGKILL')
      // Not fork's own timeout, whose timer outlives a process that could not be started.
      const timer = timeout ? setTimeout(kill, timeout).unref() : undefined
      const onMessage = (message: CompileReply | CompileProgress) => {
        if ('step' in message) return report?.(message.step)
        reply = message
        if (job.stays > 0) settle()
      }
      const onError = ({ message }: Error) => {
        if (compiler.pid === undefined)
          settle(new UsageError(`Cannot start the compiler process: ${message}.`))
      }
      const onClose = (code: number | null, signal: NodeJS.Signals | null) =>
        settle(reply ? undefined : new UsageError(compiler.killed ? givenUp(stop) : endedEarly(code, signal)))
      const settle = (error?: Error) => {
        clearTimeout(timer)
        stop?.removeEventListener('abort', kill)
        compiler.off('message', onMessage).off('error', onError).off('close', onClose)
        if (error) reject(error)
        else if (reply && 'failed' in reply) reject(new UsageError(failure(reply.failed)))
        else if (reply) resolve(reply)
      }
      compiler.on('message', onMessage).on('error', onError).on('close', onClose)
      stop?.addEventListener('abort', kill, { once: true })
      if (stop?.aborted) kill()
      // Without a free descriptor there is neither a process nor a channel to send on, only the error that says so.
      if (compiler.connected) compiler.send(job as unknown as Serializable, () => {})
    })
  }

  #start(file: SnapshotFile | undefined): ChildProcess {
    const compiler = fork(new URL('./compile-process.js', import.meta.url), {
      serialization: 'advanced',
      ...(file && { stdio: [...stdioWith(file)] }),
    })
    this.#process = compiler
    const forget = () => {
      if (this.#process === compiler) this.#process = undefined
    }
    return compiler.on('error', forget).once('disconnect', forget).once('close', forget)
  }
}

/** What it wrote itself, such as where a mistake of its own was made, is on standard error. */
function endedEarly(code: number | null, signal: NodeJS.Signals | null): string {
  const ended = `The compiler process ended early (${signal ?? `exit code ${code}`})`
  // Linux ends whoever takes the last memory with SIGKILL, V8 itself with SIGABRT.
  const isMemory = signal === 'SIGKILL' || signal === 'SIGABRT'
  return isMemory ? `${ended}; it may have run out of memory` : `${ended}. ${bugNotice}`
}

/** Of all that a compiler writes, only the snapshot must be written. */
function failure(message: string): string {
  if (!message.startsWith('ENOSPC')) return message
  return `No room for the snapshot in ${tmpdir()}: set TMPDIR to a folder with more, or serve a packed file, which is read in place (${message}).`
}

function givenUp(stop: AbortSignal | undefined): string {
  return stop?.aborted ? 'Compiling was stopped.' : 'Compiling took longer than --compile-timeout.'
}
