import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { isObject } from '../probed-site.ts'
import type { Outcome } from './ask.ts'

/** What was learned of links, and when; so that nobody is asked twice a week. */
export class LinkCache {
  readonly #path: string
  readonly #now: number
  readonly #known: Map<string, CachedOutcome>

  constructor(path: string, now: number) {
    this.#path = path
    this.#now = now
    this.#known = new Map([...read(path)].filter(([, { at, outcome }]) => now - at < lifetimes[outcome.kind]))
  }

  get(url: string): Outcome | undefined {
    return this.#known.get(url)?.outcome
  }

  set(url: string, outcome: Outcome): void {
    this.#known.set(url, { at: this.#now, outcome })
  }

  /** By a rename: another command that reads it finds all of it, old or new. */
  save(): void {
    mkdirSync(dirname(this.#path), { recursive: true })
    const draft = `${this.#path}.${process.pid}`
    const lasting = [...this.#known].filter(([, { outcome }]) => lifetimes[outcome.kind] > 0)
    writeFileSync(draft, JSON.stringify(Object.fromEntries(lasting)))
    renameSync(draft, this.#path)
  }
}

/** https://specifications.freedesktop.org/basedir-spec */
export function usualCache(): string {
  return join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'citable', 'links.json')
}

interface CachedOutcome {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly outcome: Outcome
}

const day = 24 * 3600 * 1000

/** What is not known is asked for again; what is gone may be put back soon after it was told. */
const lifetimes: Readonly<Record<Outcome['kind'], number>> = {
  there: 7 * day,
  moved: 7 * day,
  gone: day,
  unknown: 0,
}

/** A cache that cannot be read is none. */
function read(path: string): Map<string, CachedOutcome> {
  try {
    const parsed: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return new Map(Object.entries(parsed as Record<string, CachedOutcome>).filter(([, one]) => isKept(one)))
  } catch {
    return new Map()
  }
}

function isKept(one: unknown): one is CachedOutcome {
  if (!isObject(one) || typeof one['at'] !== 'number' || !isObject(one['outcome'])) return false
  const { kind, to, why } = one['outcome']
  return (
    kind === 'there' ||
    (kind === 'moved' ? typeof to === 'string' : kind === 'gone' && typeof why === 'string')
  )
}
