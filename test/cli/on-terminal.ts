import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { userEnvironment } from '../environment.ts'
import { main } from './run.ts'

export const hasTerminals = spawnSync('script', ['-qec', 'true', '/dev/null']).status === 0
/** Suffix for the name of a suite. */
export const whyNoTerminal = hasTerminals ? '' : ' (skipped: there is no `script` to make a terminal with)'

/** Runs the command in a pseudoterminal. Its standard input is the keyboard. */
export function onTerminal(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): ChildProcess {
  const command = `exec ${[process.execPath, main, ...args].map((one) => `'${one}'`).join(' ')}`
  return spawn('script', ['-qefc', command, '/dev/null'], {
    cwd,
    env: { ...userEnvironment(), SHELL: '/bin/sh', ...env },
  })
}

/** The complete output and the exit status; types a text once another is shown. */
export async function ended(
  child: ChildProcess,
  typed: readonly (readonly [shown: string, type: string])[] = [],
) {
  let text = ''
  const waiting = [...typed]
  child.stdout?.setEncoding('utf8').on('data', (piece: string) => {
    text += piece
    const [next] = waiting
    if (next && text.includes(next[0])) {
      waiting.shift()
      child.stdin?.write(next[1])
    }
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, text }
}

/** The escape sequence that erases a line. */
export const erased = '\r\u001b[K'

/** The final lines of the terminal, without erased ones. */
export function lastingLines(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.split(erased).at(-1) ?? '')
    .filter((line) => line !== '')
}
