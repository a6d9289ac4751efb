import { constants, fstatSync, openSync } from 'node:fs'
import { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** Lines that were dropped because their reader was too slow, since the process started. */
export let droppedLines = 0

const isNode = process.platform !== 'win32' && !('Bun' in globalThis) && !('Deno' in globalThis)

/**
 * Makes standard output and error bounded and non-blocking where they are pipes or sockets, so that a stalled or closed reader never
 * stops a server. Node's own streams block as soon as a child process has started: libuv makes what it passes on blocking, and that flag
 * is shared with the parent. So a pipe is opened again. Files and terminals stay as they are.
 */
export function boundPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.removeAllListeners('error').on('error', () => {})
    const { fd } = stream
    if (isNode && (fstatSync(fd).isFIFO() || fstatSync(fd).isSocket())) bound(stream)
  }
}

type Standard = NodeJS.WriteStream & { readonly fd: 1 | 2; readonly _handle?: Handle }
type Handle = { setBlocking?(blocks: boolean): unknown }

/** What writes for standard output and error. */
const pipes = new Map<Standard, Socket | Standard>()
/** In bytes. */
const longestBacklog = 2 ** 20

function bound(stream: Standard): void {
  const writeHere = stream.write.bind(stream)
  let dropped = 0
  const write = (text: string | Uint8Array) => {
    const current = pipes.get(stream)
    const pipe = current === undefined || current.destroyed ? open(stream) : current
    if (pipe !== current) pipe.on('drain', report).on('error', () => {})
    pipes.set(stream, pipe)
    if (pipe.writableLength > longestBacklog) {
      dropped++
      droppedLines++
      return false
    }
    if (pipe !== stream) return pipe.write(text)
    stream._handle?.setBlocking?.(false)
    return writeHere(text)
  }
  const report = () => {
    if (dropped === 0) return
    const message = `${dropped} log lines were dropped because their reader was too slow.`
    const notice = { time: new Date(), dropped, message }
    dropped = 0
    write(`${JSON.stringify(notice)}\n`)
  }
  stream.write = (text: string | Uint8Array) => {
    if ((pipes.get(stream)?.writableLength ?? 0) < longestBacklog / 2) report()
    return write(text)
  }
}

/** A socket, or a pipe of another user, cannot be opened again. */
function open(stream: Standard): Socket | Standard {
  try {
    const fd = openSync(`/proc/self/fd/${stream.fd}`, constants.O_WRONLY | constants.O_NONBLOCK)
    return new Socket({ fd, readable: false, writable: true })
  } catch {
    return stream
  }
}

/** In milliseconds. */
const lastMoment = 1000

/** Call before the process ends: gives readers a moment, then drops what they have not read, which would keep the process alive. */
export async function endPipes(status: number): Promise<void> {
  const isWritten = () => [...pipes.values()].every(({ writableLength }) => writableLength === 0)
  for (let waited = 0; waited < lastMoment && !isWritten(); waited += 20) await pause(20)
  if (!isWritten()) process.exit(status)
}
