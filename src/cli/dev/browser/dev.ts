import type { DevState } from './state.ts'
import { markUnpublished } from './marks.ts'
import { patch } from './patch.ts'
import { comeBack, keepPlace } from './place.ts'
import { showProblems } from './problems.ts'

// What a page of a preview does: it is told of every change of the folder, shows what is wrong, and loads itself again when it has
// changed itself. Nothing of it is published.

const own = document.querySelector<HTMLScriptElement>('script[data-version]')
let version = own?.dataset.version ?? ''
/** As it was sent: what scripts have made of it since is not. */
let page = fetchPage()

comeBack()
new EventSource('/_citable/events').onmessage = async ({ data }: MessageEvent<string>) => {
  const state: DevState = JSON.parse(data)
  if (state.version !== version && !(await isUpToDate())) {
    keepPlace()
    location.reload()
    return
  }
  version = state.version
  showProblems(state)
  markUnpublished(state)
}

/** Whether the page is what it would be if it were loaded now, or could be made so. */
async function isUpToDate(): Promise<boolean> {
  const before = await page
  const now = await fetchPage()
  page = Promise.resolve(now)
  return now.tag === before.tag || (before.tag !== '' && now.tag !== '' && patch(before.text, now.text))
}

async function fetchPage(): Promise<{ readonly tag: string; readonly text: string }> {
  const answer = await fetch(location.href, { headers: { Accept: 'text/html' } })
  return { tag: answer.headers.get('ETag') ?? '', text: await answer.text() }
}
