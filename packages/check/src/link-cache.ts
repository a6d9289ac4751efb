import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Outcome } from './links.ts'

const day = 24 * 3600 * 1000

/** Unknown links are checked every time; a missing page may come back soon. */
const lifetimes = { ok: 7 * day, moved: 7 * day, gone: day, unknown: 0 } as const

/** Remembers outcomes, so that no link is requested twice a week. */
export interface LinkCache {
  get(url: string): Outcome | undefined
  set(url: string, outcome: Outcome): void
  save(): void
}

export function openLinkCache(path: string, now: number): LinkCache {
  const cached = new Map(read(path).filter(([, { at, outcome }]) => now - at < lifetimes[outcome.kind]))
  return {
    get: (url) => cached.get(url)?.outcome,
    set: (url, outcome) => cached.set(url, { at: now, outcome }),
    save() {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      const lasting = [...cached].filter(([, { outcome }]) => lifetimes[outcome.kind] > 0)
      // Atomic, for commands that run at the same time.
      const temporary = `${path}.${process.pid}`
      writeFileSync(temporary, JSON.stringify(Object.fromEntries(lasting)))
      renameSync(temporary, path)
    },
  }
}

/** An unreadable cache is empty. */
function read(path: string): [url: string, { readonly at: number; readonly outcome: Outcome }][] {
  try {
    const entries = Object.entries<{ at: number; outcome: Outcome }>(JSON.parse(readFileSync(path, 'utf8')))
    return entries.filter(([, { outcome }]) => Object.hasOwn(lifetimes, outcome.kind))
  } catch {
    return []
  }
}

/** https://specifications.freedesktop.org/basedir-spec */
export function defaultLinkCache(): string {
  return join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'citable', 'links.json')
}
