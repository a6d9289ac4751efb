import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Diagnostic } from '../../base/diagnostics.ts'
import { bugNotice, isSystemError } from '../../base/errors.ts'
import { say } from '../../base/terminal.ts'
import { cachedFolder } from '../../content/folder.ts'
import { exposureFor, serve } from '../../serve.ts'
import { type Changes, changesSince, changesText, openPreview, trackChanges } from '../dev/preview.ts'
import type { DevState } from '../dev/browser/state.ts'
import { startServer } from '../dev/server.ts'
import { findConfig, requireFolder } from '../load.ts'
import { oneAtATime, watchFolder } from '../watch.ts'
import { counts, tally } from '../report.ts'
import { address, stopSignal } from './serve.ts'
import { type Flags, resolveBaseUrl, resolvePort, resolveSetting, useColor } from '../settings.ts'

/** Debounce in milliseconds: editors write a file in several steps. */
const quietTime = 8

/** Serves a preview with drafts, and updates it on every save. */
export async function devCommand(dir: string, options: Flags & { readonly config?: boolean }) {
  requireFolder(dir)
  const host = resolveSetting(options.host, 'host')
  const baseUrl = resolveBaseUrl(options.baseUrl)
  const server = await startServer(host, resolvePort(options.port), baseUrl)
  const localUrl = address(host, server.port)
  const source = trackChanges(cachedFolder(dir))
  const config = await findConfig(dir, options)
  const readPreview = openPreview(source, { baseUrl, fallbackBaseUrl: localUrl, config })
  const stop = stopSignal()
  const restart = new AbortController()
  const started = Date.now().toString(36)
  let changes = 0
  let unpublished: DevState['unpublished'] = {}
  let before: readonly Diagnostic[] = []
  let hasShown = false

  const update = oneAtATime(() =>
    show().catch((error: Error) => {
      // A folder that is being replaced is missing for a moment; its return triggers another update.
      if (isSystemError(error)) say(process.stderr, `${dir} cannot be read: ${error.message}`)
      else if (changes === 0) throw error
      // Keep showing the last state, whatever a writer saves.
      else say(process.stderr, `${error.stack}\n${bugNotice}`)
    }),
  )

  async function show(): Promise<void> {
    if ((await codeOf()) !== config?.digest) return restart.abort()
    const start = performance.now()
    const { value, diagnostics } = await readPreview(new Date().toISOString())
    unpublished = value?.unpublished ?? unpublished
    hasShown ||= value !== undefined
    const handler = value && serve(value.snapshot, { exposure: exposureFor(host) })
    const saved = source.saved()
    const delta = changesSince(before, diagnostics, changes === 0 ? new Set() : saved)
    before = diagnostics
    const found = tally(diagnostics)
    const state = {
      version: `${started}-${changes}`,
      tally: found,
      isBroken: counts(diagnostics).errors > 0,
      isShown: hasShown,
      problems: changesText(delta, dir, false),
      unpublished,
    }
    server.show(state, handler)
    if (delta.shown.length > 0) process.stderr.write(changesText(delta, dir, useColor(process.stderr)))
    const took = `in ${Math.round(performance.now() - start)} ms`
    if (changes === 0) {
      const home = localUrl + (value?.snapshot.basePath ?? '')
      say(process.stdout, `Showing ${dir} at ${home}, drafts included. Press Ctrl-C to stop.`)
    }
    if (state.isBroken)
      say(process.stdout, `${found}: ${hasShown ? 'showing the last good state' : 'nothing to show yet'}.`)
    else if (changes > 0) say(process.stdout, `Updated ${took}${outcome(found, delta)}.`)
    changes++
  }

  const codeOf = async () => (await findConfig(dir, options))?.digest
  // Watch before reading, so that no change is missed.
  const watcher = watchFolder(dir, quietTime, () => void update(), codeOf)
  await update()
  const ended = AbortSignal.any([stop, restart.signal])
  if (!ended.aborted) await once(ended, 'abort')
  watcher.close()
  server.close()
  return stop.aborted ? 0 : restarted(stop, server.port)
}

/** A process imports a module only once, so another one shows what has changed: a child, whose exit asks for the next. */
async function restarted(stop: AbortSignal, port: number): Promise<number> {
  const [again, mark] = [75, 'CITABLE_DEV_CHILD']
  const [, program = '', ...args] = process.argv
  let status: number = again
  if (process.env[mark]) return status
  while (status === again && !stop.aborted) {
    const child = fork(program, [...args, '--port', String(port)], { env: { ...process.env, [mark]: '1' } })
    stop.addEventListener('abort', () => child.kill())
    ;[status] = await once(child, 'exit')
  }
  return status
}

/** ", 80 warnings: 1 new, 2 fixed" */
function outcome(found: string, { fresh, fixed }: Changes): string {
  const news = [fresh > 0 && `${fresh} new`, fixed > 0 && `${fixed} fixed`].filter(Boolean).join(', ')
  const all = found === '' && news !== '' ? 'no problems left' : found
  return (all === '' ? '' : `, ${all}`) + (news === '' ? '' : `: ${news}`)
}
