import { countUpTo } from '../base/text-file.ts'

/** A stretch of a text, and what takes its place. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

export interface Edited {
  readonly text: string
  /** Where an offset of the new text was in the old one; for what was put in, where it was put. */
  originalOffset(offset: number): number
}

/** A text with every edit made. They are in order, and none overlaps the next. */
export function applyEdits(source: string, edits: readonly Edit[]): Edited {
  if (edits.length === 0) return { text: source, originalOffset: (offset) => offset }
  let text = ''
  let done = 0
  /** Where each edit begins and ends in the new text. */
  const starts: number[] = []
  const ends: number[] = []
  for (const edit of edits) {
    text += source.slice(done, edit.start)
    starts.push(text.length)
    text += edit.text
    ends.push(text.length)
    done = edit.end
  }
  return {
    text: text + source.slice(done),
    originalOffset(offset) {
      const last = countUpTo(offset, starts) - 1
      const edit = edits[last]
      if (!edit) return offset
      const beyond = offset - (ends[last] ?? 0)
      return beyond < 0 ? edit.start : edit.end + beyond
    },
  }
}
