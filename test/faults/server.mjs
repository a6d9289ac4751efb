import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))

/** Build caches of this run. */
const caches = mkdtempSync(join(tmpdir(), 'citable-caches-'))

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(caches, { recursive: true, force: true })
})

/** Kills the child when this process exits. @param {import('node:child_process').ChildProcess} child */
export function bound(child) {
  running.add(child)
  child.once('exit', () => running.delete(child))
}

/** @param {readonly string[]} command @param {Readonly<Record<string, string>>} env */
export function start(command, env = {}) {
  const { PATH = '', HOME = '' } = process.env
  const [program = '', ...args] = command
  const user = { PATH, HOME, XDG_CACHE_HOME: caches }
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...user, ...env } })
  bound(child)
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text
  })
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, stdout, stderr }))
  return { child, ended, stdout: () => stdout, stderr: () => stderr }
}

/** Runs a Citable command to its end. @param {readonly string[]} args @param {Readonly<Record<string, string>>} [env] */
export function run(args, env) {
  return start([process.execPath, main, ...args], env).ended
}

/**
 * Starts `citable serve`.
 * @param {string} dir @param {readonly string[]} [args] @param {{ before?: readonly string[], env?: Readonly<Record<string, string>> }} [options]
 */
export async function serve(dir, args = [], { before = [], env } = {}) {
  const command = [...before, process.execPath, main, 'serve', dir, '--port', '0', ...args]
  const { child, ended, stdout, stderr } = start(command, env)
  await until(() => stdout().includes('Serving') || child.exitCode !== null)
  const port = Number(/ at http:\/\/\S+?:(\d+)/.exec(stdout())?.[1])
  if (!port) throw new Error(`the server exited: ${stderr()}`)
  const pid = child.pid ?? 0
  const outcomes = () => stderr().match(/^Reload.*$/gm) ?? []
  return {
    port,
    pid,
    ended,
    complaints: stderr,
    /** Reloads the content and returns the line that reports it. */
    async reload() {
      const before = outcomes().length
      child.kill('SIGHUP')
      await until(() => outcomes().length > before || child.exitCode !== null)
      return outcomes().at(-1) ?? 'the server exited'
    },
    /** @param {NodeJS.Signals} signal */
    signal: (signal) => child.kill(signal),
    /** @param {NodeJS.Signals} [signal] */
    stop(signal = 'SIGTERM') {
      child.kill(signal)
      return ended
    },
    memory: () => kilobytes(pid, 'VmRSS') * 1024,
    peak: () => kilobytes(pid, 'VmHWM') * 1024,
    descriptors: () => readdirSync(`/proc/${pid}/fd`).length,
    /** Its child processes that run a program. @param {string} [program] */
    children: (program = '') =>
      readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
        .split(' ')
        .filter(Boolean)
        .map(Number)
        .filter((one) => commandOf(one).includes(program)),
  }
}

/** @param {number} pid @param {string} name */
function kilobytes(pid, name) {
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
}

/** @param {number} pid */
function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

/** @param {() => boolean} holds */
export async function until(holds, limit = 120_000) {
  const latest = performance.now() + limit
  while (!holds()) {
    if (performance.now() > latest) throw new Error(`timed out waiting for ${holds}`)
    await pause(5)
  }
}

/** @param {number} ms */
export function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
