import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { afterFile } from '../after-file.ts'
import { childrenOf } from '../cli/run.ts'

/** `citable serve` in a process whose output is not kept, so that a flood of it costs the test nothing. */
export async function startServed(node: string, nodeFlags: readonly string[], flags: readonly string[]) {
  const command = ['dist/cli/main.js', 'serve', 'test/fixtures/archive', '--port', '0', ...flags]
  const server = spawn(node, [...nodeFlags, ...command], {
    stdio: ['ignore', 'pipe', 'ignore'],
    // Vitest sets BASE_URL too.
    env: { ...process.env, BASE_URL: 'http://localhost:3000' },
  })
  const stop = () => void server.kill('SIGKILL')
  afterFile(stop)
  const port = await new Promise<number>((resolve, reject) => {
    let output = ''
    server.once('exit', () => reject(new Error(`the server ended: ${output}`)))
    server.stdout.setEncoding('utf8').on('data', (text) => {
      if (output.length < 1000) output += text
      const [, digits] = /http:\/\/[^\s:]+:(\d+)[\n,/]/.exec(output) ?? []
      if (digits) resolve(Number(digits))
    })
  })
  return {
    port,
    stop,
    processes: () => [server.pid, ...childrenOf(server.pid)],
    hasEnded: () => server.exitCode !== null || server.signalCode !== null,
    /** Peak resident memory, in MB. */
    peak: () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024,
    /** The status of one request on a connection of its own. */
    async ask(): Promise<number> {
      const response = await fetch(`http://127.0.0.1:${port}/robots.txt`, {
        headers: { connection: 'close' },
      })
      await response.text()
      return response.status
    },
  }
}
