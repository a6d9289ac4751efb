import type { DevState } from './state.ts'
import { markUnpublished } from './marks.ts'
import { comeBack, keepPlace } from './place.ts'
import { showProblems } from './problems.ts'

// What a page of a preview does: it is told of every change of the folder, shows what is wrong, and loads itself again when it has
// changed itself. Nothing of it is published.

const own = document.querySelector<HTMLScriptElement>('script[data-version]')
const loaded = { version: own?.dataset.version ?? '', tag: own?.dataset.tag ?? '' }

comeBack()
new EventSource('/_citable/events').onmessage = async ({ data }: MessageEvent<string>) => {
  const state: DevState = JSON.parse(data)
  if (state.version !== loaded.version && (await hasChanged())) {
    keepPlace()
    location.reload()
    return
  }
  loaded.version = state.version
  showProblems(state)
  markUnpublished(state)
}

async function hasChanged(): Promise<boolean> {
  if (loaded.tag === '') return true
  const { headers } = await fetch(location.href, { method: 'HEAD', headers: { Accept: 'text/html' } })
  return headers.get('ETag') !== loaded.tag
}
