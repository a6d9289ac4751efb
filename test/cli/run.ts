import { type ChildProcess, type StdioOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterFile } from '../after-file.ts'
import { userEnvironment } from '../environment.ts'
import { type Ended, Host } from './host.ts'

export const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))
if (!existsSync(main)) throw new Error('dist/ is missing: run `npm run build` before these tests')

export const fixture = fileURLToPath(new URL('../fixtures/archive', import.meta.url))

export interface Options {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  readonly uid?: number
  readonly gid?: number
  readonly stdio?: StdioOptions
  /** The program and its first arguments; by default dist/ on this Node. */
  readonly program?: readonly string[]
}

/** Starts the command as a user would, with only the given environment variables. */
export function start(
  args: readonly string[],
  { env, program = [process.execPath, main], ...options }: Options = {},
): ChildProcess {
  const [file = '', ...before] = program
  const child = spawn(file, [...before, ...args], { ...options, env: { ...userEnvironment(), ...env } })
  afterFile(() => child.kill('SIGKILL'))
  return child
}

/** A user subject to file permissions, unlike root. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
const readMain = ['-e', `fs.accessSync(${JSON.stringify(main)})`]
/** False if the program is in folders of root that other users cannot read. */
export const canRunAsNobody =
  process.platform !== 'win32' && spawnSync(process.execPath, readMain, nobody).status === 0

/** Runs the command as an unprivileged user who owns the current folder and its contents. */
export function runAsNobody(args: readonly string[], cwd: string): Promise<Ended> {
  if (nobody.uid !== undefined) {
    const inside = readdirSync(cwd, { recursive: true, encoding: 'utf8' }).map((path) => join(cwd, path))
    for (const path of [cwd, ...inside]) chownSync(path, nobody.uid, nobody.gid)
  }
  return run(args, { cwd, ...nobody })
}

/** Child processes; none without /proc. */
export function childrenOf(pid: number | undefined): number[] {
  try {
    const list = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
    return list.split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

/** Zombies do not count. */
export function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

const host = new Host(main)

/**
 * Runs the command to its end. Commands share one warm process, because results do not depend on it, unless the options need a
 * separate process.
 */
export async function run(args: readonly string[], options: Options = {}): Promise<Ended> {
  const { cwd = process.cwd(), env = {}, uid } = options
  if (uid !== undefined || 'NODE_OPTIONS' in env) return ended(start(args, options))
  return host.run({ args, cwd, env: { ...userEnvironment(), ...env } })
}

export async function ended(child: ChildProcess): Promise<Ended> {
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)]
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, stdout: stdout(), stderr: stderr() }
}

function collect(stream: NodeJS.ReadableStream | null): () => string {
  let text = ''
  stream?.setEncoding('utf8').on('data', (piece: string) => {
    text += piece
  })
  return () => text
}

/** A temporary folder, removed after the tests. */
export function emptyFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'citable-cli-'))
  afterFile(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

export function folderWith(files: Readonly<Record<string, string>>): string {
  const dir = emptyFolder()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), text)
  }
  return dir
}

/** The same with an author, because `check` would report a missing one. */
export function archiveWith(files: Readonly<Record<string, string>>): string {
  return folderWith({ ...files, 'archive.yaml': `${files['archive.yaml'] ?? ''}author: Ada\n` })
}

/** A copy of the fixture archive that a test may change. */
export function copyOfFixture(): string {
  const dir = join(emptyFolder(), 'archive')
  cpSync(fixture, dir, { recursive: true })
  return dir
}

export const post = (body = 'Text.') =>
  `---\ntitle: A title\nseries: research\nsummary: One sentence.\npublished: 2026-01-05\n---\n\n${body}\n`

/** So many posts with these texts, at `week-1000.md` and on. */
export function posts(count: number, text: (nth: number) => string, folder = 'posts') {
  const rows = Array.from({ length: count }, (_, nth) => [`${folder}/week-${nth + 1000}.md`, text(nth)])
  return Object.fromEntries(rows) as Record<string, string>
}

export interface Server {
  /** The line it printed when it was ready. */
  readonly line: string
  readonly pid: number
  readonly port: number
  /** Further lines on stdout. */
  readonly lines: AsyncIterator<string>
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>
  signal(signal: NodeJS.Signals): void
  /** The next line on stderr. */
  complaint(): Promise<string>
  /** Sends a signal and waits for the exit. */
  stop(signal?: NodeJS.Signals): Promise<Ended>
}

export async function startServer(
  args: readonly string[],
  options: Options = {},
  command: 'serve' | 'dev' = 'serve',
): Promise<Server> {
  const child = start([command, ...args], options)
  const end = ended(child)
  const lines = createInterface({ input: child.stdout ?? process.stdin })[Symbol.asyncIterator]()
  const complaints = createInterface({ input: child.stderr ?? process.stdin })[Symbol.asyncIterator]()
  const { value: line } = await lines.next()
  if (line === undefined) throw new Error(`the server exited: ${(await end).stderr}`)
  const port = Number(/ at http:\/\/\S+?:(\d+)/.exec(line)?.[1])
  return {
    line,
    pid: child.pid ?? 0,
    port,
    lines,
    get: (path, headers = {}) =>
      fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: 'close', ...headers } }),
    signal: (signal) => {
      child.kill(signal)
    },
    complaint: async () => String((await complaints.next()).value),
    stop: (signal = 'SIGTERM') => {
      child.kill(signal)
      return end
    },
  }
}
