import type { Diagnostic } from '../base/diagnostics.ts'
import { UsageError } from '../base/errors.ts'
import { say } from '../base/escape.ts'
import { cachedFolder } from '../content/folder.ts'
import { exposureAt, serve } from '../serve.ts'
import { type Since, sinceLastSave, sinceText, tracked, Preview } from './dev/preview.ts'
import { startServer, stateOf } from './dev/server.ts'
import { requireFolder } from './load.ts'
import { oneAtATime, watchFolder } from './watch.ts'
import { tally } from './report.ts'
import { address, stopSignal } from './serve.ts'
import {
  resolveSetting,
  resolveBaseUrl,
  useColor,
  isSystemError,
  bugNotice,
  settings,
  wholeNumber,
} from './settings.ts'

export interface DevFlags {
  readonly port?: string
  readonly host?: string
  readonly baseUrl?: string
}

/** Serves a folder to its writer, drafts and all, and shows each change as it is saved. */
export async function devCommand(dir: string, options: DevFlags): Promise<number> {
  requireFolder(dir)
  const host = resolveSetting(options.host, 'host') ?? settings.host.fallback
  const asked = wholeNumber(
    resolveSetting(options.port, 'port') ?? settings.port.fallback,
    'The port',
    0,
    65_535,
  )
  const server = await startServer(host, asked).catch((error: Error) => {
    throw new UsageError(error.message)
  })
  const here = address(host, server.port)
  const source = tracked(cachedFolder(dir))
  const preview = new Preview(source, {
    baseUrl: resolveBaseUrl(options.baseUrl),
    fallbackBaseUrl: here,
  })
  const stop = stopSignal()
  const started = Date.now().toString(36)
  let changes = 0
  let unpublished: ReadonlyMap<string, string> = new Map()
  let before: readonly Diagnostic[] = []
  let isShown = false

  const update = oneAtATime(() =>
    show().catch((error: Error) => {
      // A folder that is being replaced is not there for a moment; the change that brings it back is seen.
      if (isSystemError(error)) say(process.stderr, `${dir} cannot be read: ${error.message}`)
      else if (changes === 0) throw error
      // Whatever a writer saves, what is shown stays.
      else say(process.stderr, `${error.stack}\n${bugNotice}`)
    }),
  )

  async function show(): Promise<void> {
    const began = performance.now()
    const { value, diagnostics } = await preview.read(new Date().toISOString())
    unpublished = value?.unpublished ?? unpublished
    isShown ||= value !== undefined
    const version = `${started}-${changes}`
    const handler = value && serve(value.snapshot, { exposure: exposureAt(host) })
    const saved = source.saved()
    const since = sinceLastSave(before, diagnostics, changes === 0 ? new Set() : saved)
    before = diagnostics
    const text = sinceText(since, dir, false)
    server.show(stateOf(version, text, diagnostics, unpublished, isShown), handler)
    if (since.shown.length > 0) process.stderr.write(sinceText(since, dir, useColor(process.stderr)))
    const took = `in ${Math.round(performance.now() - began)} ms`
    if (changes === 0) {
      const home = here + (value?.snapshot.basePath ?? '')
      say(process.stdout, `Showing ${dir} at ${home}, drafts included. Press Ctrl-C to stop.`)
    }
    const found = tally(diagnostics)
    if (!value)
      say(process.stdout, `${found}: ${isShown ? 'showing the last good state' : 'nothing to show yet'}.`)
    else if (changes > 0) say(process.stdout, `Updated ${took}${outcome(found, since)}.`)
    changes++
  }

  // From before the first file is read: what is written meanwhile is not missed.
  const watching = watchFolder(dir, settled, () => void update())
  await update()
  await new Promise((resolve) =>
    stop.aborted ? resolve(undefined) : stop.addEventListener('abort', resolve),
  )
  watching.close()
  server.close()
  return 0
}

/** ", 80 warnings: 1 new, 2 fixed" */
function outcome(found: string, { fresh, fixed }: Since): string {
  const news = [fresh > 0 && `${fresh} new`, fixed > 0 && `${fixed} fixed`].filter(Boolean).join(', ')
  const all = found === '' && news !== '' ? 'no problems left' : found
  return (all === '' ? '' : `, ${all}`) + (news === '' ? '' : `: ${news}`)
}

/** Milliseconds: editors write a file in several steps. */
const settled = 8
