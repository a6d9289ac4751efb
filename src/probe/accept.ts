import type { Reply } from './client.ts'
import { holdError } from './errors.ts'
import { type ProbedSite, describeRequest, typed } from './probed-site.ts'

const chrome =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7'
/** A browser's. */
export const firefox = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const safari = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8,image/webp'

type Form = 'html' | 'markdown' | 'none'

/** What each client sends, and what it should get from a page. An undefined header is an absent one. */
const pageMatrix: readonly (readonly [accept: string | undefined, form: Form])[] = [
  [undefined, 'html'],
  ['*/*', 'html'],
  ['text/html', 'html'],
  [chrome, 'html'],
  [firefox, 'html'],
  [safari, 'html'],
  ['text/*', 'html'],
  ['text/markdown', 'markdown'],
  ['TEXT/Markdown', 'markdown'],
  ['text/markdown, text/plain;q=0.9, */*;q=0.8', 'markdown'],
  ['text/markdown, text/html;q=0.9', 'markdown'],
  ['text/html;q=0.5, text/markdown', 'markdown'],
  ['text/markdown;q=0.5, text/html', 'html'],
  ['application/json, text/markdown;q=0.1', 'markdown'],
  ['text/html;q=0, */*', 'markdown'],
  ['text/markdown;q=0, */*', 'html'],
  ['application/json', 'none'],
  ['image/png', 'none'],
  ['text/html;q=0, text/markdown;q=0', 'none'],
  ['*/*;q=0', 'none'],
]

/** RFC 9110 leaves a tie open; these agents mean markdown. */
const ties = ['text/markdown, text/html, */*', 'text/markdown, text/html']

const apiMatrix: readonly (readonly [accept: string | undefined, form: 'json' | 'none'])[] = [
  [undefined, 'json'],
  ['*/*', 'json'],
  ['application/json', 'json'],
  ['application/*', 'json'],
  ['text/html, application/json;q=0.1', 'json'],
  [chrome, 'json'],
  ['text/html', 'none'],
  ['text/*', 'none'],
  ['application/json;q=0, */*', 'none'],
]

const types = {
  html: '200 text/html',
  markdown: '200 text/markdown; charset=utf-8',
  json: '200 application/json',
} as const

/** The Accept matrix, with an address of its own for each request, so that what answers is the server and no cache. */
export async function examineAccept(site: ProbedSite): Promise<void> {
  const { post, askFresh, notes } = site
  const page = `/posts/${post.id}`
  for (const [accept, form] of pageMatrix) await row(page, accept, form, 'accept-page')
  for (const accept of ties) await row(page, accept, 'markdown', 'accept-tie')
  for (const [accept, form] of apiMatrix) await row('/api/v1/index.json', accept, form, 'accept-api')
  for (const path of ['/api/v1/posts.json', `/api/v1/posts/${post.id}.json`, '/api/v1/stats.json']) {
    await row(path, 'text/html', 'none', 'accept-api')
  }

  async function row(
    path: string,
    accept: string | undefined,
    form: Form | 'json',
    rule: 'accept-page' | 'accept-tie' | 'accept-api',
  ): Promise<void> {
    const ask = { headers: accept === undefined ? {} : { Accept: accept } }
    const reply = await askFresh(path, ask)
    const what = describeRequest(path, ask)
    if (form === 'none') holdError(site, 'not-acceptable', what, reply, 406)
    else notes.hold(rule, what, types[form], typed(reply))
    holdVary(site, what, reply)
  }
}

export function holdVary({ notes }: Pick<ProbedSite, 'notes'>, what: string, reply: Reply): void {
  const expected = 'Accept, Accept-Encoding'
  const got = reply.header('Vary') ?? 'no Vary'
  const names = got.split(',').map((name) => name.trim().toLowerCase())
  const holds = ['accept', 'accept-encoding'].every((name) => names.includes(name))
  notes.hold('vary', what, expected, got, holds)
}
