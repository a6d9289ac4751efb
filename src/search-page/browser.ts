import { ByteLoader, BytesMissing, mapCollectingMissing } from '../base/bytes-missing.ts'
import { Languages, type Stemming } from '../search/language.ts'
import { Index, type IndexHead } from '../search/load.ts'
import { PagedBytes } from '../search/bytes.ts'
import type { Words } from '../words/words.ts'
import { fillable, finder, htmlValues, readAsked, type ShownPost } from './results.ts'

/** What must be known of an export before anything is searched; everything else of it is fetched when it is first read. */
export interface BrowserHead {
  readonly baseUrl: string
  /** The path of the page of results, and all of it but the results. */
  readonly page: string
  readonly template: string
  readonly index: IndexHead
  readonly indexLength: number
  /** Paths of the scripts by language; of those that every query needs, that with the words of the interface is first. */
  readonly scripts: Readonly<Record<string, string>>
  readonly languages: readonly string[]
}

/** Beside the head. */
export const indexPage = (page: number) => `index/${page}`
export const postsPart = (part: number) => `posts/${part}.json`
export const postsPerPart = 64

/** What `search/languages/` has of a language. */
type LanguageScript = Partial<Stemming> & { readonly words?: Words }

/**
 * The serve half of a search, in a page of an export: gives for a query the page that a server answers it with, or undefined where it
 * has no words. `address` is that of the head.
 */
export async function open(
  address: string,
  run: (path: string) => Promise<LanguageScript> = (path) => import(path),
): Promise<(query: string) => Promise<string | undefined>> {
  const beside = (name: string) => new URL(name, address).href
  const head = await jsonAt<BrowserHead>(address)
  const { baseUrl, page, template, scripts, languages } = head
  const { origin } = new URL(address)
  const script = keptOnceLoaded((code: string) => run(scripts[code] ?? ''))
  const posts = keptOnceLoaded((name: string) => jsonAt<readonly ShownPost[]>(beside(name)))
  const postAt = (document: number) =>
    posts(postsPart(Math.floor(document / postsPerPart)))[document % postsPerPart]
  // A cache may still have the twin of an earlier build at its address, in which the texts are elsewhere.
  const version = address.split('/').at(-3)
  const twins = keptOnceLoaded(async (path: string) => bytesOf(await get(`${origin}${path}?${version}`)))
  const known = new Languages((code) => script(code) as Stemming)
  const index = new Index(
    new PagedBytes(head.indexLength, async (number) => inflated(await get(beside(indexPage(number))))),
    head.index,
    head.index.languages.map((code) => known.named(code)),
    (document) => twins(postAt(document)?.twin ?? ''),
  )
  const fill = fillable(template)
  const loader = new ByteLoader()

  return async (query) => {
    const asked = readAsked(query)
    if (!asked) return undefined
    return loader.runUntilLoaded(() => {
      const [{ words } = {}] = mapCollectingMissing(languages, script)
      const find = finder({ baseUrl, page, twin: '', words: words as Words, postAt }, () => index)
      return fill(htmlValues(asked, find(asked)))
    })
  }
}

/** A value by its name, as soon as it was loaded. */
function keptOnceLoaded<Value>(load: (name: string) => Promise<Value>): (name: string) => Value {
  const kept = new Map<string, Value>()
  const keep = async (name: string) => {
    kept.set(name, await load(name))
    return new Uint8Array(0)
  }
  return (name) => {
    const value = kept.get(name)
    if (value === undefined) throw new BytesMissing([{ name, get: () => keep(name) }])
    return value
  }
}

async function get(address: string): Promise<Response> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  return response
}

async function jsonAt<Value>(address: string): Promise<Value> {
  return (await (await get(address)).json()) as Value
}

async function inflated({ body }: Response): Promise<Uint8Array> {
  if (!body) throw new Error('a page of the index is empty')
  return bytesOf(new Response(body.pipeThrough(new DecompressionStream('deflate'))))
}

async function bytesOf(response: Response): Promise<Uint8Array> {
  return new Uint8Array(await response.arrayBuffer())
}
