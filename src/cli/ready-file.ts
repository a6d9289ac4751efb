import { renameSync, rmSync, writeFileSync } from 'node:fs'

/** A file that is there for as long as requests are answered; it holds the process's id, so that one that was left by a crash can be told. */
export function readyFile(path: string | undefined) {
  const remove = () => {
    if (path !== undefined) rmSync(path, { force: true })
  }
  remove()
  return {
    /** By a rename: whoever finds it finds it whole. */
    write() {
      if (path === undefined) return
      writeFileSync(`${path}.new`, `${process.pid}\n`)
      renameSync(`${path}.new`, path)
    },
    remove,
  }
}
