import { applyEdits, type Edit, type Edited } from '../edits.ts'
import { additions } from './additions.ts'
import { attributes } from './attributes.ts'
import { boxesFound } from './boxes.ts'
import { codeRanges, within } from './code.ts'
import { anyDefinition, definitionLists, plainDefinition } from './definitions.ts'
import { asBlocks } from './html.ts'
import { hugoFound } from './hugo.ts'
import { attributeLists, formulasInLines, titlesOfDefinitions } from './kramdown.ts'
import { ledLines } from './led-lines.ts'
import { liquidFound, type Output } from './liquid.ts'
import { beginsAsMdx, mdxFound } from './mdx.ts'
import { type Meaning, meaningOf } from './meanings.ts'
import { pictureComponents } from './picture-components.ts'
import { type Element, labelWithin, pairTags, type Tag } from './tag.ts'
import { inShort, type Syntax, type Untranslated } from './untranslated.ts'
import { vueComponents } from './vue.ts'
import { wikiLinks } from './wiki-links.ts'
import { plainShortcodes, shortcodeElements } from './wordpress.ts'
import { zolaTags } from './zola.ts'

export interface TranslateOptions {
  readonly syntaxes: ReadonlySet<Syntax>
  /** What names such as `site.url` stand for. */
  readonly variables: ReadonlyMap<string, string>
  /** The publisher's own meanings of shortcodes and components: markdown with `{attribute}`, `{0}` and `{children}` in it. */
  readonly components: ReadonlyMap<string, string>
  /** The address of a post, named as its generator names it. */
  address(name: string): string | undefined
  /** The address of whatever file has this name, in any folder. */
  addressOfNote(name: string): string | undefined
}

export interface Translated extends Edited {
  readonly untranslated: readonly Untranslated[]
}

/**
 * The first step of reading a body: what is written for a generator becomes plain markdown, before any of it is parsed. It is made
 * of edits, so that whatever is found later is still pointed at where its author wrote it.
 */
export function translate(written: string, options: TranslateOptions): Translated {
  const isHtml = options.syntaxes.has('html')
  const plain = applyEdits(written, isHtml ? [] : plainShortcodes(written, options.components))
  const { text, originalOffset, untranslated } = translated(plain.text, options)
  return {
    text,
    originalOffset: (offset) => plain.originalOffset(originalOffset(offset)),
    untranslated: untranslated.map((one) => ({ ...one, offset: plain.originalOffset(one.offset) })),
  }
}

function translated(source: string, options: TranslateOptions): Translated {
  const work = new Translation(source, options)
  const { syntaxes } = options
  if (syntaxes.has('hugo')) work.hugo()
  if (syntaxes.has('zola')) work.zola()
  if (syntaxes.has('liquid')) work.liquid()
  else work.siteUrl()
  if (syntaxes.has('mdx') || beginsAsMdx(source)) work.mdx()
  else {
    if (syntaxes.has('vue')) work.vue()
    else work.add(pictureComponents(source))
    work.add(attributes(source))
  }
  if (syntaxes.has('kramdown'))
    for (const find of [attributeLists, formulasInLines, titlesOfDefinitions]) work.add(find(source))
  if (syntaxes.has('html')) work.add(asBlocks(source))
  else {
    work.boxes()
    work.wordpress()
    work.add(additions(source))
    const isKnown = syntaxes.has('hugo') || syntaxes.has('kramdown')
    work.add(definitionLists(source, isKnown ? anyDefinition : plainDefinition))
    work.add(wikiLinks(source, options.addressOfNote))
  }
  return work.result()
}

/** One body, while its edits are collected. */
class Translation {
  readonly #source: string
  readonly #options: TranslateOptions
  readonly #edits: Edit[] = []
  readonly #untranslated: Untranslated[] = []

  constructor(source: string, options: TranslateOptions) {
    this.#source = source
    this.#options = options
  }

  add(edits: readonly Edit[]): void {
    for (const edit of edits) this.#edits.push(edit)
  }

  hugo(): void {
    const { tags, edits } = hugoFound(this.#source)
    this.add(edits)
    this.#elements(pairTags(tags), 'hugo')
  }

  zola(): void {
    this.#elements(pairTags(zolaTags(this.#source)), 'zola')
  }

  liquid(): void {
    const { tags, outputs } = liquidFound(this.#source)
    this.#elements(pairTags(tags), 'liquid')
    const isCode = this.#isCode()
    for (const output of outputs) this.#output(output, isCode(output.start))
  }

  /** Only this name is understood everywhere; other expressions may be what a post is about. */
  siteUrl(): void {
    const url = this.#options.variables.get('site.url')
    if (url === undefined) return
    for (const { 0: written, index } of this.#source.matchAll(/\{\{[ \t]*site\.url[ \t]*\}\}/g))
      this.#edits.push({ start: index, end: index + written.length, text: url })
  }

  mdx(): void {
    const { tags, edits, expressions } = mdxFound(this.#source)
    this.add(edits)
    this.#elements(pairTags(tags), 'mdx')
    for (const { start, end } of expressions) this.#drop(start, end, 'mdx')
  }

  vue(): void {
    this.#elements(pairTags(vueComponents(this.#source)), 'vue')
  }

  wordpress(): void {
    this.#elements(shortcodeElements(this.#source, this.#options.components), 'wordpress')
  }

  boxes(): void {
    const { edits, unknown } = boxesFound(this.#source)
    this.add(edits)
    for (const { start, end } of unknown) this.#drop(start, end, 'box', true)
  }

  /** In order, none overlapping: what lies within a dropped stretch goes with it. */
  result(): Translated {
    const sorted = this.#edits.toSorted((a, b) => a.start - b.start || a.end - b.end)
    const kept: Edit[] = []
    let done = 0
    for (const edit of sorted) {
      if (edit.start < done) continue
      kept.push(edit)
      done = edit.end
    }
    const untranslated = this.#untranslated.toSorted((a, b) => a.offset - b.offset)
    return { ...applyEdits(this.#source, kept), untranslated }
  }

  #elements(elements: readonly Element[], syntax: Untranslated['syntax']): void {
    const isCode = this.#isCode()
    for (const element of elements) {
      const { open, close } = element
      // In code a tag is what the post is about, unless it says where something is or that the rest means itself.
      if (syntax !== 'mdx' && isCode(open.start) && !meantInCode.has(open.name)) continue
      const inside = close ? this.#source.slice(open.end, close.start) : ''
      const { address } = this.#options
      const meaning =
        this.#ownMeaning(open) ?? meaningOf(open, { inside, address }) ?? this.#destination(open)
      if (meaning) this.#apply(element, meaning)
      else {
        const label = close || syntax !== 'mdx' ? '' : labelWithin(this.#source, open)
        this.#drop(open.start, open.end, syntax, inside.trim() !== '' || label !== '', label)
        if (close) this.#edits.push({ start: close.start, end: close.end, text: '' })
      }
    }
  }

  #apply({ open, close }: Element, meaning: Meaning): void {
    if (close === undefined) {
      this.#edits.push({ start: open.start, end: open.end, text: meaning.open + (meaning.close ?? '') })
      return
    }
    if (meaning.drop) {
      this.#edits.push({ start: open.start, end: close.end, text: '' })
      return
    }
    this.#edits.push({ start: open.start, end: open.end, text: meaning.open })
    this.#edits.push({ start: close.start, end: close.end, text: meaning.close ?? '' })
    if (meaning.lead !== undefined) this.add(ledLines(this.#source, open.end, close.start, meaning.lead))
  }

  #ownMeaning(tag: Tag): Meaning | undefined {
    const template = this.#options.components.get(tag.name)
    if (template === undefined) return undefined
    const [open = '', close = ''] = template.split('{children}')
    return { open: filled(open, tag), close: filled(close, tag) }
  }

  /** Where an address is expected, a tag of any name may be what makes one of a post's name. */
  #destination({ start, positional: [name, ...others], named }: Tag): Meaning | undefined {
    const isExpected = /\]\(<?$|=["']$/.test(this.#source.slice(Math.max(0, start - 3), start))
    if (!isExpected || name === undefined || others.length > 0 || named.size > 0) return undefined
    const found = this.#options.address(name)
    return found === undefined ? undefined : { open: found }
  }

  #output({ expression, filters, start, end }: Output, inCode: boolean): void {
    const [, , text] = /^(["'])(.*)\1$/.exec(expression) ?? []
    const { variables, components } = this.#options
    const value = text ?? variables.get(expression) ?? components.get(expression)
    if (value === undefined || !filters.every((filter) => plainFilters.has(filter.split(':')[0] ?? ''))) {
      // A word that goes through a filter is meant to be read; an address is not.
      const word = text !== undefined && !/[/.]/.test(text) ? text : ''
      if (!inCode) this.#drop(start, end, 'liquid', word !== '', word)
      return
    }
    const absolute = filters.includes('absolute_url') ? (variables.get('site.url') ?? '') : ''
    this.#edits.push({ start, end, text: absolute + value })
  }

  #drop(start: number, end: number, syntax: Untranslated['syntax'], hasText = false, text = ''): void {
    const written = inShort(this.#source.slice(start, end))
    this.#untranslated.push({ offset: start, syntax, written, hasText })
    this.#edits.push({ start, end, text })
  }

  #isCode(): (offset: number) => boolean {
    return within(codeRanges(this.#source))
  }
}

const meantInCode: ReadonlySet<string> = new Set(['raw', 'verbatim', 'ref', 'relref', 'post_url', 'link'])

/** Filters that change nothing here: addresses are settled later, and texts are as they are written. */
const plainFilters: ReadonlySet<string> = new Set([
  'relative_url',
  'absolute_url',
  'url',
  'escape',
  'safe',
  'strip',
  'markdownify',
])

/** A template with the values of a tag in it; what the tag does not give is left out. */
function filled(template: string, { named, positional }: Tag): string {
  return template.replace(
    /\{([\w.-]+)\}/g,
    (_, name: string) => named.get(name) ?? positional[Number(name)] ?? '',
  )
}
