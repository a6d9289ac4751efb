import { type ChildProcess, fork, type Serializable } from 'node:child_process'
import type { CompileOptions, Diagnostic } from '../compile.ts'
import { UsageError } from './settings.ts'

/** What the compiling process is given, and what it gives back. */
export interface Order {
  readonly dir: string
  readonly options: CompileOptions
}
export interface Delivery {
  /** A packed snapshot, unless the content has errors. */
  readonly packed: Uint8Array | undefined
  readonly diagnostics: readonly Diagnostic[]
}

let ready: ChildProcess | undefined

/** Starts the process that compiles, before it is known what; it ends with this one if it is never told. */
export function readyCompiler(): ChildProcess {
  if (ready) return ready
  ready = fork(new URL('./compile-process.js', import.meta.url), { serialization: 'advanced' })
  // Nobody waits for it yet: a command line that asks for help must end without it.
  ready.unref()
  ready.channel?.unref()
  return ready
}

export async function order(what: Order): Promise<Delivery> {
  const compiler = readyCompiler()
  ready = undefined
  compiler.ref()
  compiler.channel?.ref()
  return new Promise((resolve, reject) => {
    compiler.once('message', (delivery) => resolve(delivery as Delivery))
    const giveUp = (how: string) => reject(new UsageError(endedEarly(how)))
    // It may come again, and nobody would be there to hear it.
    compiler.on('error', ({ message }) => giveUp(message))
    compiler.once('exit', (code, signal) => giveUp(signal ?? `exit code ${code}`))
    compiler.send(what as unknown as Serializable)
  })
}

function endedEarly(how: string): string {
  return `The process that compiles ended before it was done (${how}); is there enough memory?`
}
