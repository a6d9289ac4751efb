import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath, pathToFileURL } from 'node:url'

export interface Command {
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A process that runs commands one after another, in the order of the calls. */
export class Host {
  readonly #main: string
  #child: ChildProcess | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(main: string) {
    this.#main = pathToFileURL(main).href
  }

  run(command: Command): Promise<Ended> {
    const result = this.#last.then(() => this.#next(command))
    this.#last = result.catch(() => {})
    return result
  }

  async #next(command: Command): Promise<Ended> {
    this.#child ??= this.#start()
    const child = this.#child
    const end = `\0${randomUUID()} `
    const [stdout, stderr] = [until(child.stdout, end), until(child.stderr, end)]
    child.send({ ...command, end })
    const [out, err] = await Promise.all([stdout, stderr])
    if (out.code !== undefined) return { code: out.code, stdout: out.text, stderr: err.text }
    // The command ended the process.
    this.#child = undefined
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    return { code: child.exitCode, stdout: out.text, stderr: err.text }
  }

  #start(): ChildProcess {
    const script = fileURLToPath(new URL('host.mjs', import.meta.url))
    const child = spawn(process.execPath, [script, this.#main], { stdio: ['pipe', 'pipe', 'pipe', 'ipc'] })
    // The parent does not wait for it; it exits with the parent.
    child.unref()
    child.channel?.unref()
    return child
  }
}

/** The output up to the end of a command, and its status; no status if the stream ended first. */
function until(
  stream: NodeJS.ReadableStream | null,
  end: string,
): Promise<{ readonly text: string; readonly code?: number }> {
  return new Promise((resolve) => {
    let text = ''
    const read = (piece: string) => {
      text += piece
      const at = text.lastIndexOf(end)
      if (at < 0 || !text.endsWith('\n')) return
      stream?.off('data', read).off('end', close)
      resolve({ text: text.slice(0, at), code: Number(text.slice(at + end.length)) })
    }
    const close = () => resolve({ text })
    stream?.setEncoding('utf8').on('data', read).once('end', close)
  })
}
