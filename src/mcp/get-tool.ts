import { cacheSizes, memo, once } from '../base/caches.ts'
import { didYouMean } from '../base/nearest.ts'
import { IndexedDocument } from '../search/document.ts'
import type { Index } from '../search/load.ts'
import type { SealedPost } from '../snapshot/resource.ts'
import en from '../words/en.json' with { type: 'json' }
import { joinNames } from '../words/format.ts'
import { ToolError } from './arguments.ts'
import { textPart, sectionNamed, textSections, type TextSection } from './post-text.ts'
import type { Posts } from './posts.ts'
import { mcpLimits, toolNames } from './protocol.ts'
import { cutTo, toolResult } from './reply.ts'
import type { ToolRun } from './arguments.ts'

export function getter(posts: Posts, index: () => Index): ToolRun {
  /** Complete results for short posts; undefined, and so not cached, for longer ones. */
  const shortPosts = memo(
    (post: SealedPost) => {
      // UTF-8 has at most three bytes per UTF-16 unit.
      if (post.size > 3 * mcpLimits.short) return undefined
      const whole = posts.textOf(post)
      return whole.length <= mcpLimits.short ? { length: whole.length, result: toolResult(whole) } : undefined
    },
    cacheSizes.posts,
    (whole) => whole?.result.length ?? 0,
  )
  /** Cached, because decoding a long post is slow. */
  const texts = memo(posts.textOf, cacheSizes.postTexts, (text) => 2 * text.length)
  const titles = once(() => posts.all.map(({ entry }) => entry.title.toLowerCase()))
  const sectionsIn = (post: SealedPost, text: string) => {
    const document = new IndexedDocument(index(), posts.numberOf(post))
    return textSections(text, document.source, document.sections(mcpLimits.sections))
  }
  return ({ values, notes }, work) => {
    const asked = String(values.get('id'))
    const maxChars = Number(values.get('max_chars'))
    const only = asked.includes('\n') ? undefined : posts.find(asked)
    const ids = only ? [] : idsIn(asked)
    const prefix = notes.map((note) => `${note}\n\n`).join('')
    if (ids.length > 1) return toolResult(prefix + readSeveral(ids, maxChars - prefix.length, read))
    const isPlain = notes.length === 0 && !values.has('section') && only?.section === undefined
    const short = only && isPlain && values.get('offset') === 0 ? shortPosts(only.post) : undefined
    if (short && short.length <= maxChars) return short.result
    const result = read(asked, maxChars - prefix.length)
    return result instanceof ToolError ? result : toolResult(cutTo(prefix + result, maxChars))

    function read(id: string, room: number): string | ToolError {
      const found = posts.find(id)
      if (!found) return unknownPost(posts, titles, id)
      const { post } = found
      const section = values.get('section') ?? found.section
      const offset = Number(values.get('offset'))
      const whole = texts(post)
      work.add(whole.length)
      if (section !== undefined && section !== '' && offset === 0) {
        const sections = sectionsIn(post, whole)
        const wanted = sectionNamed(sections, String(section))
        if (!wanted) return unknownSection(sections, post)
        const source = `${sourceLine(post, posts.pageOf(post), wanted)}\n\n`
        return source + textPart(whole, wanted.start, room - source.length, post.entry.id, wanted)
      }
      if (offset >= whole.length)
        return new ToolError(`The post has ${whole.length} characters: \`offset\` must be less than that.`)
      const isShort = whole.length <= Math.min(room, mcpLimits.short)
      const contents = offset > 0 || isShort ? '' : contentsOf(sectionsIn(post, whole), room >> 1)
      const left = room - contents.length
      const isWhole = offset === 0 && whole.length <= left
      return contents + (isWhole ? whole : textPart(whole, offset, left, post.entry.id))
    }
  }
}

/** Splits a list of ids. Called only if the whole text is no id or title, as titles contain commas. */
function idsIn(asked: string): readonly string[] {
  const ids = asked.split(asked.includes('\n') ? '\n' : ',').map((id) => id.trim())
  return [...new Set(ids.filter((id) => id !== ''))]
}

/** Divides the room equally among the posts, at least 400 characters for each; what one leaves goes to those after it. */
function readSeveral(
  ids: readonly string[],
  maxChars: number,
  read: (id: string, room: number) => string | ToolError,
): string {
  const first = ids.slice(0, Math.min(mcpLimits.ids, Math.floor(maxChars / 400)))
  const note = `[At most ${first.length} posts per call; the rest were left out.]`
  let left = maxChars - note.length
  const parts = first.map((id, nth) => {
    const label = `[Post ${nth + 1} of ${ids.length}]\n\n`
    const room = Math.floor(left / (first.length - nth)) - label.length - 2
    const result = read(id, room)
    const part = label + cutTo(result instanceof ToolError ? result.advice : result, room)
    left -= part.length + 2
    return part
  })
  return [...parts, ...(ids.length > first.length ? [note] : [])].join('\n\n')
}

/** Returns the source of a section, which comes without the front matter. */
function sourceLine({ entry }: SealedPost, page: string, { anchor }: TextSection): string {
  const { title, authors, published, url } = entry
  const address = `${page}#${encodeURIComponent(anchor)}`
  const where = page === url ? address : `${url} (here ${address})`
  return `From “${title}”, ${joinNames(authors, en)}${published === null ? '' : `, ${published}`}, ${where}`
}

const mostSections = 60

/** Lists the sections of a long post. */
function contentsOf(sections: readonly TextSection[], room: number): string {
  if (sections.length === 0) return ''
  const all = sections.slice(0, mostSections).map(({ anchor, start, end }) => `${anchor} (${end - start})`)
  const listed = cutTo(all.join(', '), room)
  const rest = sections.length - mostSections
  const more = rest > 0 && !listed.endsWith('…') ? `, and ${rest} more` : ''
  return `[This post is long. Its sections, with their sizes in characters; pass one as \`section\`: ${listed}${more}.]\n\n`
}

function unknownSection(sections: readonly TextSection[], { entry }: SealedPost): ToolError {
  const known = sections.slice(0, mostSections).map(({ anchor }) => anchor)
  const advice =
    known.length > 0 ? `Its sections: ${known.join(', ')}.` : 'It has no headings: leave `section` out.'
  return new ToolError(`The post ${entry.id} has no such section. ${advice}`)
}

function unknownPost(posts: Posts, titles: () => readonly string[], asked: string): ToolError {
  const near = posts.near(asked)
  const suggestion = didYouMean(near.length > 0 ? near : titledLike(posts, titles, asked))
  const form = `Ids look like ${posts.all[0]?.entry.id}; ${toolNames.list} and ${toolNames.search} return them.`
  return new ToolError(['No post has that id.', ...(suggestion ? [suggestion] : []), form].join(' '))
}

const longestGuessedTitle = 200
const maxTitles = 3

/** Finds posts with all these words in their titles, because models often remember only part of a title. */
function titledLike({ all }: Posts, titles: () => readonly string[], asked: string): readonly string[] {
  const words = [...distinctWords(asked.slice(0, longestGuessedTitle).toLowerCase())]
  if (words.length < 2) return []
  // A wrong call must be cheap: most titles lack the longest word and need no splitting.
  const longest = words.reduce((best, word) => (word.length > best.length ? word : best))
  const found: string[] = []
  for (const [nth, title] of titles().entries()) {
    if (!title.includes(longest)) continue
    const titleWords = distinctWords(title)
    const entry = all[nth]?.entry
    if (entry && words.every((word) => titleWords.has(word))) found.push(`${entry.id} (“${entry.title}”)`)
    if (found.length === maxTitles) break
  }
  return found
}

const distinctWords = (text: string): ReadonlySet<string> => new Set(text.match(/[\p{L}\p{N}]+/gu))
