import type { Archive, Post } from '../archive/model.ts'
import { ownFolders, servicePaths } from '../archive/urls.ts'
import { citationText } from './citations.ts'
import { escapeHeading, oneLine } from './markdown.ts'
import type { TextFile } from './row.ts'

/** What agents read of a file before they cut it off is 50,000 characters; the heading of a file is short. */
const roomInFile = 48_000
/** A second copy of every post would double a large archive: only the newest are here, as many as this many files hold. */
const mostFiles = 20

/** Whole posts in as few requests as can be: in one file, or in several that the first leads to. */
export function llmsFullFiles(archive: Archive): TextFile[] {
  const path = servicePaths.llmsFull
  const sections = archive.posts.map((post) => ({ post, opening: opening(post, archive) }))
  const fitting = sections.filter((section) => lengthOf(section) <= roomInFile)
  // From the oldest on, so that a new post changes the last part only.
  const parts = packed(fitting.toReversed())
  const [only] = parts
  if (only && parts.length === 1 && fitting.length === sections.length)
    return [{ path, text: whole(only, archive) }]
  const files = parts
    .map((part, at) => ({ path: `${ownFolders.llmsFull}${at + 1}.txt`, part }))
    .slice(-mostFiles)
  return [
    { path, text: index(files.toReversed(), archive) },
    ...files.map((file) => ({ path: file.path, text: whole(file.part, archive) })),
  ]
}

interface Section {
  readonly post: Post
  readonly opening: string
}

function packed(sections: readonly Section[]): Section[][] {
  const parts: Section[][] = []
  let left = 0
  for (const section of sections) {
    const length = lengthOf(section)
    const last = parts.at(-1)
    if (last && length <= left) last.push(section)
    else {
      parts.push([section])
      left = roomInFile
    }
    left -= length
  }
  return parts
}

function lengthOf({ post, opening }: Section): number {
  return opening.length + post.markdown.length + 1
}

/** Newest first, as everywhere. */
function whole(part: readonly Section[], archive: Archive): string {
  const texts = part.toReversed().map(({ post, opening }) => `${opening}${post.markdown}`)
  return `${heading(archive)}\n${texts.join('\n')}`
}

function opening(post: Post, archive: Archive): string {
  return `# ${escapeHeading(post.title)}\n\nCite as: ${oneLine(citationText(post, archive))}\n\n`
}

function heading({ settings, urls }: Archive): string {
  return `> ${oneLine(settings.description)} Posts of ${oneLine(settings.title)}, whole; every page and post is listed in <${urls.url(servicePaths.llms)}>.\n`
}

function index(
  files: readonly { readonly path: string; readonly part: readonly Section[] }[],
  archive: Archive,
): string {
  const { settings, urls, posts } = archive
  const held = files.reduce((sum, { part }) => sum + part.length, 0)
  const lines = files.map(({ path, part }) => {
    const ends = [part[0], part.at(-1)].map((section) => section?.post.datePublished ?? 'undated')
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
