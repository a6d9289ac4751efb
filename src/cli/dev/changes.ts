import type { Diagnostic } from '../../base/diagnostics.ts'
import { bytesOf, type ContentSource } from '../../content/read.ts'
import { many, report } from '../report.ts'

/** A source that knows which of its files were saved. */
export interface TrackedSource extends ContentSource {
  /** Those that have changed since this was last asked for. */
  saved(): ReadonlySet<string>
}

export function tracked(source: ContentSource): TrackedSource {
  const before = new Map<string, Uint8Array>()
  let changed = new Set<string>()
  return {
    list: () => source.list(),
    async read(path) {
      const content = await source.read(path)
      const [bytes, known] = [bytesOf(content), before.get(path)]
      if (
        bytes !== known &&
        !(known && Buffer.from(known.buffer, known.byteOffset, known.length).equals(bytes))
      )
        changed.add(path)
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
      ? `${many(others, 'problem')} in other files, unchanged; \`citable check\` lists them all.\n`
      : ''
  return report(shown, dir, { colour }) + rest
}
