import { fork, type Serializable } from 'node:child_process'
import type { CompileOptions, Diagnostic } from '../compile.ts'
import { UsageError } from './settings.ts'

/** What the compiling process is given. */
export interface CompileJob {
  readonly dir: string
  readonly options: CompileOptions
}

/** What it gives back: the snapshot, packed, unless the content has errors; or why the disk failed it. */
export type CompileReply = PackedResult | { readonly failed: string }

export interface PackedResult {
  readonly packed: Uint8Array | undefined
  readonly diagnostics: readonly Diagnostic[]
}

/** When to give up; both end the process. */
export interface CompileLimits {
  readonly stop?: AbortSignal
  /** In milliseconds. */
  readonly timeout?: number
}

/**
 * Compiles in a process of its own, which takes the markdown parser and all the memory it used with it when it ends: a
 * server is left with the snapshot alone, and goes on answering while it reloads. (A thread was tried: the allocator
 * kept 100 MB of what it had used.) Settled when the process has ended, so that whoever waits never has two.
 */
export function runCompiler(job: CompileJob, { stop, timeout }: CompileLimits = {}): Promise<PackedResult> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new UsageError(why))
    const entry = new URL('./compile-process.js', import.meta.url)
    const compiler = fork(entry, { serialization: 'advanced', killSignal: 'SIGKILL', signal: stop })
    // Not fork's own timeout, whose timer outlives a process that could not be started.
    const timer = timeout ? setTimeout(() => compiler.kill('SIGKILL'), timeout).unref() : undefined
    let reply: CompileReply | undefined
    // Without a free descriptor there is neither a process nor a channel to send on, only the error that says so.
    compiler.once('spawn', () => compiler.send(job as unknown as Serializable, () => {}))
    compiler.once('message', (message) => {
      reply = message as CompileReply
    })
    compiler.on('error', ({ message }) => {
      if (compiler.pid === undefined) fail(`The process that compiles cannot be started: ${message}.`)
    })
    compiler.once('close', (code, signal) => {
      clearTimeout(timer)
      if (!reply) fail(compiler.killed ? givenUp(stop) : endedEarly(signal ?? `exit code ${code}`))
      else if ('failed' in reply) fail(reply.failed)
      else resolve(reply)
    })
  })
}

function endedEarly(how: string): string {
  return `The process that compiles ended before it was done (${how}); is there enough memory?`
}

function givenUp(stop: AbortSignal | undefined): string {
  return stop?.aborted ? 'Compiling was stopped.' : 'Compiling took longer than --compile-timeout allows.'
}
