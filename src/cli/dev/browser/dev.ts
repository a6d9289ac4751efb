import type { DevState } from './state.ts'
import { markUnpublished } from './marks.ts'
import { patch } from './patch.ts'
import { comeBack, keepPlace } from './place.ts'
import { showProblems } from './problems.ts'

// What a page of a preview does: it is told of every change of the folder, shows what is wrong, and loads itself again when it has
// changed itself. Nothing of it is published.

const own = document.querySelector<HTMLScriptElement>('script[data-version]')
let version = own?.dataset.version ?? ''
/** The entity tag of what is shown; empty for an error. */
let shown = own?.dataset.tag ?? ''
/** As it was sent: what scripts have made of it since is not. It may be newer than what is shown, which its tag tells. */
let page = fetchPage()

comeBack()
// One after the other: a patch takes the page to be as the one before left it.
let turn = Promise.resolve()
new EventSource('/_citable/events').onmessage = ({ data }: MessageEvent<string>) => {
  // A fetch fails when the server ends; once it is back, it tells of its state again.
  turn = turn.then(() => follow(JSON.parse(data))).catch(() => {})
}

async function follow(state: DevState): Promise<void> {
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
  if (now.tag === shown) return true
  if (shown === '' || now.tag === '' || before.tag !== shown) return false
  shown = now.tag
  return patch(before.text, now.text)
}

async function fetchPage(): Promise<{ readonly tag: string; readonly text: string }> {
  const answer = await fetch(location.href, { headers: { Accept: 'text/html' } })
  return { tag: answer.headers.get('ETag') ?? '', text: await answer.text() }
}
