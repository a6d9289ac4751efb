// Loaded into the command with `--import`. Every call is passed on to the real file system; besides,
// - with TRACE_FILE, what it waits for the disk to have and what it renames is written there, in order;
// - with KILL_BEFORE=n, the process kills itself instead of making its nth change.
import fs from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

const { TRACE_FILE, KILL_BEFORE } = process.env

/** @type {{ call: string, path: string, to?: string }[]} */
const calls = []
let changes = 0

for (const name of /** @type {const} */ ([
  'mkdirSync',
  'renameSync',
  'rmdirSync',
  'rmSync',
  'writeFileSync',
])) {
  const real = /** @type {(...args: unknown[]) => unknown} */ (fs[name])
  Object.assign(fs, {
    [name](/** @type {unknown[]} */ ...args) {
      if (++changes === Number(KILL_BEFORE)) process.kill(process.pid, 'SIGKILL')
      const result = real(...args)
      calls.push({ call: name, path: String(args[0]), to: String(args[1]) })
      return result
    },
  })
}

const { open } = promises
promises.open = async (path, ...rest) => {
  const handle = await open(path, ...rest)
  for (const name of /** @type {const} */ (['datasync', 'sync'])) {
    const real = handle[name].bind(handle)
    handle[name] = async () => {
      await real()
      calls.push({ call: name, path: String(path) })
    }
  }
  return handle
}
syncBuiltinESMExports()

if (TRACE_FILE) process.on('exit', () => fs.writeFileSync(TRACE_FILE, JSON.stringify(calls)))
