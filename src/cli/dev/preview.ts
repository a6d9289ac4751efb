import { once, type BuildCache } from '../../base/caches.ts'
import type { Archive } from '../../archive/model.ts'
import { lastDay } from '../../archive/as-of.ts'
import { type BuildPlan, readBodies } from '../../archive/plan.ts'
import {
  type CompileOptions,
  readArchive,
  redirectsOf,
  searchIndex,
  toPublished,
  signpostsOf,
} from '../../compile.ts'
import { memoryCache } from '../../content/cache.ts'
import { isDraft } from '../../content/read.ts'
import { type ContentSource, bytesOf } from '../../content/source.ts'
import type { Checked, Diagnostic } from '../../base/diagnostics.ts'
import { describeMcp } from '../../representations/mcp.ts'
import type { Published } from '../../representations/published.ts'
import { type Plan, planned, resultTemplates } from '../../representations/represent.ts'
import { nodeEncoder } from '../../snapshot/encode.ts'
import type { Resource, Resources, Snapshot } from '../../snapshot/resource.ts'
import { sealResource } from '../../snapshot/seal.ts'
import { plural, report } from '../report.ts'

/** A snapshot for writers, and what in it is not for readers yet. */
export interface Previewed {
  readonly snapshot: Snapshot
  /** From the path of a page to the day that it is dated, or to `draft`. */
  readonly unpublished: ReadonlyMap<string, string>
}

/**
 * The build half for a writer, who changes one post and looks at it: with drafts, and with a cache in memory. A resource is made when it
 * is asked for. What comes out is what `compile` makes, but for drafts, compression and smaller pictures.
 */
export class Preview {
  readonly #source: ContentSource
  readonly #options: CompileOptions
  readonly #cache = memoryCache()

  /** The source is to give the same object for a file that has not changed, as `cachedFolder` does. */
  constructor(source: ContentSource, options: CompileOptions = {}) {
    this.#source = source
    this.#options = options
  }

  /** As it is now. Posts that are dated after the day of this moment are not for readers yet. */
  async read(moment: string): Promise<Checked<Previewed>> {
    const cache = this.#cache
    cache.nextRun()
    let unpublished: ReadonlyMap<string, string> = new Map()
    const { value: archive, diagnostics } = await readArchive(
      this.#source,
      { ...this.#options, cache, isPreview: true },
      (plan) => {
        unpublished = notForReadersYet(plan, moment)
        return readBodies(plan)
      },
    )
    return { value: archive && { snapshot: lateSnapshot(archive, cache), unpublished }, diagnostics }
  }
}

function notForReadersYet({ content, posts, pages, reader }: BuildPlan, moment: string): Map<string, string> {
  const today = lastDay(content, moment)
  const found = new Map<string, string>()
  for (const { source, path, datePublished } of posts) {
    if (isDraft(source)) found.set(reader.urls.path(path), 'draft')
    else if (datePublished !== null && today !== undefined && datePublished > today)
      found.set(reader.urls.path(path), datePublished)
  }
  for (const { source, path } of pages) {
    if (isDraft(source)) found.set(reader.urls.path(path), 'draft')
  }
  return found
}

/** Everything in it is made when it is first looked at, and kept. */
function lateSnapshot(archive: Archive, cache: BuildCache): Snapshot {
  const index = once(() => searchIndex(archive, cache))
  const published = toPublished(archive, index)
  const redirects = once(() => redirectsOf(published))
  const mcp = once(() => ({
    ...describeMcp(archive),
    get search() {
      return index()
    },
  }))
  const resultPages = once(() => resultTemplates(published))
  return {
    baseUrl: archive.urls.base,
    basePath: archive.urls.basePath,
    language: archive.settings.language,
    resources: new PlannedResources(published),
    redirects: {
      get: (path) => redirects().get(path),
      [Symbol.iterator]: () => redirects()[Symbol.iterator](),
    },
    signposts: signpostsOf(published),
    get mcp() {
      return mcp()
    },
    get resultPages() {
      return resultPages()
    },
  }
}

/** Resources are sealed one by one, uncompressed; which there are is found out group by group, as far as the search for a path takes. */
class PlannedResources implements Resources {
  readonly #groups: Iterator<Iterable<Plan>>
  readonly #plans = new Map<string, Plan>()
  readonly #sealed = new Map<string, Resource>()

  constructor(published: Published) {
    this.#groups = planned(published)
  }

  get size(): number {
    while (this.#planMore());
    return this.#plans.size
  }

  get(path: string): Resource | undefined {
    const before = this.#sealed.get(path)
    if (before) return before
    while (!this.#plans.has(path) && this.#planMore());
    const plan = this.#plans.get(path)
    if (!plan) return undefined
    const resource = sealed(plan)
    this.#sealed.set(path, resource)
    return resource
  }

  keys(): Iterable<string> {
    while (this.#planMore());
    return this.#plans.keys()
  }

  *values(): Iterable<Resource> {
    for (const path of this.keys()) {
      const resource = this.get(path)
      if (resource) yield resource
    }
  }

  #planMore(): boolean {
    const { value: group, done } = this.#groups.next()
    if (done) return false
    for (const plan of group) this.#plans.set(plan.path, plan)
    return true
  }
}

const { digest } = nodeEncoder(['identity'])
const utf8 = new TextEncoder()

function sealed(plan: Plan): Resource {
  const draft = plan.make()
  const bodies = draft.forms.map(({ body }) => {
    const bytes = typeof body === 'string' ? utf8.encode(body) : body
    return { variants: [{ encoding: 'identity' as const, tag: digest(bytes), body: bytes }] }
  })
  return sealResource(draft, bodies)
}

/** The same source, which knows which of its files have changed since that was last asked for. */
export function tracked(source: ContentSource): ContentSource & { saved(): ReadonlySet<string> } {
  const before = new Map<string, Uint8Array>()
  let changed = new Set<string>()
  return {
    list: () => source.list(),
    async read(path) {
      const content = await source.read(path)
      const [bytes, known] = [bytesOf(content), before.get(path)]
      if (bytes !== known && !(known && Buffer.compare(known, bytes) === 0)) changed.add(path)
      before.set(path, bytes)
      return content
    },
    saved() {
      const saved = changed
      changed = new Set()
      return saved
    },
  }
}

/** What a writer is shown after a save. */
export interface Since {
  /** Errors, what is wrong with the files that were saved, and what is new elsewhere. */
  readonly shown: readonly Diagnostic[]
  readonly fresh: number
  readonly fixed: number
  /** What was there before, in other files. */
  readonly others: number
}

export function sinceLastSave(
  before: readonly Diagnostic[],
  now: readonly Diagnostic[],
  saved: ReadonlySet<string>,
): Since {
  const [isFresh, fixed] = [without(now, before), without(before, now).size]
  const inSaved = now.filter(({ path }) => saved.has(path))
  const elsewhere = now.filter(
    (one) => !saved.has(one.path) && (isFresh.has(one) || one.severity === 'error'),
  )
  const shown = [...inSaved, ...elsewhere]
  return { shown, fresh: isFresh.size, fixed, others: now.length - shown.length }
}

/** What is in one list and not in the other. A line that moved is the same problem. */
function without(all: readonly Diagnostic[], others: readonly Diagnostic[]): Set<Diagnostic> {
  const keyOf = ({ path, rule, message }: Diagnostic) => `${path} ${rule} ${message}`
  const left = new Map<string, number>()
  for (const one of others) left.set(keyOf(one), (left.get(keyOf(one)) ?? 0) + 1)
  return new Set(
    all.filter((one) => {
      const count = left.get(keyOf(one)) ?? 0
      left.set(keyOf(one), count - 1)
      return count <= 0
    }),
  )
}

/** As it is shown on the terminal and on the page. */
export function sinceText({ shown, others }: Since, dir: string, colour: boolean): string {
  const rest =
    others > 0
      ? `${plural(others, 'problem')} in other files, unchanged; \`citable check\` lists them all.\n`
      : ''
  return report(shown, dir, { colour }) + rest
}
