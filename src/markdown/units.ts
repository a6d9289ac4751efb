import { regex } from '../base/regex.ts'
import type { IndexPart } from '../search/read.ts'
import type { BodyKind } from '../search/format.ts'
import { sentences } from './sentences.ts'

/** A paragraph, heading, table row, line of code or image. */
export interface Block {
  readonly kind: BodyKind
  readonly text: string
  /** The heading of its section; '' before the first. */
  readonly heading: string
  /** Fragment of that heading. */
  readonly anchor: string
  /** Bold words at the start, which mean little without the next sentence. */
  readonly label?: string
}

/** The text to index: blocks, or the index part that was already built from them. */
export type SearchText = readonly Block[] | IndexPart

/** A quotable unit: a sentence, or a block that is not prose. */
export type Unit = Omit<Block, 'label'>

/** Splits prose into sentences. Only the search index needs it, so it is not part of parsing. */
export function unitsOf(blocks: readonly Block[]): Unit[] {
  return blocks.flatMap((block): Unit | Unit[] => {
    const { kind, text, heading, anchor, label } = block
    if (kind !== 'prose') return block
    const found = sentences(text)
    const isLabelled = label !== undefined && found.length > 1 && found[0] === label
    if (isLabelled) found.splice(0, 2, `${label} ${found[1]}`)
    return found.map((text) => ({ kind: isNoEvidence(text) ? 'figure' : kind, text, heading, anchor }))
  })
}

const credit = regex(
  'iu',
  /^(?:(?:header|cover|hero|featured?|banner|title|original) )?/u,
  '(?:photos?|photograph(?:s|y)?|images?|pictures?|illustrations?|artwork|fotos?|fotograf\\p{L}*',
  '|bild|im[aá]gen|immagine|crédit photo)',
  /(?:[ -]?(?:credits?|source|courtesy|nachweis|quelle))?/u,
  /(?: (?:by|via|courtesy of|von|par|por|di|av)(?! default) | ?[:：©])/u,
  /|^(?:photo(?:graph)?s?) from |^(?:written|posted) by |^©/u,
  /|^(?:写真|画像|图片|照片|фото|صورة)[^.。]{0,3}[:：]/u,
  /|^(?:credits?|authors?|source|byline|autor(?:en|es)?|auteurs?|quelle)\s?[:：]/u,
)

/** Whether a sentence only says whose a picture or the post is, or shows progress. Longer ones say more. */
const isNoEvidence = (text: string): boolean =>
  text.length < 200 && ((credit.test(text) && !/^\p{Ll}/u.test(text)) || isProgress(text))

/** A bar with a percentage or a size. */
export function isProgress(line: string): boolean {
  return (
    /[█▉▊▋▌▍▎▏▓▒░■□▰▱━]{4}|\[[.> -]*[=#]{2}[=#.> -]*\]|^[#=]{4,}>?\s*\d/.test(line) &&
    /\d ?(?:%|[kMG]i?B\b)/.test(line)
  )
}
