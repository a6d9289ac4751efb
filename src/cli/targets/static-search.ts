import type { Version } from '../../archive/model.ts'
import { twinPath } from '../../archive/urls.ts'
import type { BuildCache } from '../../base/caches.ts'
import { digest } from '../../base/digest.ts'
import { versionPath } from '../../base/paths.ts'
import { type Archive, type Published, searchIndex } from '../../compile.ts'
import { deflateZeroRuns } from '../../pages/deflate.ts'
import { mcpEntry } from '../../representations/mcp.ts'
import { resultTemplates } from '../../representations/represent.ts'
import { type BrowserHead, indexPage, postsPart, postsPerPart } from '../../search-page/browser.ts'
import type { ShownPost } from '../../search-page/results.ts'
import { engine, languageScripts } from '../../search-page/scripts.ts'
import { codeNamed, codesByLetters } from '../../search/language.ts'
import { fencesOf } from '../../search/lexicon.ts'
import { openIndex, readHead } from '../../search/load.ts'
import { pageLength } from '../../search/bytes.ts'
import { languageOf } from '../../words/words.ts'

/** Adds client-side search. The search page loads the engine, and only those pages of the index that a query needs. */
export function withBrowserSearch(archive: Archive, cache: BuildCache): Published {
  const { urls } = archive
  const index = searchIndex(archive, cache)
  const script = version('/search/engine.js', utf8.encode(engine))
  const main = languageOf(archive.settings.language)
  const indexed = readHead(index).languages.map(codeNamed)
  const languages = [main in languageScripts ? main : 'en', ...indexed] as const
  const scripts = [...new Set([...languages, ...codesByLetters])].map(
    (code) => [code, version(`/search/${code}.js`, utf8.encode(languageScripts[code]))] as const,
  )
  const [page] = resultTemplates(archive)
  const head: BrowserHead = {
    baseUrl: urls.base,
    page: page?.path ?? '',
    template: page?.forms[0]?.body ?? '',
    index: { ...readHead(index), fences: fencesOf(openIndex(index)) },
    indexLength: index.length,
    scripts: Object.fromEntries(scripts.map(([code, { path }]) => [code, urls.path(path)])),
    languages: [...new Set(languages)],
  }
  const posts = archive.posts.map(
    (post): ShownPost => ({
      entry: { ...mcpEntry(post), summary: '', tags: [] },
      twin: urls.path(twinPath(post.path)),
    }),
  )
  // A content hash names the folder of all parts, so that cached parts never mix.
  const id = digest(utf8.encode(JSON.stringify([head, posts, digest(index)])))
  const part = (name: string) => versionPath(id, `/search/${name}`)
  const file = (name: string, value: object): Version => ({ path: part(name), bytes: json(value) })
  const files = [
    script,
    ...scripts.map(([, file]) => file),
    file('head.json', head),
    ...inChunks(posts.length, postsPerPart, (from, to, nth) => file(postsPart(nth), posts.slice(from, to))),
    ...inChunks(index.length, pageLength, (from, to, nth) => ({
      path: part(indexPage(nth)),
      // Hosts compress only text and scripts. Lazy, because there may be thousands of pages.
      get bytes() {
        return deflateZeroRuns(index.subarray(from, to))
      },
    })),
  ]
  return {
    ...archive,
    engine: { script: urls.path(script.path), head: urls.path(part('head.json')), files },
  }
}

function version(path: string, bytes: Uint8Array): Version {
  return { path: versionPath(digest(bytes), path), bytes }
}

function inChunks<T>(length: number, size: number, make: (from: number, to: number, nth: number) => T): T[] {
  return Array.from({ length: Math.ceil(length / size) }, (_, nth) =>
    make(nth * size, Math.min(length, (nth + 1) * size), nth),
  )
}

const utf8 = new TextEncoder()
const json = (value: object) => utf8.encode(JSON.stringify(value))
