import { BytesMissing, mapCollectingMissing, runUntilLoaded } from '../base/bytes-missing.ts'
import { type LanguageData, makeLanguages } from '../search/language.ts'
import { type IndexHead, readIndex } from '../search/load.ts'
import { PagedBytes } from '../search/bytes.ts'
import type { SearchWords } from '../words/format.ts'
import { compileTemplate, htmlValues } from './results.ts'
import { finder, parseQuery, type ShownPost } from './finder.ts'

/** The first file that the search page of an export loads. It fetches everything else on demand. */
export interface BrowserHead {
  readonly baseUrl: string
  /** Path of the results page, and its HTML with slots. */
  readonly page: string
  readonly template: string
  /** Path of the folder with the pages of the index and the posts. Each index has its own, so that cached parts never mix. */
  readonly parts: string
  readonly index: IndexHead
  readonly indexLength: number
  /** Script paths by language. */
  readonly scripts: Readonly<Record<string, string>>
  readonly languages: readonly string[]
  readonly words: SearchWords
}

/** Paths below `parts`. */
export const indexPage = (page: number) => `index/${page}`
export const postsPart = (part: number) => `posts/${part}.json`
export const postsPerPart = 64

/** An option of browsers, which Node’s types lack. */
const revalidated: object = { cache: 'no-cache' }

/**
 * Opens the search of an export in the browser. The returned function renders the same page as a server would, or
 * undefined for a query without words.
 * @param address URL of the head
 */
export async function open(
  address: string,
  run: (path: string) => Promise<{ readonly data: LanguageData }> = (path) => import(path),
): Promise<(query: string) => Promise<string | undefined>> {
  // A cached head may name an index that a later build replaced.
  const head = (await (await fetchOk(address, revalidated)).json()) as BrowserHead
  const { baseUrl, page, template, parts, scripts, languages, words } = head
  const { origin } = new URL(address)
  const script = loadOnce((code: string) => run(scripts[code] ?? ''))
  const posts = loadOnce(
    async (name: string) =>
      (await (await fetchOk(`${origin}${parts}${name}`)).json()) as readonly ShownPost[],
  )
  const postAt = (document: number) =>
    posts(postsPart(Math.floor(document / postsPerPart)))[document % postsPerPart]
  // Caches may hold the twin of an earlier build, with other offsets.
  const version = parts.split('/').at(-3)
  const twins = loadOnce(async (path: string) => bodyBytes(await fetchOk(`${origin}${path}?${version}`)))
  const { named } = makeLanguages(Object.keys(scripts), (code) => script(code).data)
  const pages = new PagedBytes(head.indexLength, async (page) =>
    inflate(await fetchOk(`${origin}${parts}${indexPage(page)}`)),
  )
  const sourceOf = (document: number) => twins(postAt(document)?.twin ?? '')
  const index = readIndex(pages, head.index, head.index.languages.map(named), sourceOf)
  const fill = compileTemplate(template)

  return async (query) => {
    const request = parseQuery(query)
    if (!request) return undefined
    return runUntilLoaded(() => {
      // In parallel: without it, they would load one after another.
      mapCollectingMissing(languages, script)
      const find = finder({ baseUrl, page, twin: '', words, postAt }, () => index)
      return fill(htmlValues(request, find(request)))
    })
  }
}

/** Returns loaded values, and throws `BytesMissing` for others. */
function loadOnce<Value>(load: (name: string) => Promise<Value>): (name: string) => Value {
  const loaded = new Map<string, Value>()
  const store = async (name: string) => {
    loaded.set(name, await load(name))
    return new Uint8Array(0)
  }
  return (name) => {
    const value = loaded.get(name)
    if (value === undefined) throw new BytesMissing([{ name, get: () => store(name) }])
    return value
  }
}

async function fetchOk(address: string, options: object = {}): Promise<Response> {
  const response = await fetch(address, options)
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  return response
}

async function inflate({ body }: Response): Promise<Uint8Array> {
  if (!body) throw new Error('a page of the index is empty')
  return bodyBytes(new Response(body.pipeThrough(new DecompressionStream('deflate'))))
}

async function bodyBytes(response: Response): Promise<Uint8Array> {
  return new Uint8Array(await response.arrayBuffer())
}
