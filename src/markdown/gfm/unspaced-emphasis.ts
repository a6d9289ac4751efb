import type { MarkdownIt, StateInline } from 'markdown-it'
import { isHangul, isUnspaced } from '../../base/unspaced-scripts.ts'

/**
 * `**「これ」**です` and `**注意：**请看` are bold for whoever wrote them. CommonMark has asterisks beside a punctuation mark open or close only
 * where a space or another mark is on their other side, which these scripts do not write: a letter of theirs does, too.
 */
export function unspacedEmphasis(md: MarkdownIt): void {
  md.inline.State = class extends md.inline.State {
    override scanDelims(start: number, canSplitWord: boolean): ReturnType<StateInline['scanDelims']> {
      const found = super.scanDelims(start, canSplitWord)
      // Underscores are for scripts with spaces.
      if (!canSplitWord || (found.can_open && found.can_close)) return found
      const end = start + found.length
      return {
        ...found,
        can_open:
          found.can_open || (end < this.posMax && !isSpaceAt(this, end) && isUnspacedBefore(this, start)),
        can_close: found.can_close || (start > 0 && !isSpaceAt(this, start - 1) && isUnspacedAt(this, end)),
      }
    }
  }
}

function isSpaceAt({ src, md }: StateInline, at: number): boolean {
  return md.utils.isWhiteSpace(src.charCodeAt(at))
}

function isUnspacedAt({ src, posMax }: StateInline, at: number): boolean {
  return at < posMax && isLetter(src.codePointAt(at) ?? 0)
}

function isUnspacedBefore({ src }: StateInline, at: number): boolean {
  const isPair = (src.charCodeAt(at - 1) & 0xfc00) === 0xdc00
  return at > 0 && isLetter(src.codePointAt(at - (isPair ? 2 : 1)) ?? 0)
}

function isLetter(codePoint: number): boolean {
  return isUnspaced(codePoint) || isHangul(codePoint)
}
