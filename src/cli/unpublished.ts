import { groupedBy } from '../base/grouped.ts'
import { foldersAbove } from '../base/paths.ts'
import { asOfDay, isHeldBack } from '../archive/as-of.ts'
import type { Body } from '../archive/body.ts'
import { identityOf } from '../archive/identity.ts'
import { type Diagnostic, type RuleName, withLevels } from '../base/diagnostics.ts'
import { decodeText, problem, TextFile } from '../base/text-file.ts'
import { fieldTable } from '../content/fields.ts'
import { folder } from '../content/folder.ts'
import {
  baseOf,
  isHtml,
  isMarkdown,
  layoutOf,
  neverContent,
  partOfBundle,
  skippedName,
} from '../content/layout.ts'
import type { Content, SourceDocument } from '../content/read.ts'
import { draftFolder, isDraft, readBytes, readContent, readDocument } from '../content/read.ts'
import type { ContentSource } from '../content/source.ts'
import { generatorNamed } from '../generators/registry.ts'
import { plural, shortList } from './report.ts'
import type { Day } from './settings.ts'
import { languageStep, sectionOf } from './init/guesses.ts'

/**
 * Reports files that look like posts but are not published, a note if a setting excludes them, else a warning. Counts all other
 * markdown and HTML files, by reason. Files that bodies link to are published.
 */
export async function unpublishedIn(
  source: ContentSource,
  content: Content,
  bodies: readonly Body[] = [],
): Promise<Diagnostic[]> {
  const { settings, posts, pages, invalid, drafts, paths } = content
  const heldBack = new Set(content.diagnostics.filter(isHeldBack).map(({ path }) => path))
  const documents = [...posts, ...pages, ...invalid].map(({ file }) => file.path)
  const files = bodies.flatMap((body) => body.files.map(({ source }) => source))
  // `look.head` and `look.foot`.
  const insets = Object.values(content.insets).flatMap((file) => file?.path ?? [])
  const known = new Set([...documents, ...content.broken, ...heldBack, ...files, ...insets])
  const found = [...drafts].filter((path) => !heldBack.has(path)).map((path) => unpublishedFor(path, 'draft'))
  const translation = translations(content)
  const excluded = excludedIn(content)
  const mayBePost = otherFormat(content)
  const generator = generatorNamed(content.layout.generator)
  const isPart = partOfBundle(paths, generator)
  const bases = postBases(content)
  const others: string[] = []
  for (const path of paths) {
    const isText = isMarkdown(path) || isHtml(path) || otherMarkdown.test(path)
    if (known.has(path) || drafts.has(path) || !(isText || mayBePost(path))) continue
    const post = siteCode.test(path) ? undefined : await postAt(path)
    if (post) found.push(post)
    else if (isText) others.push(path)
  }
  for (const [reason, all] of groupedBy(others, reasonOf)) found.push(otherFiles(all, reason))
  return withLevels(found, settings.rules)

  async function postAt(path: string): Promise<Diagnostic | undefined> {
    const isInPosts = foldersAbove(path).some((folder) => bases.has(folder))
    if (generator.ignoredFiles?.test(path) || (skippedName.test(path) && isInPosts))
      return unpublishedFor(path, 'ignored-name')
    if (neverContent.test(path) || isPart(path) || usualPage.test(path)) return undefined
    const post = isMarkdown(path) || mayBePost(path) ? await readPost(path, source, content) : undefined
    if (post && isMarkdown(path)) return reasonFor(post)
    const isOtherFormat = mayBePost(path) && (post || !path.endsWith('.txt'))
    return isOtherFormat ? unpublishedFor(path, 'other-format') : undefined
  }

  function reasonOf(path: string): string {
    if (siteCode.test(path)) return 'code of the site, its output or its tests'
    if (skippedName.test(path)) return 'READMEs, licenses and the like'
    if (neverContent.test(path)) return 'section indexes or templates'
    if (isPart(path)) return 'parts of other pages'
    if (excluded.has(path)) return 'excluded by `posts`'
    if (isMarkdown(path)) return 'matched by no glob of `posts` or `pages`'
    return isHtml(path) ? 'HTML that no post links to' : 'markdown whose names do not end in .md'
  }

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

/** Markdown and HTML by names that are not read. */
const otherMarkdown = /\.(?:mdown|mkdn?|mkdown|mdwn|mdtxt|mdtext|rmd|xhtml)$/i

/** Third-party files, templates, tests and build output. */
const siteCode =
  /(?:^|\/)(?:node_modules|vendor|themes|exampleSite|archetypes|_includes|_layouts|_?templates|Templates|tests?|spec|fixtures|_site|public|output|dist|build|static)\//

/** Pages that many sites have. */
const usualPage = /(?:^|\/)(?:404|about|archives?|colophon|contact|imprint|privacy|search)\.\w+$/

/** Counts files of one kind, with the folders that have most of them. */
function otherFiles(paths: readonly string[], reason: string): Diagnostic {
  const folders = groupedBy(
    paths,
    (path) => siteCode.exec(path)?.[0].replace(/^\//, '') ?? /^[^/]*\//.exec(path)?.[0] ?? '',
  )
  const counts = [...folders].sort(([, a], [, b]) => b.length - a.length)
  const places = counts.map(([folder, { length }]) => `${folder || 'the top folder'} ${length}`)
  const message = `${plural(paths.length, 'other file')} (${reason}): ${shortList(places, 4)}.`
  const hint = 'To publish some, add their folder to `posts` or `pages` in archive.yaml.'
  return problem(new TextFile(paths[0] ?? ''), 0, 'other-files', message, hint)
}

/** Returns a document that has a date in its front matter or name, or is in a folder of drafts. */
async function readPost(path: string, source: ContentSource, content: Content) {
  const bytes = (await readBytes(source, path)).value
  const file = bytes && decodeText(path, bytes).value
  if (!file) return undefined
  const fields = fieldTable(content.settings.fields, content.layout.generator)
  const { value } = readDocument(file, '', { fields, layout: content.layout })
  if (!value || (value.bodyStart === 0 && !dated.test(path))) return undefined
  const isDated = identityOf(value, content).published !== undefined
  return isDated || draftFolder.test(path) ? value : undefined
}

const dated = /(?:^|\/)\d{4}-\d{1,2}-\d{1,2}[-_.]/

/** Matches formats other than markdown in post folders or with a dated name, unless a converted copy is published. */
function otherFormat(content: Content): (path: string) => boolean {
  const bases = postBases(content)
  // Without front matter, they are not read.
  const matched = new Set(content.layout.posts.map(({ path }) => path))
  const stems = new Set(content.posts.map(({ file }) => stemOf(file.path)))
  return (path) =>
    /\.(?:adoc|asciidoc|rst|org|textile|txt|html?)$/i.test(path) &&
    !stems.has(stemOf(path)) &&
    (dated.test(path) ||
      (isHtml(path)
        ? matched.has(path) || (bases.has(foldersAbove(path).at(-1) ?? '') && !/\/index\.\w+$/.test(path))
        : sectionOf(path) !== undefined || foldersAbove(path).some((folder) => bases.has(folder))))
}

/** Folders in globs of posts. */
function postBases({ settings, layout }: Content): ReadonlySet<string> {
  const globs = settings.posts ?? generatorNamed(layout.generator).posts.flat()
  const bases = globs.filter((glob) => !glob.startsWith('!')).map(baseOf)
  return new Set(bases.filter((base) => base !== ''))
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
  'ignored-name': () => [
    'Files of this name are not published.',
    'Rename it, or name it by its path in `posts` in archive.yaml.',
  ],
  'other-language': () => [
    'The post’s language differs from the archive’s, so it is not published.',
    'Make one archive per language, or exclude the others with `posts` in archive.yaml.',
  ],
  'other-format': (path) => [
    `Files in ${path.slice(path.lastIndexOf('.'))} are not supported, and this one looks like a post.`,
    isHtml(path)
      ? 'Convert it to markdown, or give it front matter if your generator publishes HTML posts.'
      : 'Convert it to markdown, for example with pandoc.',
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
