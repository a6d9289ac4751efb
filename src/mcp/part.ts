import { toolNames } from './names.ts'
import { definitionsFor } from './references.ts'

/**
 * A part of a long text, cut at a line's end where one is near, with a line that says how to get the next: clients cut answers that
 * are too long for a model, and do not tell it. A section is read alone, so it has with it what its links refer to.
 */
export function partOf(
  text: string,
  offset: number,
  most: number,
  id: string,
  section?: { readonly end: number },
): string {
  const from = isLowSurrogate(text, offset) ? offset - 1 : offset
  const to = Math.min(section?.end ?? text.length, endOf(text, from, most))
  const stretch = `characters ${from} to ${to} of ${text.length}`
  const note =
    to < text.length
      ? `[This is a part of the post, ${stretch}. For the next part call ${toolNames.get} with {"id": "${id}", "offset": ${to}}.]`
      : `[This is the last part of the post, ${stretch}.]`
  const part = text.slice(from, to)
  const definitions = section ? definitionsFor(part, text) : ''
  return `${part}${text.endsWith('\n', to) ? '' : '\n'}\n${definitions}${definitions && '\n\n'}${note}\n`
}

function endOf(text: string, from: number, most: number): number {
  const end = from + most
  if (end >= text.length) return text.length
  const line = text.lastIndexOf('\n', end - 1) + 1
  if (line > from + most / 2) return line
  return isLowSurrogate(text, end) ? end - 1 : end
}

function isLowSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return unit >= 0xdc00 && unit < 0xe000
}
