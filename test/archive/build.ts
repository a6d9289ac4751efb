import { createHash } from 'node:crypto'
import type { Archive, Document, Post } from '../../src/archive/model.ts'
import { parseMarkdown } from '../../src/markdown/markdown.ts'
import { type Checked, fromMemory } from '../../src/compile.ts'
import { bytesOf, decodeUtf8 } from '../../src/base/utf8.ts'
import { bodyHtml } from '../../src/representations/body-html.ts'
import { represent } from '../../src/representations/represent.ts'
import { type Publication, publish } from '../../src/representations/publication.ts'
import { readArchive } from '../../src/build/read-archive.ts'

/** Builds an archive without errors from files in memory. Slots in bodies are filled as on pages. */
export async function build(...given: Parameters<typeof buildWithSlots>): Promise<Publication> {
  return asShown(await buildWithSlots(...given))
}

export function asShown(archive: Archive): Publication {
  const site = publish(archive)
  const shown = <D extends Document>(document: D): D => {
    const { markdown } = document
    return { ...document, markdown, html: bodyHtml(document, site) }
  }
  return publish({ ...archive, posts: archive.posts.map(shown), pages: archive.pages.map(shown) })
}

/** Builds an archive and its diagnostics. Slots in bodies are filled as on pages. */
export async function readShown(...given: Parameters<typeof readArchive>): Promise<Checked<Publication>> {
  const { value, diagnostics } = await readArchive(...given)
  return { value: value && asShown(value), diagnostics }
}

/** The first form of every resource as text, by path: for a page, its HTML. */
export function bodiesOf(publication: Publication): Map<string, string> {
  return new Map(
    Array.from(represent(publication), ({ path, forms }) => [
      path,
      decodeUtf8(bytesOf(forms[0]?.body ?? '')),
    ]),
  )
}

/** Builds an archive with unfilled slots. */
export async function buildWithSlots(
  files: Readonly<Record<string, string | Uint8Array>>,
  baseUrl = 'https://example.org',
): Promise<Publication> {
  const { value, diagnostics } = await readArchive(fromMemory(files), { baseUrl })
  if (!value) throw new Error(diagnostics.map(({ path, message }) => `${path}: ${message}`).join('\n'))
  return publish(value)
}

export function post(body = 'Text.', front = ''): string {
  return `---\ntitle: A title\nseries: research\nsummary: One sentence.\n${front}---\n\n${body}\n`
}

/** Builds a post for each body, in one archive, with week-02 as a link target. One build of many costs less than many of one. */
export async function each(bodies: readonly string[]): Promise<Post[]> {
  const { posts } = await build({
    ...Object.fromEntries(bodies.map((body, nth) => [`posts/post-${nth}.md`, post(body)])),
    'posts/week-02.md': post('## Method\n\nHow.', 'published: 2026-01-01\n'),
  })
  return bodies.map((_, nth) => found(posts.find(({ id }) => id === `post-${nth}`)))
}

/** Builds one post, with week-02 as a link target and other files. */
export async function one(
  body: string,
  more: Readonly<Record<string, string>> = {},
  baseUrl?: string,
): Promise<Post> {
  const files = {
    'posts/week-01.md': post(body),
    'posts/week-02.md': post('## Method\n\nHow.', 'published: 2026-01-01\n'),
  }
  const { posts } = await build({ ...files, ...more }, baseUrl)
  return found(posts.find(({ id }) => id === 'week-01'))
}

export function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('not found')
  return value
}

/** Destinations of all links and images in a markdown text. */
export function destinations({ markdown }: Pick<Document, 'markdown'>): string[] {
  return parseMarkdown(markdown)
    .references.filter(({ kind }) => kind !== 'definition')
    .map(({ href }) => href)
}

/** Without the self-links of headings. */
export function attributes(html: string, name: 'href' | 'src' | 'id'): string[] {
  const written = html.replace(/<a class="anchor" [^>]*>/g, '')
  return Array.from(written.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g')), ([, value]) => value ?? '')
}

/** The versioned path of a file: sixteen digits of its SHA-256, then its path. */
export function versionOf(path: string, bytes: string | Uint8Array): string {
  return `/_files/${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}${path}`
}
