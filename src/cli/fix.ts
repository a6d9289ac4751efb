import { mkdtempSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { groupedBy } from '../archive/lists.ts'
import { applyEdits } from '../markdown/source-map.ts'
import { decodeText } from '../base/text-file.ts'
import type { Diagnostic, Fix } from '../base/diagnostics.ts'
import { visible } from '../base/escape.ts'
import { syncFiles } from './output/durable.ts'

export interface Fixed {
  readonly diagnostic: Diagnostic
  readonly before: string
  readonly after: string
}

type Fixable = Diagnostic & { readonly fix: Fix }

/** Fixes what can be fixed with certainty, each file in one step: it is as it was or as it should be, whatever happens. */
export async function applyFixes(dir: string, diagnostics: readonly Diagnostic[]): Promise<Fixed[]> {
  const fixable = diagnostics.filter((one): one is Fixable => one.fix !== undefined)
  const byFile = groupedBy(fixable, ({ path }) => path)
  const fixed: Fixed[] = []
  for (const [path, all] of byFile) {
    const apart = withoutOverlaps(all)
    await replaceFile(realpathSync(join(dir, path)), (bytes) => fixedBytes(path, bytes, apart))
    fixed.push(...apart.map(beforeAndAfter))
  }
  return fixed
}

export function showFixed(fixed: readonly Fixed[], dir: string): string {
  const lines = fixed.flatMap(({ diagnostic: { path, line, column, rule }, before, after }) => [
    `${visible(join(dir, path))}:${line}:${column} fixed ${rule}\n`,
    `  - ${visible(before)}\n`,
    `  + ${visible(after)}\n`,
  ])
  return lines.join('')
}

/** Of two that want the same text, the first; the other is found again. */
function withoutOverlaps(all: readonly Fixable[]): Fixable[] {
  let end = -1
  return all
    .toSorted((a, b) => a.fix.start - b.fix.start)
    .filter(({ fix }) => {
      if (fix.start < end) return false
      end = fix.end
      return true
    })
}

/** Every byte but those of the fixes stays, line ends and a byte order mark too. */
function fixedBytes(path: string, bytes: Uint8Array, fixes: readonly Fixable[]): Uint8Array {
  const { value: read } = decodeText(path, bytes)
  const raw = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  if (!read) throw new Error(`${path} could be read before, but not now`)
  const rawOffset = offsetsIn(raw)
  const edits = fixes.map(({ fix }) => ({
    start: rawOffset(fix.start),
    end: rawOffset(fix.end),
    text: fix.text,
  }))
  return new TextEncoder().encode(applyEdits(raw, edits).text)
}

/** From an offset in the text as it is read to one in the text as it is stored. Asked in ascending order. */
function offsetsIn(raw: string): (offset: number) => number {
  let stored = raw.startsWith('\uFEFF') ? 1 : 0
  let read = 0
  return (offset) => {
    for (; read < offset; read++) stored += raw.startsWith('\r\n', stored) ? 2 : 1
    return stored
  }
}

function beforeAndAfter(diagnostic: Fixable): Fixed {
  const { excerpt, column, fix } = diagnostic
  const rest = excerpt.slice(column - 1 + fix.end - fix.start)
  return { diagnostic, before: excerpt, after: excerpt.slice(0, column - 1) + fix.text + rest }
}

/** By a rename, which is all or nothing; with the permissions that it had. */
async function replaceFile(path: string, change: (bytes: Uint8Array) => Uint8Array): Promise<void> {
  const bytes = change(readFileSync(path))
  const draft = mkdtempSync(join(dirname(path), '.citable-fix-'))
  try {
    const staged = join(draft, 'file')
    writeFileSync(staged, bytes, { mode: statSync(path).mode })
    await syncFiles([staged])
    renameSync(staged, path)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}
