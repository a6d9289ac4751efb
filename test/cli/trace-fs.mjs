// Loaded into the command with `--import`. Passes every call on to the real file system, and
// - with TRACE_FILE, writes its syncs and renames to that file, in order;
// - with KILL_BEFORE=n, kills the process instead of its nth change;
// - with HOLD_FILE, creates that file before its tenth change, and waits until it is removed.
import fs, { closeSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const { TRACE_FILE, KILL_BEFORE, HOLD_FILE } = process.env

/** @type {{ call: string, path: string, to?: string }[]} */
const calls = []
let changes = 0
const { openSync } = fs

for (const name of /** @type {const} */ ([
  'linkSync',
  'mkdirSync',
  'renameSync',
  'rmdirSync',
  'rmSync',
  'symlinkSync',
  'writeFileSync',
])) {
  const real = /** @type {(...args: unknown[]) => unknown} */ (fs[name])
  Object.assign(fs, {
    [name](/** @type {unknown[]} */ ...args) {
      // Not what is appended to an open file, as the cache does while posts are parsed.
      const isChange = typeof args[0] === 'string'
      if (isChange && ++changes === Number(KILL_BEFORE)) process.kill(process.pid, 'SIGKILL')
      if (isChange && changes === 10 && HOLD_FILE) hold(HOLD_FILE)
      const result = real(...args)
      calls.push({ call: name, path: String(args[0]), to: String(args[1]) })
      return result
    },
  })
}

/** @param {string} file */
function hold(file) {
  closeSync(openSync(file, 'w'))
  const clock = new Int32Array(new SharedArrayBuffer(4))
  while (fs.existsSync(file)) Atomics.wait(clock, 0, 0, 5)
}

/** @type {Map<number, string>} */
const opened = new Map()
fs.openSync = (path, ...rest) => {
  const descriptor = openSync(path, ...rest)
  opened.set(descriptor, String(path))
  return descriptor
}
for (const name of /** @type {const} */ (['fdatasync', 'fsync'])) {
  const real = fs[name]
  Object.assign(fs, {
    [name](/** @type {number} */ descriptor, /** @type {fs.NoParamCallback} */ callback) {
      const path = opened.get(descriptor) ?? ''
      real(descriptor, (error) => {
        if (!error) calls.push({ call: name, path })
        callback(error)
      })
    },
  })
}
syncBuiltinESMExports()

if (TRACE_FILE) process.on('exit', () => fs.writeFileSync(TRACE_FILE, JSON.stringify(calls)))
