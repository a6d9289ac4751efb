import { contentLimits, type Diagnostic, limitPerFile, withLevels } from '../../base/diagnostics.ts'
import { problem } from '../../base/text-file.ts'
import { plural } from '../../base/wording.ts'
import { isUnspaced } from '../../base/letters.ts'
import { fallbackAuthor } from '../../content/archive-keys.ts'
import type { SourceDocument } from '../../content/document.ts'
import { hasPublisher } from '../authors.ts'
import type { Body } from '../body.ts'
import { grouped, groupedBy } from '../../base/grouped.ts'
import { nameInPath } from '../names.ts'
import { filesOf } from '../files/assets.ts'
import type { Archive, Asset, UsedFile } from '../model.ts'
import type { BuildPlan } from '../plan.ts'

/** Returns advice that affects no output; only `check` and `init` show it. Images are checked only with an archive. */
export function advise(plan: BuildPlan, bodies: readonly Body[], archive: Archive | undefined): Diagnostic[] {
  const problems = [
    ...missingAuthor(plan),
    ...longPosts(bodies.slice(0, plan.posts.length)),
    ...diagrams(bodies),
    ...largeImages(archive?.assets ?? [], [...bodies.flatMap(filesOf), ...plan.covers.files]),
    ...tagSpellings(plan),
  ]
  return limitPerFile(withLevels(problems, plan.content.settings.rules))
}

function missingAuthor({ content: { posts, settings, settingsFile } }: BuildPlan): Diagnostic[] {
  const without = posts.filter(({ facts }) => facts.authors.length === 0).length
  const isNamed = hasPublisher(settings) || /^author *:/m.test(settingsFile.text)
  if (without === 0 || isNamed) return []
  const some = `${without} of ${posts.length} posts name no author`
  const count = without === posts.length ? 'No post names an author' : some
  const message = `${count}, and archive.yaml sets none. They are credited to “${fallbackAuthor}”.`
  const hint = 'Add a line to archive.yaml: `author: { name: Your Name, type: person }`.'
  return [problem(settingsFile, 0, 'missing-author', message, hint)]
}

/** Reported once: a site with one diagram has many. */
function diagrams(bodies: readonly Body[]): Diagnostic[] {
  const [first, ...more] = bodies.filter(({ shown }) => shown().html.includes('class="language-mermaid"'))
  if (!first) return []
  const others = more.length > 0 ? `, here and in ${plural(more.length, 'more file')}` : ''
  const message = `Mermaid diagrams are shown as code${others}.`
  const hint = 'Add the diagram as an SVG image, if readers need to see it.'
  return [problem(first.file, 0, 'diagram-as-code', message, hint)]
}

function longPosts(bodies: readonly Body[]): Diagnostic[] {
  const limit = contentLimits.postTokens
  return bodies.flatMap(({ file, shown }) => {
    const tokens = tokensIn(shown().markdown)
    if (tokens <= limit) return []
    const message = `The post has about ${tokens} tokens; many clients truncate at ${limit}.`
    return [problem(file, 0, 'post-too-long', message, 'Split it into a series of posts.')]
  })
}

/** Estimates LLM tokens: four characters each, or one in scripts without spaces. */
export function tokensIn(text: string): number {
  let unspaced = 0
  for (let at = 0; at < text.length; at++) if (isUnspaced(text.charCodeAt(at))) unspaced++
  return Math.round((text.length - unspaced) / 4) + unspaced
}

function largeImages(assets: readonly Asset[], used: readonly UsedFile[]): Diagnostic[] {
  const shownAt = new Map(
    used.toReversed().flatMap(({ path, shownIn }) => (shownIn ? [[path, shownIn] as const] : [])),
  )
  const { imageBytes, imageWidth } = contentLimits
  return assets.flatMap(({ path, bytes, size, versions }) => {
    const shown = shownAt.get(path)
    // Browsers load a resized version instead.
    if (!shown || !size || versions.length > 1) return []
    if (bytes.length <= imageBytes / (size.width > imageWidth ? 2 : 1)) return []
    const measured = `${size.width}×${size.height} px, ${bytes.length} bytes`
    // The width of the text column (39rem) on a 2x screen.
    const message = `Image is ${measured}; shown at most 1248 px wide.`
    const hint = 'Make it smaller, or set `images.widths` in archive.yaml.'
    return [problem(shown.file, shown.offset, 'image-too-large', message, hint)]
  })
}

function tagSpellings({ posts }: BuildPlan): Diagnostic[] {
  const sources = posts.map(({ source }) => source)
  const byTag = grouped(sources, ({ facts }) => facts.tags.map(({ text }) => text))
  // Alike but for case, accents and separators. Those between digits count: `2.0` is not `20`.
  const alike = groupedBy([...byTag], ([tag]) => nameInPath(tag).replace(/(?<!\d)-|-(?!\d)/g, ''))
  return [...alike.values()].flatMap((spellings) => {
    // The most common first. Break ties by name, so that all machines agree.
    spellings.sort(([a, ofA], [b, ofB]) => ofB.length - ofA.length || (a < b ? -1 : 1))
    const [[usual] = [''], ...others] = spellings
    return others.flatMap(([tag, posts]) => posts.map((post) => misspelled(post, tag, usual)))
  })
}

function misspelled(post: SourceDocument, tag: string, usual: string): Diagnostic {
  const at = post.facts.tags.find(({ text }) => text === tag)?.offset ?? 0
  // Skip an opening quote.
  const start = [at, at + 1].find((offset) => post.file.text.startsWith(tag, offset))
  const message = `The tag "${tag}" is also spelled "${usual}".`
  const spelling = problem(post.file, start ?? at, 'tag-spelling', message, `Write "${usual}".`)
  // Tags in one string are separated by commas or spaces, so only plain names are safe to write.
  const isSafe = start !== undefined && /^[\p{L}\p{N} _./-]+$/u.test(usual)
  return isSafe ? { ...spelling, fix: { start, end: start + tag.length, text: usual } } : spelling
}
