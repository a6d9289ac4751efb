import { toolNames } from './names.ts'
import type { PostText } from './post-text.ts'
import { definitionsFor, definitionsIn } from './references.ts'

/**
 * A part of a long text, cut at a line's end where one is near, with a line that says how to get the next: clients cut answers that
 * are too long for a model, and do not tell it. A section is read alone, so it has with it what its links refer to.
 */
export function partOf(
  text: PostText,
  offset: number,
  most: number,
  id: string,
  section?: { readonly end: number },
): string {
  // An offset may be in the middle of a character.
  const from = text.unitAt(text.byteAt(offset))
  const to = Math.min(section?.end ?? text.length, endOf(text, from, most))
  const stretch = `characters ${from} to ${to} of ${text.length}`
  const note =
    to < text.length
      ? `[This is a part of the post, ${stretch}. For the next part call ${toolNames.get} with {"id": "${id}", "offset": ${to}}.]`
      : `[This is the last part of the post, ${stretch}.]`
  const part = text.slice(from, to)
  const definitions = section ? definitionsFor(part, () => definitionsIn(text.bytes)) : ''
  return `${part}${part.endsWith('\n') ? '' : '\n'}\n${definitions}${definitions && '\n\n'}${note}\n`
}

/** At the end of a line, if one is in the second half. */
function endOf(text: PostText, from: number, most: number): number {
  const end = from + most
  if (end >= text.length) return text.length
  const to = text.byteAt(end)
  const half = text.byteAt(from + Math.ceil(most / 2))
  const newline = text.bytes.subarray(half, to).lastIndexOf(0x0a)
  return text.unitAt(newline === -1 ? to : half + newline + 1)
}
