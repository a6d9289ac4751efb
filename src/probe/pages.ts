import { describeRequest, type ProbedSite, typed } from './probed-site.ts'
import { short } from './schema.ts'

const html = '200 text/html'
const markdown = '200 text/markdown; charset=utf-8'

/** Pages for people, each at its own address, and the twin that each leads to. */
export async function examinePages(site: ProbedSite): Promise<void> {
  const { post, askFresh, notes, pathOf } = site
  for (const path of ['/', '/developers', '/contact', '/privacy', `/posts/${post.id}`]) {
    const page = await askFresh(path, { headers: { Accept: 'text/html' } })
    const moved = page.header('Location')
    notes.hold(
      'pages',
      describeRequest(path),
      html,
      moved ? `${page.status} to ${moved}` : typed(page),
      typed(page) === html,
    )
    if (typed(page) !== html) continue
    const href = linked(page.text, /\brel="?alternate\b/i, /\btype="?text\/markdown\b/i)
    const twin = href === undefined ? undefined : pathOf(absolute(href, path, site))
    notes.hold(
      'alternate',
      describeRequest(path),
      'a link to a twin of the archive',
      href ?? 'none',
      twin !== undefined,
    )
    if (twin !== undefined) {
      const reply = await askFresh(twin, { headers: { Accept: 'text/html' } })
      notes.hold('alternate', `${describeRequest(twin)}, the twin of ${path}`, markdown, typed(reply))
    }
    const canonical = linked(page.text, /\brel="?canonical\b/i)
    if (path !== `/posts/${post.id}` && canonical)
      holdLinks(site, `the canonical address of ${path}`, [canonical])
  }
  await examineTwin(site)
}

/** The twin at its own address, with any Accept, and at the page's. */
async function examineTwin({ post, askFresh, notes }: ProbedSite): Promise<void> {
  const page = `/posts/${post.id}`
  const negotiated = await askFresh(page, { headers: { Accept: 'text/markdown' } })
  if (typed(negotiated) !== markdown) return
  for (const accept of ['text/markdown', 'text/html', 'application/json']) {
    const headers = { Accept: accept }
    const reply = await askFresh(`${page}.md`, { headers })
    const what = describeRequest(`${page}.md`, { headers })
    notes.hold('twin', what, markdown, typed(reply))
    const same = reply.text === negotiated.text
    if (typed(reply) === markdown) {
      notes.hold(
        'twin',
        what,
        `the markdown of ${page}`,
        same ? `the markdown of ${page}` : 'different bytes',
      )
    }
  }
}

/** Where the first link element of a page that has all of these attributes leads. */
function linked(page: string, ...attributes: readonly RegExp[]): string | undefined {
  const links = page.match(/<link\b[^<>]*>/gi) ?? []
  const link = links.find((one) => attributes.every((attribute) => attribute.test(one)))
  return link && /\bhref="?([^"\s>]+)/i.exec(link)?.[1]
}

/** A path is where the page is; whatever is absolute is where it says. */
function absolute(href: string, path: string, { claimed }: ProbedSite): string {
  return URL.canParse(href, claimed + path) ? new URL(href, claimed + path).href : href
}

/** Addresses in a document that should be the archive's own: none may lead to localhost, and all should be where it is examined. */
export function holdLinks(
  { base, notes }: Pick<ProbedSite, 'base' | 'notes'>,
  document: string,
  urls: readonly string[],
): void {
  const astray = urls.filter((url) => !isBelow(url, base))
  const [local] = astray.filter((url) => isLoopback(url))
  const [foreign] = astray.filter((url) => !isLoopback(url))
  notes.hold('localhost-links', document, base, local ?? base, local === undefined)
  notes.hold('base-url', document, base, foreign === undefined ? base : short(foreign), foreign === undefined)
}

/** Names of this machine are one name: a server that is examined at 127.0.0.1 may call itself localhost. */
export function isBelow(url: string, base: string): boolean {
  const plain = (text: string) =>
    text.replace(/^(https?:\/\/)(?:127\.0\.0\.1|\[::1\])(?=[:/]|$)/i, '$1localhost')
  return `${plain(url).replace(/[?#].*/, '')}/`.startsWith(`${plain(base)}/`)
}

function isLoopback(url: string): boolean {
  return /^https?:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\]|0\.0\.0\.0)(?=[:/?#]|$)/i.test(url)
}
