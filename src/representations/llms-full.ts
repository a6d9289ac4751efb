import type { Archive, Post } from '../archive/archive.ts'
import { ownFolders, servicePaths } from '../archive/urls.ts'
import { citationText } from './citations/text.ts'
import { escapeHeading, oneLine } from './markdown.ts'
import type { TextFile } from './row.ts'

/** What agents read of a file before they cut it off is 50,000 characters; the heading of a file is short. */
const roomInFile = 48_000
/** A second copy of every post would double a large archive: only the newest are here, as many as this many files hold. */
const mostFiles = 20

/** Whole posts in as few requests as can be: in one file, or in several that the first leads to. */
export function llmsFullFiles(archive: Archive): TextFile[] {
  const posts = archive.posts.filter((post) => lengthOf(post, archive) <= roomInFile)
  // From the oldest on, so that a new post changes the last part only.
  const parts = packed(posts.toReversed(), archive)
  const [only] = parts
  const path = servicePaths.llmsFull
  if (only && parts.length === 1 && posts.length === archive.posts.length)
    return [{ path, text: file(only, archive) }]
  const newest = parts.map((part, at) => ({ part, number: at + 1 })).slice(-mostFiles)
  const files = newest.map(({ part, number }) => {
    return { path: `${ownFolders.llmsFull}${number}.txt`, text: file(part, archive), part }
  })
  return [
    { path, text: index(files.toReversed(), archive) },
    ...files.map(({ path: at, text }) => ({ path: at, text })),
  ]
}

function packed(posts: readonly Post[], archive: Archive): Post[][] {
  const parts: Post[][] = []
  let left = 0
  for (const post of posts) {
    const length = lengthOf(post, archive)
    const last = parts.at(-1)
    if (last && length <= left) last.push(post)
    else {
      parts.push([post])
      left = roomInFile
    }
    left -= length
  }
  return parts
}

function lengthOf(post: Post, archive: Archive): number {
  return opening(post, archive).length + post.markdown.length + 1
}

/** Newest first, as everywhere. */
function file(posts: readonly Post[], archive: Archive): string {
  const sections = posts.toReversed().map((post) => `${opening(post, archive)}${post.markdown}`)
  return `${heading(archive)}\n${sections.join('\n')}`
}

function opening(post: Post, archive: Archive): string {
  return `# ${escapeHeading(post.title)}\n\nCite as: ${oneLine(citationText(post, archive))}\n\n`
}

function heading({ settings, urls }: Archive): string {
  return `> ${oneLine(settings.description)} Posts of ${oneLine(settings.title)}, whole; every page and post is listed in <${urls.url(servicePaths.llms)}>.\n`
}

function index(files: readonly (TextFile & { readonly part: readonly Post[] })[], archive: Archive): string {
  const { settings, urls, posts } = archive
  const held = files.reduce((sum, { part }) => sum + part.length, 0)
  const lines = files.map(({ path, part }) => {
    const ends = [part[0], part.at(-1)].map((post) => post?.datePublished ?? 'undated')
    const about = `${part.length} ${part.length === 1 ? 'post' : 'posts'}, ${[...new Set(ends)].join(' to ')}.`
    return `- [${path.slice(1)}](${urls.url(path)}): ${about}`
  })
  const rest = posts.length - held
  const others =
    rest === 0
      ? ''
      : ` ${rest} more, older or longer than a file may be, are at the addresses in llms.txt only.`
  return `# ${escapeHeading(settings.title)}

${heading(archive)}
${held} of ${posts.length} posts are in these files, newest first, each at most 50,000 characters.${others}

## Files

${lines.join('\n')}
`
}
