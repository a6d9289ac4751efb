import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { UsageError } from '../base/errors.ts'
import type { ExportFiles } from './exported.ts'
import { requireReadable } from './limits.ts'
import { isHidden, isZip, openZip } from './zip.ts'

/** Opens an export, or a folder of pictures, whichever form it has. */
export function openFiles(path: string): ExportFiles {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) throw new UsageError(`${path} does not exist.`, 2)
  if (found.isDirectory()) return inFolder(path)
  if (!found.isFile()) throw new UsageError(`${path} is neither a file nor a folder.`, 2)
  if (found.size === 0) throw new UsageError(`${path} is empty. Export again, or copy the file again.`)
  return isZip(path) ? openZip(path) : oneFile(path)
}

function inFolder(path: string): ExportFiles {
  const paths = listed(path, '').sort()
  const within = (file: string) => join(path, file)
  return {
    name: path,
    paths,
    read: (file) => readWhole(within(file)),
    pieces: (file) => piecesOf(within(file)),
  }
}

function oneFile(path: string): ExportFiles {
  return {
    name: path,
    paths: [basename(path)],
    read: () => readWhole(path),
    pieces: () => piecesOf(path),
  }
}

/** Links are not followed: an export has none, and one could lead anywhere. */
function listed(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (isHidden(entry.name)) return []
    if (entry.isDirectory()) return listed(root, path)
    return entry.isFile() ? [path] : []
  })
}

function readWhole(path: string): Uint8Array {
  requireReadable(path, statSync(path).size)
  return readFileSync(path)
}

const pieceLength = 1 << 20

function* piecesOf(path: string): Iterable<Uint8Array> {
  const descriptor = openSync(path, 'r')
  try {
    for (;;) {
      const piece = new Uint8Array(pieceLength)
      const length = readSync(descriptor, piece)
      if (length === 0) return
      yield piece.subarray(0, length)
    }
  } finally {
    closeSync(descriptor)
  }
}
