import { statSync } from 'node:fs'
import { relative } from 'node:path'
import { UsageError } from '../../base/errors.ts'
import { say } from '../../base/terminal.ts'
import { discard } from '../../build/packed-file.ts'
import { openSnapshotFile } from '../../runtime/node/snapshot-file.ts'
import { magic } from '../../snapshot/record.ts'
import { packedBaseUrl } from '../../snapshot/unpack.ts'
import { compileOnce, compileOptions, publishedStatus, type PublishFlags, requireFolder } from '../load.ts'
import { replaceFile } from '../../build/output/durable.ts'
import { megabytes } from '../progress.ts'
import { unsetBaseUrl, requireBaseUrl } from '../settings.ts'

/** Compiles an archive into one file that `serve` opens instantly. */
export async function packCommand(dir: string, flags: PublishFlags & { readonly out: string }) {
  requireFolder(dir)
  const { out } = flags
  const { packed, diagnostics } = await compileOnce(
    dir,
    { ...compileOptions(flags), fallbackBaseUrl: unsetBaseUrl },
    { ...flags, ahead: 'packed' },
  )
  try {
    const baseUrl = requireBaseUrl(packedBaseUrl(packed))
    requireReplaceable(out)
    await replaceFile(out, packed instanceof Uint8Array ? packed : packed.chunks())
    const shown = relative('.', out)
    say(process.stdout, `${megabytes(packed.length)} in ${shown}, base URL ${baseUrl}`)
    say(process.stdout, `Serve it: citable serve ${shown}`)
    return publishedStatus(diagnostics, dir)
  } finally {
    discard(packed)
  }
}

/** Protects other files from a mistyped name. */
function requireReplaceable(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return
  if (found.isDirectory()) throw new UsageError(`${path} is a folder; choose a file name.`, 2)
  if (found.size === 0 || isPacked(path)) return
  throw new UsageError(`${path} is not a packed archive and would be overwritten; choose another file.`, 2)
}

/** Any version of the format; the magic differs in the last byte. */
function isPacked(path: string): boolean {
  const file = openSnapshotFile(path)
  try {
    return file.length >= 4 && file.read(0, 4).readUInt32BE() >>> 8 === magic >>> 8
  } finally {
    file.close()
  }
}
