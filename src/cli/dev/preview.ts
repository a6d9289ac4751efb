import { once, type BuildCache } from '../../base/caches.ts'
import type { Archive } from '../../archive/model.ts'
import { lastDay } from '../../archive/as-of.ts'
import { type BuildPlan, readBodies } from '../../archive/plan.ts'
import { type ReadOptions, readArchive } from '../../build/read-archive.ts'
import { redirectsOf, searchIndex, signpostsOf, toPublished } from '../../build/seal-archive.ts'
import { memoryCache } from '../../build/cache.ts'
import { isDraft } from '../../content/read.ts'
import { settingsPath } from '../../content/settings.ts'
import type { ContentSource } from '../../content/source.ts'
import { type Diagnostic, pathsWithErrors } from '../../base/diagnostics.ts'
import { mcpPosts } from '../../representations/mcp.ts'
import type { Publication } from '../../representations/publication.ts'
import { planResources, type ResourcePlan, resultTemplates } from '../../representations/represent.ts'
import { nodeEncoder } from '../../snapshot/encode.ts'
import type { Resource, Resources, Snapshot } from '../../snapshot/resource.ts'
import { sealResource } from '../../snapshot/seal.ts'
import { searchWordsOf } from '../../words/words.ts'
import { report } from '../report.ts'
import { plural } from '../../base/wording.ts'
import { bytesOf } from '../../base/utf8.ts'

/**
 * Compiles for previews: with drafts, without compression and resized images, and each resource on first request. `source` must
 * return the same object for an unchanged file, as `cachedFolder` does. Posts dated after `moment` count as unpublished.
 */
export function openPreview(source: ContentSource, options: ReadOptions = {}) {
  const cache = memoryCache()
  const files = withLastGood(source)
  return async (moment: string) => {
    cache.nextRun()
    let unpublished: Readonly<Record<string, string>> = {}
    const compiling = { ...options, cache, isPreview: true }
    const read = (more: ReadOptions) =>
      readArchive(files.source, { ...compiling, ...more }, (plan) => {
        unpublished = unpublishedPages(plan, moment)
        return readBodies(plan)
      })
    let { value: archive, diagnostics } = await read({})
    files.settle(pathsWithErrors(diagnostics))
    // Without settings, no post has been read.
    if (!archive && pathsWithErrors(diagnostics).has(settingsPath)) {
      const posts = await read({})
      diagnostics = [...diagnostics, ...posts.diagnostics.filter(({ path }) => path !== settingsPath)]
      files.settle(pathsWithErrors(diagnostics))
    }
    // Posts that never were without errors are left out.
    archive ??= (await read({ skipBroken: true })).value
    files.settle(new Set())
    return { value: archive && { snapshot: lazySnapshot(archive, cache), unpublished }, diagnostics }
  }
}

/** Keeps the last version without errors of each post, page and archive.yaml, and reads it in place of those with errors. */
function withLastGood(source: ContentSource) {
  const good = new Map<string, string | Uint8Array>()
  const latest = new Map<string, string | Uint8Array>()
  let broken: ReadonlySet<string> = new Set()
  return {
    source: {
      list: () => source.list(),
      async read(path: string) {
        const last = broken.has(path) ? good.get(path) : undefined
        if (last !== undefined) return last
        const file = await source.read(path)
        if (/\.(?:md|markdown|mdx|qmd|html?|txt|yaml)$/i.test(path)) latest.set(path, file)
        return file
      },
    },
    settle(errors: ReadonlySet<string>) {
      for (const [path, file] of latest) if (!errors.has(path) && !broken.has(path)) good.set(path, file)
      latest.clear()
      broken = errors
    },
  }
}

/** By path: the publication date, or `draft`. */
function unpublishedPages({ content, posts, pages, reader: { urls } }: BuildPlan, moment: string) {
  const today = lastDay(content, moment)
  const found: Record<string, string> = {}
  for (const { path, datePublished } of posts)
    if (today && datePublished && datePublished > today) found[urls.path(path)] = datePublished
  for (const { path, source } of [...posts, ...pages]) if (isDraft(source)) found[urls.path(path)] = 'draft'
  return found
}

/** Renders everything on first access. */
function lazySnapshot(archive: Archive, cache: BuildCache): Snapshot {
  const index = once(() => searchIndex(archive, cache))
  const published = toPublished(archive, index)
  const redirects = once(() => redirectsOf(published))
  const mcp = once(() => ({
    ...published.mcp(),
    posts: mcpPosts(archive),
    get search() {
      return index()
    },
  }))
  const resultPages = once(() => resultTemplates(published))
  return {
    baseUrl: archive.urls.base,
    basePath: archive.urls.basePath,
    words: searchWordsOf(archive.settings.language),
    resources: plannedResources(published),
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

/** Seals resources on request, uncompressed. Plans one after another, until the path is found. */
function plannedResources(published: Publication): Resources {
  const plans = planResources(published)
  const planned = new Map<string, () => Resource>()
  const planMore = () => {
    const { value: plan } = plans.next()
    if (plan) planned.set(plan.path, sealer(plan))
    return plan !== undefined
  }
  const planAll = () => {
    while (planMore());
    return planned
  }
  return {
    get(path) {
      while (!planned.has(path) && planMore());
      return planned.get(path)?.()
    },
    get size() {
      return planAll().size
    },
    keys: () => planAll().keys(),
    *values() {
      for (const seal of planAll().values()) yield seal()
    },
  }
}

const { digest } = nodeEncoder(['identity'])
function sealer(plan: ResourcePlan): () => Resource {
  return once(() => {
    const draft = plan.make()
    const bodies = draft.forms.map(({ body }) => {
      const bytes = bytesOf(body)
      return [{ encoding: 'identity' as const, tag: digest(bytes), body: bytes }]
    })
    return sealResource(draft, bodies)
  })
}

/** Wraps a source to record which files changed since the last call of `saved`. */
export function trackChanges(source: ContentSource): ContentSource & { saved(): ReadonlySet<string> } {
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

/** What to show after a save. */
export interface Changes {
  /** Errors, problems in saved files, and new problems elsewhere. */
  readonly shown: readonly Diagnostic[]
  readonly fresh: number
  readonly fixed: number
  /** Unchanged, and not shown. */
  readonly others: number
}

export function changesSince(
  before: readonly Diagnostic[],
  now: readonly Diagnostic[],
  saved: ReadonlySet<string>,
): Changes {
  const [isFresh, fixed] = [without(now, before), without(before, now).size]
  const inSaved = now.filter(({ path }) => saved.has(path))
  const elsewhere = now.filter(
    (one) => !saved.has(one.path) && (isFresh.has(one) || one.severity === 'error'),
  )
  const shown = [...inSaved, ...elsewhere]
  return { shown, fresh: isFresh.size, fixed, others: now.length - shown.length }
}

/** Returns the problems missing in the other list. Ignores line numbers. */
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

/** Text for the terminal and the page. */
export function changesText({ shown, others }: Changes, dir: string, color: boolean): string {
  const rest =
    others > 0
      ? `${plural(others, 'problem')} in other files, unchanged; \`citable check\` lists them all.\n`
      : ''
  return report(shown, dir, { color }) + rest
}
