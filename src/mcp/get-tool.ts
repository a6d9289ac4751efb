import { cacheSizes, memo, once } from '../base/caches.ts'
import { IndexedDocument } from '../search/document.ts'
import type { Index } from '../search/load.ts'
import type { SealedPost } from '../snapshot/resource.ts'
import { ToolError } from './arguments.ts'
import { partOf, PostText, sectionNamed, sectionsOf, type TextSection } from './post-text.ts'
import { didYouMean, inWords, type Posts } from './posts.ts'
import { mcpLimits, toolNames } from './protocol.ts'
import { extensibleJson } from './reply.ts'
import type { Run } from './tools.ts'

export function getter(posts: Posts, index: () => Index): Run {
  /** Undefined, and so not remembered, for a post that is given with its sections or in parts. */
  const wholes = memo(
    (post: SealedPost) => {
      const bytes = posts.bytesOf(post)
      // A character is at most three bytes for each of its units.
      if (bytes.length > 3 * mcpLimits.short) return undefined
      const whole = utf8.decode(bytes)
      return whole.length <= mcpLimits.short ? { length: whole.length, result: text([], whole) } : undefined
    },
    cacheSizes.posts,
    (whole) => whole?.result.length ?? 0,
  )
  /** Counting the characters of megabytes takes longer than all else. */
  const texts = memo(
    (post: SealedPost) => new PostText(posts.bytesOf(post)),
    cacheSizes.postTexts,
    (text) => text.bytes.length,
  )
  const titles = once(() => posts.all.map(({ entry }) => entry.title.toLowerCase()))
  const sectionsIn = (post: SealedPost, { length }: PostText) => {
    const document = new IndexedDocument(index(), posts.numberOf(post))
    return sectionsOf(document.source, length, document.sections(mcpLimits.sections))
  }
  return ({ values, notes }, work) => {
    const asked = String(values.get('id'))
    const found = posts.find(asked)
    if (!found) return unknownPost(posts, titles, asked)
    const { post } = found
    const section = values.get('section') ?? found.section
    const offset = Number(values.get('offset'))
    const most = Number(values.get('max_chars'))
    const isSection = section !== undefined && section !== '' && offset === 0
    const short = notes.length === 0 && !isSection ? wholes(post) : undefined
    if (short && offset === 0 && short.length <= most) return short.result
    const whole = texts(post)
    work.add(whole.bytes.length)
    if (isSection) {
      const sections = sectionsIn(post, whole)
      const wanted = sectionNamed(sections, String(section))
      if (!wanted) return unknownSection(sections, post)
      return text(
        notes,
        `${sourceLine(post, posts.pageOf(post), wanted)}\n\n${partOf(whole, wanted.start, most, post.entry.id, wanted)}`,
      )
    }
    if (offset >= whole.length)
      return new ToolError(`The post has ${whole.length} characters: \`offset\` must be less than that.`)
    const isShort = whole.length <= Math.min(most, mcpLimits.short)
    const contents = offset > 0 || isShort ? [] : contentsOf(sectionsIn(post, whole))
    const isWhole = offset === 0 && whole.length <= most
    return text(
      [...notes, ...contents],
      isWhole ? whole.slice(0, most) : partOf(whole, offset, most, post.entry.id),
    )
  }
}

/** What a quotation from a section needs: the front matter is not with it. */
function sourceLine({ entry }: SealedPost, page: string, { anchor }: TextSection): string {
  const { title, authors, published, url } = entry
  const address = `${page}#${encodeURIComponent(anchor)}`
  const where = page === url ? address : `${url} (here ${address})`
  return `From “${title}”, ${inWords(authors)}${published === null ? '' : `, ${published}`}, ${where}`
}

/** A long post is rarely wanted whole. */
function contentsOf(sections: readonly TextSection[]): readonly string[] {
  if (sections.length === 0) return []
  const named = sections.slice(0, mostNamed).map(({ anchor, start, end }) => `${anchor} (${end - start})`)
  const more = sections.length > mostNamed ? `, and ${sections.length - mostNamed} more` : ''
  return [
    `[This post is long. Its sections, with their sizes in characters; pass one as \`section\`: ${named.join(', ')}${more}.]`,
  ]
}

const mostNamed = 60

function unknownSection(sections: readonly TextSection[], { entry }: SealedPost): ToolError {
  const known = sections.slice(0, mostNamed).map(({ anchor }) => anchor)
  const advice =
    known.length > 0 ? `Its sections: ${known.join(', ')}.` : 'It has no headings: leave `section` out.'
  return new ToolError(`The post ${entry.id} has no such section. ${advice}`)
}

function unknownPost(posts: Posts, titles: () => readonly string[], asked: string): ToolError {
  const near = posts.near(asked)
  const meant = didYouMean(near.length > 0 ? near : titledLike(posts, titles, asked))
  const example = posts.all[0]?.entry.id
  return new ToolError(
    `No post has that id.${meant} Ids look like ${example}; ${toolNames.list} and ${toolNames.search} return them.`,
  )
}

/** Posts whose titles have all the words: a model remembers most of a title more often than all of it. */
function titledLike({ all }: Posts, titles: () => readonly string[], asked: string): readonly string[] {
  const words = [...wordsOf(asked.slice(0, longestTitle).toLowerCase())]
  if (words.length < 2) return []
  // Most titles lack the longest word, and need not be taken apart: a call that is wrong must cost little among thousands of posts.
  const longest = words.reduce((best, word) => (word.length > best.length ? word : best))
  const found: string[] = []
  for (const [nth, title] of titles().entries()) {
    if (!title.includes(longest)) continue
    const has = wordsOf(title)
    const { id, title: written } = all[nth]?.entry ?? { id: '', title: '' }
    if (words.every((word) => has.has(word))) found.push(`${id} (“${written}”)`)
    if (found.length === mostTitles) break
  }
  return found
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.match(/[\p{L}\p{N}]+/gu))
}

const utf8 = new TextDecoder()
const longestTitle = 200
const mostTitles = 3

function text(notes: readonly string[], whole: string): Uint8Array {
  return extensibleJson({ content: [{ type: 'text', text: [...notes, whole].join('\n\n') }] })
}
