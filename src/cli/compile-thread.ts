import { parentPort, workerData } from 'node:worker_threads'
import { compile, pack } from '../compile.ts'
import { sourceFromPort, type ThreadResult } from '../content/source-port.ts'

/** `compile` with `thread: true`: the program's own thread goes on with its work. */
if (!parentPort) throw new Error('this is for a worker thread')
const { value, diagnostics } = await compile(sourceFromPort(parentPort), workerData)
const packed = value && pack(value)
parentPort.postMessage(
  { compiled: { value: packed, diagnostics } } satisfies ThreadResult,
  packed ? [packed.buffer as ArrayBuffer] : [],
)
