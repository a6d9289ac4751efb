import { foldersAbove } from '../base/paths.ts'
import { asOfDay, isHeldBack } from '../archive/as-of.ts'
import { identityOf } from '../archive/identity.ts'
import { type Diagnostic, type RuleName, withLevels } from '../base/diagnostics.ts'
import { decodeText, problem, TextFile } from '../base/text-file.ts'
import { fieldTable } from '../content/fields.ts'
import { folder } from '../content/folder.ts'
import { baseOf, isMarkdown, layoutOf, neverContent, partOfBundle } from '../content/layout.ts'
import type { Content, SourceDocument } from '../content/read.ts'
import { draftFolder, isDraft, readBytes, readContent, readDocument } from '../content/read.ts'
import type { ContentSource } from '../content/source.ts'
import { generatorNamed } from '../generators/registry.ts'
import type { Day } from './settings.ts'
import { languageStep, sectionOf } from './init/guesses.ts'

/** Reports files that look like posts but are not published: a note if a setting excludes them, else a warning. */
export async function unpublishedIn(source: ContentSource, content: Content): Promise<Diagnostic[]> {
  const { settings, posts, pages, invalid, drafts, paths } = content
  const heldBack = new Set(content.diagnostics.filter(isHeldBack).map(({ path }) => path))
  const documents = [...posts, ...pages, ...invalid].map(({ file }) => file.path)
  const known = new Set([...documents, ...content.broken, ...heldBack])
  const found = [...drafts].filter((path) => !heldBack.has(path)).map((path) => unpublishedFor(path, 'draft'))
  const translation = translations(content)
  const excluded = excludedIn(content)
  const mayBePost = otherFormat(content)
  const isPart = partOfBundle(paths, generatorNamed(content.layout.generator))
  for (const path of paths) {
    const isOther = !known.has(path) && !drafts.has(path) && !ignoredPaths.test(path)
    if (!isOther || neverContent.test(path) || isPart(path)) continue
    if (!isMarkdown(path) && !mayBePost(path)) continue
    const post = await readPost(path, source, content)
    if (post && isMarkdown(path)) found.push(reasonFor(post))
    else if (mayBePost(path) && (post || !path.endsWith('.txt')))
      found.push(unpublishedFor(path, 'other-format'))
  }
  return withLevels(found, settings.rules)

  function reasonFor(post: SourceDocument): Diagnostic {
    const { path } = post.file
    const isTranslation = translation(path)
    if (isDraft(post) && !isTranslation) return unpublishedFor(path, 'draft')
    const isExcluded = excluded.has(path)
    const reason = isTranslation ? 'other-language' : isExcluded ? 'excluded-post' : 'unmatched-post'
    return { ...unpublishedFor(path, reason), ...(isExcluded && { severity: 'note' }) }
  }
}

/** Does the same for a folder, including scheduled and expired posts. */
export async function unpublishedBelow(dir: string, { asOf, future }: Day): Promise<Diagnostic[]> {
  const source = folder(dir)
  const content = await readContent(source)
  const published = asOf === undefined ? content : asOfDay(content, asOf, future)
  return [...published.diagnostics.filter(isHeldBack), ...(await unpublishedIn(source, published))]
}

/** Third-party files, build output, post templates, and pages that many sites have. */
const ignoredPaths =
  /(?:^|\/)(?:node_modules|vendor|themes|exampleSite|archetypes|_?templates|Templates|tests?|spec|fixtures|_site|public|output|dist|build|static)\/|(?:^|\/)(?:404|about|archives?|colophon|contact|imprint|privacy|search)\.\w+$/

/** Returns a document that has a date in its front matter or name, or is in a folder of drafts. */
async function readPost(path: string, source: ContentSource, content: Content) {
  const bytes = (await readBytes(source, path)).value
  const file = bytes && decodeText(path, bytes).value
  if (!file) return undefined
  const fields = fieldTable(content.settings.fields, content.layout.generator)
  const { value } = readDocument(file, '', fields, content.layout)
  if (!value || (value.bodyStart === 0 && !dated.test(path))) return undefined
  const isDated = identityOf(value, content).published !== undefined
  return isDated || draftFolder.test(path) ? value : undefined
}

const dated = /(?:^|\/)\d{4}-\d{1,2}-\d{1,2}[-_.]/

/** Matches formats other than markdown in post folders or with a dated name, unless a converted copy is published. */
function otherFormat({ settings, layout, posts }: Content): (path: string) => boolean {
  const globs = settings.posts ?? generatorNamed(layout.generator).posts.flat()
  const bases = new Set(globs.filter((glob) => !glob.startsWith('!')).map(baseOf))
  const stems = new Set(posts.map(({ file }) => stemOf(file.path)))
  return (path) =>
    /\.(?:adoc|asciidoc|rst|org|textile|txt)$/i.test(path) &&
    !stems.has(stemOf(path)) &&
    (dated.test(path) ||
      sectionOf(path) !== undefined ||
      foldersAbove(path).some((folder) => bases.has(folder)))
}

function stemOf(path: string): string {
  return path.replace(/\.\w+$/, '')
}

/** Returns the paths that archive.yaml excludes. */
function excludedIn({ settings, paths }: Content): ReadonlySet<string> {
  const { generator, posts = [] } = settings
  const named = posts.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1))
  return new Set(layoutOf([...paths], { generator, posts: named }).posts.map(({ path }) => path))
}

/** Tests whether a path is a translation of published posts. */
function translations({ posts }: Content): (path: string) => boolean {
  const paths = new Set(posts.map(({ file }) => file.path))
  const folders = new Set(posts.flatMap(({ file }) => foldersAbove(file.path)))
  const shapes = new Set(Array.from(folders, (one) => one.replace(languageStep, '$1*')))
  return (path) => {
    const [, stem = '', ending = ''] = /^(.+)\.[a-z]{2}(?:[-_][A-Za-z]{2,4})?(\.\w+)$/.exec(path) ?? []
    if (paths.has(stem + ending)) return true
    return foldersAbove(path).some((folder) => {
      const step = languageStep.exec(folder)
      if (!step) return false
      const shape = folder.replace(languageStep, '$1*')
      const below = shape.slice(shape.indexOf('*') + 1)
      return (
        below !== '' &&
        (shapes.has(shape) || folders.has(folder.replace(languageStep, '$1').replace('//', '/')))
      )
    })
  }
}

const reasons = {
  draft: () => ['The post is a draft, so it is not published.', '`citable dev` shows it.'],
  'excluded-post': () => ['`posts` in archive.yaml excludes the file.', 'Remove the glob to publish it.'],
  'other-language': () => [
    'The post’s language differs from the archive’s, so it is not published.',
    'Make one archive per language, or exclude the others with `posts` in archive.yaml.',
  ],
  'other-format': (path) => [
    `Files in ${path.slice(path.lastIndexOf('.'))} are not supported, and this one looks like a post.`,
    'Convert it to markdown, for example with pandoc.',
  ],
  'unmatched-post': (path) => {
    const place = path.split('/').slice(0, -1).slice(0, 2).join('/')
    const where = place === '' ? 'here' : `in ${place}/`
    return [
      `The file looks like a post, but no glob in \`posts\` matches files ${where}.`,
      `Add it to \`posts\` in archive.yaml, or exclude it there: "!${place === '' ? path : `${place}/**`}".`,
    ]
  },
} as const satisfies Partial<Record<RuleName, (path: string) => readonly [message: string, hint: string]>>

function unpublishedFor(path: string, reason: keyof typeof reasons): Diagnostic {
  return problem(new TextFile(path), 0, reason, ...reasons[reason](path))
}
