import { parentPort, workerData } from 'node:worker_threads'
import { compile, pack } from '../compile.ts'
import { sourceFromPort, type ThreadResult } from '../content/source-port.ts'

/** Runs `compile` with `thread: true`. */
if (!parentPort) throw new Error('compile-thread.js must run in a worker thread')
const { value, diagnostics } = await compile(sourceFromPort(parentPort), workerData)
const packed = value && pack(value)
parentPort.postMessage(
  { compiled: { value: packed, diagnostics } } satisfies ThreadResult,
  packed ? [packed.buffer as ArrayBuffer] : [],
)
