import { relative } from 'node:path'
import { packedBaseUrl } from '../../snapshot/unpack.ts'
import { say } from '../../base/terminal.ts'
import { compileOnce, compileOptions, publishedStatus, type PublishFlags, requireFolder } from '../load.ts'
import { discard, writePackedFile } from '../packed-file.ts'
import { megabytes } from '../progress.ts'
import { unsetBaseUrl, requireBaseUrl } from '../settings.ts'

/** Compiles an archive into one file that `serve` opens instantly. */
export async function packCommand(dir: string, flags: PublishFlags & { readonly out: string }) {
  requireFolder(dir)
  const { out, cache, cacheDir, quiet } = flags
  const { packed, diagnostics } = await compileOnce(
    dir,
    { ...compileOptions(flags), fallbackBaseUrl: unsetBaseUrl },
    { ahead: 'packed', cache, cacheDir, quiet },
  )
  try {
    const baseUrl = requireBaseUrl(packedBaseUrl(packed))
    const bytes = await writePackedFile(out, packed)
    const shown = relative('.', out)
    say(process.stdout, `${megabytes(bytes)} in ${shown}, base URL ${baseUrl}`)
    say(process.stdout, `Serve it: citable serve ${shown}`)
    return publishedStatus(diagnostics, dir)
  } finally {
    discard(packed)
  }
}
