import { searchHeadPath, twinPath } from '../../archive/urls.ts'
import { digest } from '../../base/digest.ts'
import { versionPath } from '../../base/paths.ts'
import type { Archive } from '../../archive/model.ts'
import { type Publication, publish } from '../../representations/publication.ts'
import { mcpEntry } from '../../representations/mcp.ts'
import { mediaTypeOf } from '../../representations/media-types.ts'
import { resultTemplates } from '../../representations/represent.ts'
import { textVersion } from '../../representations/site.ts'
import { type BrowserHead, indexPage, postsPart, postsPerPart } from '../../search-page/browser.ts'
import type { ShownPost } from '../../search-page/finder.ts'
import engine from '../../search-page/browser.ts?raw'
import type { PagedIndex } from '../paged-index.ts'
import { pageLength } from '../../search/bytes.ts'
import { codesByScript } from '../../search/language.ts'
import { searchLanguage } from '../../search/languages.ts'
import languageScripts from '../../search/languages.ts?scripts'
import { searchWordsOf } from '../../words/words.ts'
import type { StaticFile } from './static-hosts.ts'
import { encodeUtf8 } from '../../base/utf8.ts'

const script = textVersion('/search/engine.js', engine)

/** Adds client-side search: the search page loads the engine, and only those pages of the index that a query needs. */
export function withBrowserSearch(archive: Archive, mcpUrl?: string): Publication {
  const { urls } = archive
  const engine = { script: urls.path(script.path), head: urls.path(searchHeadPath) }
  return publish(archive, { engine, mcpUrl })
}

function inChunks<T>(length: number, size: number, make: (from: number, to: number, nth: number) => T): T[] {
  return Array.from({ length: Math.ceil(length / size) }, (_, nth) =>
    make(nth * size, Math.min(length, (nth + 1) * size), nth),
  )
}

/** The files that the search page loads. */
export function searchFiles(archive: Publication, index: PagedIndex): StaticFile[] {
  const { urls } = archive
  const languages = [...new Set(index.head.languages.map((tag) => searchLanguage(tag).code))]
  const scripts = [...new Set([...languages, ...codesByScript])].map(
    (code) => [code, textVersion(`/search/${code}.js`, languageScripts[code] ?? '')] as const,
  )
  const posts = archive.posts.map(
    (post): ShownPost => ({
      entry: { ...mcpEntry(post), summary: '', tags: [] },
      twin: urls.path(twinPath(post.path)),
    }),
  )
  // A content hash names the folder of all parts, so that cached parts never mix.
  const id = digest(encodeUtf8(JSON.stringify([posts, index.digest, pageLength])))
  const part = (name: string) => versionPath(id, `/search/${name}`)
  const [page] = resultTemplates(archive)
  const head: BrowserHead = {
    baseUrl: urls.base,
    page: page?.path ?? '',
    template: page?.forms[0]?.body ?? '',
    parts: urls.path(part('')),
    index: index.head,
    indexLength: index.length,
    scripts: Object.fromEntries(scripts.map(([code, { path }]) => [code, urls.path(path)])),
    languages,
    words: searchWordsOf(archive.settings.language),
  }
  return [
    ...[script, ...scripts.map(([, one]) => one)].map(({ path, bytes }) => fileAt(path, bytes)),
    ...inChunks(posts.length, postsPerPart, (from, to, nth) =>
      fileAt(part(postsPart(nth)), JSON.stringify(posts.slice(from, to))),
    ),
    ...index.pages.map((page, nth) => fileAt(part(indexPage(nth)), page)),
    fileAt(searchHeadPath, JSON.stringify(head)),
  ]
}

const fileAt = (path: string, body: string | Uint8Array): StaticFile => ({
  path: path.slice(1),
  contentType: mediaTypeOf(path),
  body,
})
