import { relative } from 'node:path'
import { packedFor } from '../snapshot/unpack.ts'
import { say } from '../base/escape.ts'
import { compileApart, publishable, requireFolder } from './load.ts'
import { discard, writePackedFile } from './packed-file.ts'
import { Progress } from './progress.ts'
import { chosenBaseUrl, chosenDay, nowhere, requirePublished } from './settings.ts'

export interface PackOptions {
  readonly out: string
  readonly cache?: boolean
  readonly baseUrl?: string
  readonly asOf?: string
  readonly future?: boolean
  readonly quiet?: boolean
}

/** Compiles an archive into one file, which a server opens in a moment, however many posts there are. */
export async function packCommand(dir: string, options: PackOptions): Promise<number> {
  requireFolder(dir)
  const compiling = {
    baseUrl: chosenBaseUrl(options.baseUrl),
    asOf: chosenDay(options.asOf, options.future),
    fallbackBaseUrl: nowhere,
  }
  const compiled = await new Progress().duringApart((report) =>
    compileApart(dir, compiling, { report }, { ahead: 'packed', cache: options.cache }),
  )
  const packed = publishable(compiled, dir, options.quiet)
  try {
    const baseUrl = requirePublished(packedFor(packed))
    const bytes = await writePackedFile(options.out, packed)
    const shown = relative('.', options.out)
    say(process.stdout, `${(bytes / 1e6).toFixed(1)} MB in ${shown}, base URL ${baseUrl}`)
    say(process.stdout, `Serve it: citable serve ${shown}`)
    return 0
  } finally {
    discard(packed)
  }
}
