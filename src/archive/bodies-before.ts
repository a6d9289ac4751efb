import type { TextFile } from '../base/text-file.ts'
import type { ArchiveSettings } from '../content/archive-keys.ts'
import type { SourceDocument } from '../content/read.ts'
import { type Body, readBody } from './body.ts'
import { withLanguages } from '../markdown/decorate/highlight.ts'
import type { Resolve } from './links.ts'
import type { BuildPlan } from './plan.ts'
import { translateOptions } from './syntaxes.ts'

/**
 * Bodies that were read before, for whoever reads the same archive again and again. A body is made of its own text, of what the settings
 * say, and of where each of its links leads; as long as all of them are the same, it is, too.
 */
export class BodiesBefore {
  readonly #kept = new Map<TextFile, CachedBody>()

  async read(plan: BuildPlan): Promise<readonly Body[]> {
    const before = new Map(this.#kept)
    this.#kept.clear()
    for (const document of plan.documents) {
      const { file } = document.source
      const kept = before.get(file)
      const isRight = kept && isStillRight(kept, document, plan)
      this.#kept.set(file, isRight ? kept : await withLanguages(() => readNoting(document, plan)))
    }
    return Array.from(this.#kept.values(), ({ body }) => body)
  }
}

type Unread = BuildPlan['documents'][number]

interface CachedBody {
  readonly written: SourceDocument
  readonly path: string
  readonly madeFor: MadeFor
  /** What was asked of the resolver, and what it answered. */
  readonly led: ReadonlyMap<string, string>
  /** That last answered so; another one is asked again. */
  resolve: Resolve
  readonly body: Body
}

/** What every body depends on. */
interface MadeFor {
  readonly settings: ArchiveSettings
  readonly base: string
  readonly generator: string
}

function readNoting({ source, path }: Unread, plan: BuildPlan): CachedBody {
  const { content, reader } = plan
  const led = new Map<string, string>()
  const resolve = (href: string, from: string) => {
    const target = reader.resolve(href, from)
    led.set(href, JSON.stringify(target))
    return target
  }
  const noting = { ...reader, resolve, syntaxes: translateOptions(content, resolve, reader.urls) }
  const body = readBody(source, path, noting)
  return { written: source, path, madeFor: madeFor(plan), led, resolve: reader.resolve, body }
}

function isStillRight(kept: CachedBody, { source, path }: Unread, plan: BuildPlan): boolean {
  const { settings, base, generator } = madeFor(plan)
  const isSame =
    kept.written === source &&
    kept.path === path &&
    kept.madeFor.settings === settings &&
    kept.madeFor.base === base &&
    kept.madeFor.generator === generator
  return isSame && leadsTheSame(kept, plan.reader.resolve)
}

function leadsTheSame(kept: CachedBody, resolve: Resolve): boolean {
  if (kept.resolve === resolve) return true
  const { path } = kept.written.file
  const isSame = Array.from(kept.led).every(
    ([href, target]) => JSON.stringify(resolve(href, path)) === target,
  )
  if (isSame) kept.resolve = resolve
  return isSame
}

function madeFor({ content, reader }: BuildPlan): MadeFor {
  return {
    settings: content.settings,
    base: reader.urls.base,
    generator: content.layout.generator,
  }
}
