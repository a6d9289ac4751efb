import { type ChildProcess, fork, type Serializable } from 'node:child_process'
import { tmpdir } from 'node:os'
import type { CompileOptions, Diagnostic } from '../compile.ts'
import type { Built } from '../base/diagnostics.ts'
import { createSnapshotFile, type SnapshotFile, stdioWith } from '../runtime/node/snapshot-file.ts'
import type { TracedModule } from './modules.ts'
import type { OnProgress, Step } from './progress.ts'
import { bugNotice, UsageError } from '../base/errors.ts'
import type { Ahead } from '../snapshot/seal.ts'

/** Stands for a file descriptor inherited at startup, instead of an absolute path. */
export const inherited = 'inherited'

/** Functions cannot be sent, so the process imports the config. */
export interface JobOptions extends CompileOptions {
  readonly config?: TracedModule | undefined
}

/** A message to the compile process. */
export interface CompileJob {
  readonly dir: string
  readonly options: JobOptions
  /** Omit to disable the disk cache. */
  readonly cacheFolder?: string | undefined
  readonly ahead: Ahead
  /** Milliseconds for which the process stays for another job, with warm caches. */
  readonly idleTimeout: number
  /** File for the packed snapshot: a path, or `inherited`. Without it, the reply contains the snapshot. */
  readonly file: string | undefined
  /** Whether other processes open the file by name. */
  readonly keepName: boolean
  /** Whether to send progress. */
  readonly reports: boolean
}

/** What all jobs of an archive share. */
export type JobFacts = Omit<CompileJob, 'options' | 'file' | 'reports'>

/** Progress of a job, its reply, or a file system error. */
export type CompileMessage = { readonly step: Step } | CompileReply
export type CompileReply = { readonly step?: undefined } & (Compiled | { readonly failed: string })

export interface Compiled {
  readonly failed?: undefined
  /** False if the content has errors. */
  readonly isSealed: boolean
  readonly packed: Uint8Array | undefined
  readonly diagnostics: readonly Diagnostic[]
  readonly nextChange: string | undefined
}

export interface CompileLimits {
  /** Kills the process. */
  readonly stop?: AbortSignal
  /** In milliseconds. */
  readonly timeout?: number
  readonly report?: OnProgress | undefined
}

/** A packed snapshot in a file, or in memory if there is no folder for temporary files. */
export type Packed = SnapshotFile | Uint8Array

/**
 * Compiles in a child process, so that a server keeps responding during a reload, and its memory holds only the snapshot. A worker thread
 * left 100 MB in the allocator. An idle process compiles only what has changed.
 */
export class Compiler {
  readonly #job: JobFacts
  #process: ChildProcess | undefined
  #idleTimer: NodeJS.Timeout | undefined

  constructor(job: JobFacts) {
    this.#job = job
  }

  /** Compiles into an unlinked file, unless another process opens it by name. Must not be called concurrently. */
  async compile(options: JobOptions, limits: CompileLimits = {}): Promise<Built<Packed>> {
    const file = createSnapshotFile()
    clearTimeout(this.#idleTimer)
    try {
      const idle = this.#process
      // The system deletes an unlinked file when the last process closes it, even after a crash.
      if (!idle && !this.#job.keepName) file?.removeName()
      const target = idle ? file?.path : file && inherited
      const job = { ...this.#job, options, file: target, reports: limits.report !== undefined }
      const reply = await this.#run(idle ?? this.#start(file), job, limits)
      return resultOf(reply, file, job.keepName)
    } catch (error) {
      file?.close()
      throw error
    } finally {
      this.#idleTimer = setTimeout(() => this.#end(), this.#job.idleTimeout).unref()
    }
  }

  /** Only this side decides, so that no job reaches a process that is about to exit. */
  #end(): void {
    const idle = this.#process
    this.#process = undefined
    if (idle?.connected) idle.disconnect()
  }

  /** Kills the process, because the server cannot exit before it. Caches survive a kill. */
  close(): void {
    clearTimeout(this.#idleTimer)
    this.#process?.kill('SIGKILL')
  }

  /** Without an idle timeout, settles after the process has exited, so that there is never more than one. */
  #run(
    compiler: ChildProcess,
    job: CompileJob,
    { stop, timeout, report }: CompileLimits,
  ): Promise<CompileReply> {
    return new Promise((resolve, reject) => {
      let reply: CompileReply | undefined
      const kill = () => compiler.kill('SIGKILL')
      // Not the `timeout` of fork: its timer keeps running if the process could not start.
      const timer = timeout ? setTimeout(kill, timeout).unref() : undefined
      const onMessage = (message: CompileMessage) => {
        if (message.step) return report?.(message.step)
        reply = message
        if (job.idleTimeout > 0) settle()
      }
      const onError = ({ message }: Error) => {
        if (compiler.pid === undefined)
          settle(new UsageError(`Cannot start the compiler process: ${message}.`))
      }
      const onClose = (code: number | null, signal: NodeJS.Signals | null) =>
        settle(
          reply
            ? undefined
            : new UsageError(compiler.killed ? killMessage(stop) : exitMessage(code, signal, job)),
        )
      const settle = (error?: Error) => {
        clearTimeout(timer)
        stop?.removeEventListener('abort', kill)
        compiler.off('message', onMessage).off('error', onError).off('close', onClose)
        if (error) reject(error)
        else if (reply) resolve(reply)
      }
      compiler.on('message', onMessage).on('error', onError).on('close', onClose)
      stop?.addEventListener('abort', kill, { once: true })
      if (stop?.aborted) kill()
      // Without a free file descriptor there is no channel; `error` reports it.
      if (compiler.connected) compiler.send(job as unknown as Serializable, () => {})
    })
  }

  #start(file: SnapshotFile | undefined): ChildProcess {
    const compiler = fork(new URL('../build/compile-process.js', import.meta.url), {
      serialization: 'advanced',
      ...(file && { stdio: [...stdioWith(file)] }),
    })
    this.#process = compiler
    const clear = () => {
      if (this.#process === compiler) this.#process = undefined
    }
    return compiler.on('error', clear).once('disconnect', clear).once('close', clear)
  }
}

/** Takes the file, or closes it. */
export function resultOf(
  reply: CompileReply,
  file: SnapshotFile | undefined,
  keepName: boolean,
): Built<Packed> {
  if (reply.failed !== undefined) throw new UsageError(diskMessage(reply.failed))
  const { isSealed, packed, diagnostics, nextChange } = reply
  if (!keepName) file?.removeName()
  if (!isSealed) file?.close()
  return { value: isSealed ? (file ?? packed) : undefined, diagnostics, nextChange }
}

/** The process has already written any stack trace to stderr. */
function exitMessage(code: number | null, signal: NodeJS.Signals | null, { options }: CompileJob): string {
  const ended = `The compiler process ended early (${signal ?? `exit code ${code}`})`
  // Out of memory, Linux sends SIGKILL, and V8 aborts with SIGABRT.
  const isMemory = signal === 'SIGKILL' || signal === 'SIGABRT'
  if (isMemory) return `${ended}; it may have run out of memory`
  return options.config ? `${ended}. The error above may be one of the config.` : `${ended}. ${bugNotice}`
}

/** ENOSPC is always about the snapshot: failed cache writes are ignored. */
function diskMessage(message: string): string {
  if (!message.startsWith('ENOSPC')) return message
  const remedy = 'Set TMPDIR to another folder, or serve a packed file, which needs no copy'
  return `Not enough disk space for the snapshot in ${tmpdir()}. ${remedy} (${message}).`
}

const killMessage = (stop: AbortSignal | undefined): string =>
  stop?.aborted ? 'Compiling was stopped.' : 'Compiling took longer than --compile-timeout.'
